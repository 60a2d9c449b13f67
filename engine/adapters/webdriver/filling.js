// Fields: setting, typing, reading back. Placed after settling.js.

const nativeSet = (el, value) => {
  const owner = { input: HTMLInputElement, textarea: HTMLTextAreaElement }[el.localName].prototype;
  Object.getOwnPropertyDescriptor(owner, "value").set.call(el, value);
};
const LIMITS = ["min", "max", "step"];
// What a field would make of a value: asked of a detached copy, so that a bad value changes nothing.
// "" where it may be set, "shape" where it is no value of this kind, "range" or "step" where it does not fit.
function tryValue(el, value) {
  const probe = document.createElement("input");
  probe.type = el.type;
  for (const name of LIMITS) if (el.hasAttribute(name)) probe.setAttribute(name, attribute(el, name));
  nativeSet(probe, value);
  const limits = LIMITS.map((name) => el.type === "range" && el[name] || attribute(el, name) || "");
  const told = { value: isSecret(el) ? "" : el.value, limits };
  if (value === "") return { ...told, problem: "" };
  if (probe.value === "" || el.type === "range" && !/^-?[\d.]+$/.test(value) || el.type === "color" && probe.value !== value.toLowerCase()) return { ...told, problem: "shape" };
  const { rangeUnderflow, rangeOverflow, stepMismatch } = probe.validity;
  const beyond = el.type === "range" && (Number(value) < Number(el.min || 0) || Number(value) > Number(el.max || 100));
  if (rangeUnderflow || rangeOverflow || beyond) return { ...told, problem: "range" };
  return { ...told, problem: stepMismatch || el.type === "range" && Number(probe.value) !== Number(value) ? "step" : "" };
}
// Why a spinner that is a text field cannot hold a number: its limits, null where it can.
function spinLimits(el, value) {
  const { min, max } = gauge(el), number = Number(value);
  return roleOf(el) !== "spinbutton" || isNaN(number) || (min === null || number >= min) && (max === null || number <= max) ? null : [min, max];
}
// Set a field that keys cannot fill reliably, as its own picker would: a value, then the two events.
async function setValue(el, value) {
  if (!resumed) {
    el.focus({ preventScroll: true });
    nativeSet(el, value);
    el.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    el.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const held = await stable(() => el.value, 160, 600);
  return { value: held, problem: el.validity && !el.validity.valid ? el.validationMessage : "" };
}

const held = (el) => (isEditable(el) || el.isContentEditable ? el.innerText.replace(/[\u200b\ufeff]/g, "").replace(/\n+$/, "") : el.value);
const digits = (text) => text.replace(/\D/g, "");
const squash = (text) => text.replace(/[^\S\n]+/g, " ").replace(/\s*\n\s*/g, "\n").trim();
const zeros = (text) => text.replace(/0+$/, "");
// Does a field that writes things its own way (a mask, a thousands separator) hold what was wanted? `empty` is what it
// showed when it was cleared: a mask's own text. A sign or a decimal point that it dropped makes another number.
function sameContent(value, wanted, empty) {
  if (squash(value).toLowerCase() === squash(wanted).toLowerCase()) return true;
  const given = digits(wanted), text = wanted.trim();
  if (given.length < 3 && !/^[-−]?\d+[.,]\d+$/.test(text) || /\p{L}/u.test(wanted)) return false;
  if (/^[-−]/.test(text) && !/^\D*[-−(]\D*\d/.test(value)) return false;
  const parts = /^[-−+]?(\d+)[.,](\d+)$/.exec(text);
  const all = digits(value), country = value.trim().startsWith("+") && all.endsWith(given) && all.length - given.length <= 3;
  if (!parts) return all === given || all === digits(empty) + given || country;
  const shown = /^(.*\d)[.,](\d+)\D*$/.exec(value);
  return !!shown && digits(shown[1]) === parts[1] && zeros(shown[2]) === zeros(parts[2]);
}
// What a field holds once it has stopped changing: compared here, so that a secret never leaves the page.
// Of a field that the page draws anew meanwhile, the one in its place is read.
async function readBack(el, wanted, most, empty = "", role = "", name = "") {
  const live = () => (el && el.isConnected ? el : (el = twin(role, name) || el));
  if (!live()) return null;
  const value = await waitUntil(() => held(live()), (now, calm, past) =>
    past >= most || (sameContent(now, wanted, empty) ? calm >= 150 : now !== "" && calm >= 400));
  const secret = isSecret(el);
  const cut = el.maxLength > 0 && value.length >= el.maxLength && wanted.length > el.maxLength;
  return { taken: sameContent(value, wanted, empty), holds: secret ? "" : value.slice(0, 500), secret, length: value.length, cut };
}
// What is left after clearing: "" or a mask's own text.
const emptied = async (el) => {
  const left = await stable(() => held(el), 40, 400);
  return { left: isSecret(el) ? "" : left.slice(0, 500), length: left.length };
};
const selectAll = (el) => {
  if (el.select) el.select();
  else document.getSelection().selectAllChildren(el);
};

const POPUPS = "[role=listbox],[role=menu],[role=grid],[class*=suggest i],[class*=autocomplete i],[class*=typeahead i],[class*=dropdown i]";
// May the field be left for a moment, so that the page checks it and writes it its own way? Not where that would close
// suggestions, or end an edit in place.
function mayLeave(el) {
  if (el.localName !== "input" || !["text", "tel", "number", "email", "url"].includes(el.type)) return false;
  const spins = el.type === "number" || roleOf(el) === "spinbutton";
  if (!spins && !el.form && !(el.labels && el.labels.length) || el.list || roleOf(el) === "combobox") return false;
  if (["aria-autocomplete", "aria-expanded", "aria-controls", "aria-owns", "aria-haspopup"].some((name) => el.hasAttribute(name))) return false;
  if (attribute(el, "autocomplete") === "off" || el.closest("[role=grid],[role=treeitem],[role=row]")) return false;
  return !Array.from(document.querySelectorAll(POPUPS)).some((one) => isShown(one) && one.getBoundingClientRect().height > 0 && !one.contains(el));
}
async function leave(el, wanted, empty) {
  if (!resumed) el.blur();
  const value = await stable(() => held(el), 150, 600);
  if (el.isConnected) el.focus({ preventScroll: true });
  const secret = isSecret(el);
  return { taken: sameContent(value, wanted, empty), holds: secret ? "" : value.slice(0, 500), secret, length: value.length, cut: false };
}

// What the other fields of its form hold: [name, value] each. Secret ones are left out.
function others(el) {
  const form = formOf(el), all = form ? controlsOf(form) : Array.from(document.querySelectorAll("input,select,textarea"));
  return all.slice(0, 80).filter((one) => one !== el && kindOf(one) && !isSecret(one) && isShown(one)).map((one) => {
    const kind = kindOf(one), ticked = kind === "checkbox" || kind === "radio";
    return [nameOf(one), ticked ? (one.checked ? "on" : "off") : valueOf(one, kind, roleOf(one)).slice(0, 80)];
  });
}

// Is a checkbox, switch or toggle on? "mixed" is neither.
function stateOf(el) {
  if (["checkbox", "radio"].includes(inputType(el))) return el.indeterminate ? "mixed" : el.checked ? "on" : "off";
  const given = attribute(el, "aria-checked") ?? attribute(el, "aria-pressed") ?? attribute(el, "aria-selected");
  return { true: "on", mixed: "mixed" }[given] || "off";
}
const isToggle = (el) => ["true", "false", "mixed"].includes(attribute(el, "aria-pressed"));
// Is all that can be pressed of a hidden control its label, and that nothing but a link?
const onlyLinked = (el) => { const box = el.getBoundingClientRect();
  return (box.width <= 2 || box.height <= 2 || getComputedStyle(el).opacity === "0") && Array.from(el.labels || []).some((one) => one.querySelector("a[href]") && isShown(one)); };
// The state that it stays in; of what a page draws anew again and again, that of the one in its place.
const stateStays = (el, role, name, stood) => {
  const now = () => (el && el.isConnected ? el : (el = twin(role, name, stood) || el));
  return stable(() => { const one = now(); return one && one.isConnected ? stateOf(one) : "gone"; }, 350, 1500);
};

// Does a read-only field have a calendar or list of its own?
const opensPicker = (el) => {
  const called = `${el.id} ${attribute(el, "class") || ""} ${attribute(el, "placeholder") || ""}`;
  return el.hasAttribute("aria-haspopup") || el.hasAttribute("aria-expanded") || roleOf(el) === "combobox" || /date|time|pick|calendar|month|select/i.test(called) || typeof el.onclick === "function";
};

// A slider or a spinner that only keys move.
function gauge(el) {
  const number = (name) => { const text = attribute(el, name); return text === null || text === "" || isNaN(text) ? null : Number(text); };
  return { now: number("aria-valuenow"), min: number("aria-valuemin"), max: number("aria-valuemax"), text: attribute(el, "aria-valuetext") || "",
    focused: deepActive() === el };
}
const moved = async (el, from) => {
  const key = () => `${attribute(el, "aria-valuenow")}|${attribute(el, "aria-valuetext")}`;
  await waitUntil(key, (now, calm, past) => (now === from ? past >= 240 : calm >= 40 || past >= 500));
  return { ...gauge(el), key: key() };
};

Object.assign(jobs, {
  tryValue, spinLimits, setValue, readBack, emptied, selectAll, mayLeave, leave, others, stateOf, isToggle, onlyLinked, opensPicker, stateStays, gauge, moved,
});
