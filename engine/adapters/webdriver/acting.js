// What acting needs to know of, and do to, one element. arguments[0] names the job, the rest are its arguments.
// Watching uses one MutationObserver that is disconnected on every path; nothing is left behind in the page.

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const nextFrame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), sleep(40)]);
const hashOf = (text, seed = 0) => {
  let hash = seed | 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
};

function rootsOf(doc) {
  const roots = [doc];
  let budget = 40000;
  for (let n = 0; n < roots.length && roots.length < 300; n++) {
    for (const el of roots[n].querySelectorAll("*")) {
      if (budget-- < 0) return roots;
      if (el.shadowRoot) roots.push(el.shadowRoot);
      if (el.localName === "iframe") {
        try { if (el.contentDocument && el.contentDocument.body) roots.push(el.contentDocument); } catch { /* another origin */ }
      }
    }
  }
  return roots;
}
const deepActive = () => {
  let el = document.activeElement;
  while (el && el.shadowRoot && el.shadowRoot.activeElement) el = el.shadowRoot.activeElement;
  return el;
};

// Numbers that change when the page does: its markup, the values its fields hold, and what has the focus.
function digest() {
  let markup = 0, words = 0, values = 0;
  for (const root of rootsOf(document)) {
    const top = root.documentElement;
    const html = top ? (top.getAttribute("class") || "") + (root.body ? root.body.outerHTML : "") : root.innerHTML;
    markup = hashOf(html, markup);
    words = hashOf(html.replace(/\d+/g, "0"), words);
    for (const field of root.querySelectorAll("input,textarea,select,dialog,details")) {
      const held = isSecret(field) ? String((field.value || "").length) : String(field.value);
      values = hashOf(`${held}|${field.checked}|${field.indeterminate}|${field.open}`, values);
    }
  }
  const scroller = mainScroller();
  const focus = deepActive();
  return {
    markup, words, values, scroll: scroller ? [scroller.scrollLeft, scroller.scrollTop].join() : "",
    focus: focus ? hashOf(flatPath(focus).map((el) => Array.prototype.indexOf.call(el.parentNode ? el.parentNode.children : [], el)).join()) : 0,
    full: !!document.fullscreenElement, playing: Array.from(document.querySelectorAll("video,audio")).filter((one) => !one.paused).length,
    url: hashOf(document.URL), title: hashOf(document.title), popovers: document.querySelectorAll(":popover-open").length,
  };
}
const digestsDiffer = (a, b) => Object.keys(a).filter((key) => a[key] !== b[key]);

function facts(el, up) {
  if (!el.isConnected) return { gone: true };
  const kind = kindOf(el), role = roleOf(el), secret = isSecret(el);
  const item = up > 0 ? flatPath(el, 40)[up] : null;
  const value = secret ? "" : valueOf(el, kind, role);
  return {
    gone: false, tag: el.localName, role, kind, secret, name: nameOf(el), text: kind ? "" : visibleText(el), value,
    contexts: item ? [itemWords(item, el), allWords(item, el)] : [],
    disabled: isDisabled(el) || !!flatPath(el).find((node) => node.inert),
    readonly: el.readOnly === true || attribute(el, "readonly") !== null || attribute(el, "aria-readonly") === "true",
    checked: inputType(el) ? !!el.checked : attribute(el, "aria-checked") === "true" || attribute(el, "aria-pressed") === "true",
    type: inputType(el), empty: "value" in el ? el.value === "" : value === "", document: document.documentElement,
  };
}

// The node to press for an element: itself, or the visible label of a hidden checkbox, radio or file field.
function pressTarget(el) {
  const own = el.getBoundingClientRect();
  if (own.width > 2 && own.height > 2 && isShown(el)) return [el];
  return [el, ...Array.from(el.labels || [])].filter((one) => isShown(one) && one.getBoundingClientRect().width > 0);
}
const sameRect = (a, b) => Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && a.width === b.width && a.height === b.height;

async function settleRect(el) {
  let last = el.getBoundingClientRect();
  for (let n = 0; n < 40; n++) {
    await nextFrame();
    const now = el.getBoundingClientRect();
    if (sameRect(last, now)) return now;
    last = now;
  }
  return last;
}

function landsOn(hit, target, control) {
  if (!hit) return false;
  const path = flatPath(hit);
  const at = path.findIndex((node) => node === target || node === control);
  const label = path.findIndex((node) => node.localName === "label" && node.control === control);
  const end = at >= 0 ? at : label;
  if (end < 0) return false;
  // A link, button or field inside the target would take the press for itself.
  return !path.slice(0, end).some((node) => node !== control && (["a", "button", "select", "textarea", "input", "summary"].includes(node.localName)
    || ["link", "button"].includes(attribute(node, "role")) || node.localName === "label" && node.control && isSender(node.control)));
}

// Scroll to the element and find a point of it that can be pressed. {x, y}: from the centre of `target`; {px, py}: in the viewport.
// WebDriver counts from the centre of the visible part of an element's *first* client rectangle: the first line of a
// link that runs over two.
function offset(target, px, py) {
  const first = target.getClientRects()[0] || target.getBoundingClientRect();
  const left = Math.max(0, first.left), right = Math.min(innerWidth, first.right);
  const top = Math.max(0, first.top), bottom = Math.min(innerHeight, first.bottom);
  return { x: px - (left + right) / 2, y: py - (top + bottom) / 2 };
}

async function aim(el) {
  let cover = "";
  const targets = pressTarget(el);
  if (!targets.length) return { hidden: true };
  for (const target of targets) {
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = await settleRect(target);
    const rects = Array.from(target.getClientRects()).filter((rect) => rect.width > 0 && rect.height > 0).slice(0, 4);
    for (const rect of rects.length ? rects : [box]) {
      for (const [fx, fy] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.2], [0.5, 0.8], [0.03, 0.5]]) {
        const px = rect.x + rect.width * fx, py = rect.y + rect.height * fy;
        if (px < 0 || py < 0 || px >= innerWidth || py >= innerHeight) continue;
        const hit = hitAt(px, py);
        if (landsOn(hit, target, el)) return { target, px, py, ...offset(target, px, py), before: digest() };
        if (hit && !cover && !flatPath(hit).includes(target)) cover = coverName(hit, target);
      }
    }
  }
  return { covered: cover || "another part of the page" };
}

// Is the frame element what lies at this point of the parent document?
function through(frame, px, py) {
  const box = frame.getBoundingClientRect(), style = getComputedStyle(frame);
  const x = box.x + frame.clientLeft + parseFloat(style.paddingLeft) + px;
  const y = box.y + frame.clientTop + parseFloat(style.paddingTop) + py;
  const hit = hitAt(x, y);
  return { x, y, covered: !hit || hit === frame ? "" : coverName(hit, frame), before: digest() };
}

// Resolve when something differs from `before` and the page has been quiet for `quiet` ms, or after `wait` ms without a
// difference, or after `cap` ms in all.
async function settle(before, wait, quiet, cap) {
  const began = performance.now();
  let touched = began, changed = digestsDiffer(before, digest());
  const atOnce = changed.length > 0;
  const observer = new MutationObserver(() => { touched = performance.now(); });
  const options = { childList: true, subtree: true, characterData: true, attributes: true };
  try {
    for (const root of rootsOf(document)) observer.observe(root, options);
    for (let seen = began; ;) {
      await sleep(25);
      const now = performance.now();
      if (touched > seen || !changed.length) { changed = digestsDiffer(before, digest()); seen = now; }
      if (changed.length && now - touched >= quiet && document.readyState !== "loading") break;
      if (!changed.length && now - began >= wait) break;
      if (now - began >= cap) break;
    }
    // Where only digits changed, and not at once, it may be a clock: then they change again by themselves.
    if (!atOnce && changed.join() === "markup") {
      const now = digest().markup;
      await sleep(1100);
      if (digest().markup !== now) changed = [];
    }
  } finally { observer.disconnect(); }
  return { changed, url: document.URL, title: document.title, document: document.documentElement };
}

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

// How a form of the element can be sent: a button that is shown, a field for the Enter key, or nothing. Enter presses
// the default button even where that is not shown: `unseen` says that it would send something that nothing shown tells.
function sender(el) {
  const takesEnter = (one) => !!one && (one.localName === "input" ? !!kindOf(one) && !CLICK_TYPES.has(one.type) :
    one.localName === "textarea" && ["combobox", "searchbox"].includes(roleOf(one)));
  const isPressable = (one) => isShown(one) && one.getBoundingClientRect().width > 0;
  if (senderOf(el)) return { button: el };
  const form = formOf(el);
  if (!form) return { field: takesEnter(el) ? el : null };
  const controls = controlsOf(form), usual = defaultButton(form);
  const field = takesEnter(el) ? el : controls.find((one) => takesEnter(one) && isShown(one)) || null;
  if (!usual || isPressable(usual)) return { button: usual, field, form };
  const button = controls.find((one) => isSender(one) && isPressable(one)) || null;
  const sends = (one) => JSON.stringify([submissionBy(one, form), one && attribute(one, "name"), one && attribute(one, "value")]);
  if (button) return { button, field: sends(button) === sends(usual) ? field : null, form };
  return { field, form, unseen: defaultSubmission(form).join() !== submissionBy(null, form).join() };
}

function scrollToPosition(x, y) {
  const scroller = mainScroller();
  if (!scroller) return { moved: false, y: 0, most: 0 };
  const before = [scroller.scrollLeft, scroller.scrollTop];
  scroller.scrollTo({ left: x, top: y, behavior: "instant" });
  const most = Math.max(0, scroller.scrollHeight - scroller.clientHeight);
  return { moved: Math.abs(before[1] - scroller.scrollTop) >= 1 || Math.abs(before[0] - scroller.scrollLeft) >= 1, y: scroller.scrollTop, most };
}

const jobs = {
  facts, aim, through, settle, setValue, chooseOption, readBack, sender, scrollToPosition, digest,
  focused: (el) => { const active = deepActive(); return active === el || (!!active && flatPath(active).includes(el)); },
  option: (option, chosen) => option.selected === chosen,
  send: (form) => { HTMLFormElement.prototype.requestSubmit.call(form); },
  here: () => ({ url: document.URL, title: document.title, document: document.documentElement, ready: document.readyState,
    status: (performance.getEntriesByType("navigation")[0] || {}).responseStatus || 0 }),
};
return jobs[arguments[0]](...Array.prototype.slice.call(arguments, 1));
