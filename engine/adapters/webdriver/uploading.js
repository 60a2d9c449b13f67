// File fields, and the clipboard. Placed after choosing.js.

const isFile = (el) => inputType(el) === "file";
// The file fields that an element is, names, holds, or closely stands beside.
function fileFields(el) {
  if (isFile(el)) return [el];
  const label = flatPath(el, 6).find((node) => node.localName === "label" && node.control && isFile(node.control));
  if (label) return [label.control];
  const named = ["aria-controls", "aria-owns"].flatMap((name) => byIds(el, name)).filter(isFile);
  if (named.length) return named;
  const inner = within(el, "input[type=file]");
  if (inner.length) return inner;
  if (senderOf(el)) return [];
  for (const node of flatPath(el, 5).slice(1)) {
    if (["body", "html", "main"].includes(node.localName)) break;
    const near = within(node, "input[type=file]");
    if (near.length) return near;
    if (node.localName === "form") break;
  }
  return [];
}
function fileField(el) {
  const all = fileFields(el), one = all.length === 1 ? all[0] : null;
  return { input: one, several: all.length > 1 ? all.map((each) => nameOf(each) || attribute(each, "name") || "unnamed") : [],
    accept: one ? attribute(one, "accept") || "" : "", multiple: !!one && one.multiple, folder: !!one && one.webkitdirectory,
    disabled: !!one && isDisabled(one), sends: !!senderOf(el) };
}
const fileNames = async (el) => {
  const names = await stable(() => Array.from(el.files, (file) => file.name).join("\n"), 300, 1200);
  return names.split("\n").filter(Boolean);
};
// How often the page shows these names.
const saysNames = (names) => {
  const text = document.body ? document.body.innerText : "";
  return names.map((name) => text.split(name).length - 1);
};

// --- The clipboard.

// Where a selection begins or ends, in a form that can leave the page: element, number of the text node in it, offset.
const pointOf = (node, offset) => (!node ? null : node.nodeType === 1 ? [node, -1, offset] :
  node.parentElement ? [node.parentElement, Array.prototype.indexOf.call(node.parentElement.childNodes, node), offset] : null);
function selection() {
  const el = deepActive(), chosen = document.getSelection();
  const field = el && "selectionStart" in el && el.selectionStart !== null ? [el.selectionStart, el.selectionEnd] : null;
  return { active: el, field, from: pointOf(chosen.anchorNode, chosen.anchorOffset), to: pointOf(chosen.focusNode, chosen.focusOffset) };
}
function restore(was) {
  const chosen = document.getSelection(), at = ([el, child, offset]) => [child < 0 ? el : el.childNodes[child] || el, offset];
  const active = deepActive();
  if (was.active && was.active !== active) {
    if (was.active === document.body) { if (active) active.blur(); } else was.active.focus({ preventScroll: true });
  }
  if (was.field && was.active.setSelectionRange) was.active.setSelectionRange(...was.field);
  else if (was.from && was.to) { try { chosen.setBaseAndExtent(...at(was.from), ...at(was.to)); } catch { chosen.removeAllRanges(); } }
  else chosen.removeAllRanges();
}
// Select the text of an element, which changes nothing but the selection.
function selectText(el) {
  if (typeof el.select === "function" && "value" in el) { el.focus({ preventScroll: true }); el.select(); return el.value; }
  window.focus();
  document.getSelection().selectAllChildren(el);
  return document.getSelection().toString() || visibleText(el, 2000);
}
// What is selected now: its text, or why it is not to be copied.
function selected() {
  const el = deepActive();
  if (el && ["iframe", "frame"].includes(el.localName)) return { frame: el, text: "", secret: false };
  if (el && isSecret(el)) return { frame: null, text: "", secret: true };
  const inField = el && "selectionStart" in el && el.selectionStart !== null ? el.value.slice(el.selectionStart, el.selectionEnd) : "";
  return { frame: null, text: inField || document.getSelection().toString(), secret: false };
}
// Wait for a field to hold something else than before; only lengths and sums of a secret one are compared.
function measure(el) {
  const value = held(el), secret = isSecret(el);
  return { holds: secret ? "" : value.slice(0, 500), secret, length: value.length, sum: shortHash(value) };
}
async function pasted(el, was) {
  await waitUntil(() => held(el), (now, calm, past) => (shortHash(now) === was ? past >= 1200 : calm >= 120 || past >= 1800));
  return measure(el);
}

Object.assign(jobs, { fileField, fileNames, saysNames, selection, restore, selectText, selected, measure, pasted });
