// Fields: setting, choosing, reading back. Placed after settling.js.

const nativeSet = (el, value) => {
  const owner = { input: HTMLInputElement, textarea: HTMLTextAreaElement }[el.localName].prototype;
  Object.getOwnPropertyDescriptor(owner, "value").set.call(el, value);
};
// Set a field that keys cannot fill reliably. A detached copy is asked first, so that a bad value changes nothing.
async function setValue(el, value) {
  const probe = document.createElement("input");
  probe.type = el.type;
  for (const name of ["min", "max", "step"]) if (el.hasAttribute(name)) probe.setAttribute(name, attribute(el, name));
  nativeSet(probe, value);
  if (probe.value === "" && value !== "") return { invalid: true, value: el.value };
  el.focus({ preventScroll: true });
  nativeSet(el, value);
  el.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  el.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
  await sleep(120);
  return { invalid: false, value: el.value, problem: el.validity && !el.validity.valid ? el.validationMessage : "" };
}

const plain = (text) => text.normalize("NFKC").replace(/\s+/g, " ").trim();
// Which option a value names: by label exactly, then in lower case, then by value. {option} or {matches: n}.
function chooseOption(el, value) {
  const wanted = plain(value), options = Array.from(el.options);
  const tests = [(one) => plain(one.label) === wanted, (one) => plain(one.label).toLowerCase() === wanted.toLowerCase(), (one) => one.value === value];
  for (const test of tests) {
    const hits = options.filter(test);
    if (hits.length === 1) {
      const disabled = hits[0].disabled || (hits[0].parentElement.localName === "optgroup" && hits[0].parentElement.disabled);
      return { option: hits[0], chosen: hits[0].selected, label: hits[0].label, disabled };
    }
    if (hits.length > 1) return { matches: hits.length };
  }
  return { matches: 0 };
}

// What a field holds once it has stopped changing: compared here, so that a secret never leaves the page.
async function readBack(el, wanted, most) {
  const read = () => (isEditable(el) || el.isContentEditable ? el.innerText.replace(/\n$/, "") : el.value);
  const digits = (text) => text.replace(/\D/g, "");
  const squash = (text) => text.replace(/\s+/g, " ").trim();
  const began = performance.now();
  let value = read(), since = began;
  while (performance.now() - began < most) {
    await sleep(20);
    const now = read();
    if (now !== value) { value = now; since = performance.now(); }
    if (performance.now() - since >= (value === wanted ? 100 : 300)) break;
  }
  const same = value === wanted || squash(value) === squash(wanted);
  const masked = !same && digits(wanted).length > 2 && digits(value) === digits(wanted) && !/\p{L}/u.test(wanted);
  return { taken: same || masked, holds: isSecret(el) ? "" : value.slice(0, 500), secret: isSecret(el), length: value.length };
}

Object.assign(jobs, { setValue, chooseOption, readBack, option: (option, chosen) => option.selected === chosen });
