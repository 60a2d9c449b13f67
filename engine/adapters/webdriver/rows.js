// What tells a row, card or list item from its equals, and what stands beside a field. Placed after names.js.

// What the words of a row are not: those of its controls, and of links that lead nowhere or that other rows have too.
const isControl = (el) => ["button", "summary"].includes(el.localName) || attribute(el, "contenteditable") === "true" ||
  ACTING.has(attribute(el, "role")) && attribute(el, "role") !== "link";
let linkCounts = null;
function isActionLink(el) {
  if (el.localName !== "a") return false;
  const words = (link) => link.textContent.trim().slice(0, 120);
  if (/^(#|javascript:|$)/i.test((attribute(el, "href") || "").trim())) return true;
  if (!linkCounts) {
    linkCounts = new Map();
    for (const link of document.links) linkCounts.set(words(link), (linkCounts.get(words(link)) || 0) + 1);
  }
  return linkCounts.get(words(el)) > 1;
}
const leaver = (skip, labels, links) => (el) => el === skip || isControl(el) ||
  (el.localName === "label" && !!el.control && (!labels || el.control === skip)) || (!links && isActionLink(el));
function tellingText(root, skip) {
  for (const [labels, links] of [[false, false], [true, false], [true, true]]) {
    const text = visibleText(root, 120, leaver(skip, labels, links));
    if (/[\p{L}\p{N}]/u.test(text)) return text;
  }
  const image = Array.from(root.querySelectorAll("img[alt]")).find((one) => one !== skip && attribute(one, "alt").trim());
  return image ? collapse(attribute(image, "alt"), 120) : "";
}
const rowTitles = new WeakMap();  // of rows, in which a control is skipped whichever it is
function rowTitle(row, skip) {
  if (!isControl(skip)) return rowTitleBut(row, skip);
  if (!rowTitles.has(row)) rowTitles.set(row, rowTitleBut(row, skip));
  return rowTitles.get(row);
}
function rowTitleBut(row, skip) {
  const head = row.querySelector("th[scope=row],[role=rowheader],th");
  const cells = Array.from(row.children).filter((cell) => /^t[dh]$/.test(cell.localName) || /cell$/.test(attribute(cell, "role") || ""));
  for (const cell of head ? [head, ...cells] : cells) {
    const text = tellingText(cell, skip);
    if (/\p{L}/u.test(text)) return text;
  }
  return "";
}
// The words that tell a row, card or list item from its equals: its title; and all its words, where titles are equal.
function itemWords(item, skip) {
  const row = item.localName === "tr" || attribute(item, "role") === "row";
  const title = row && rowTitle(item, skip) || headingIn(item, leaver(skip, false, true));
  if (title) return title;
  const named = item.hasAttribute("aria-label") || item.hasAttribute("aria-labelledby") ? nameOf(item) : "";
  return named || allWords(item, skip);
}
function allWords(item, skip) {
  const text = tellingText(item, skip);
  if (text) return text;
  const other = Array.from(item.querySelectorAll("a[href],button,summary,[role=button],[role=tab]"))
    .find((one) => one !== skip && visibleText(one, 120));
  return other ? visibleText(other, 120) : "";
}

// The words that stand beside a field without a name of its own: left of it or above it, and right of what is ticked.
const FIELD_ROLE = /^(textbox|searchbox|combobox|listbox|spinbutton|slider|checkbox|radio|switch|menuitem(checkbox|radio))$/;
const FIELDS = "input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]),select,textarea," +
  "[contenteditable='true'],[contenteditable=''],[role=textbox],[role=combobox],[role=checkbox],[role=radio],[role=switch],[role=slider]";
const BOUNDS = /^(form|fieldset|body|html|main|section|article|li|tr|table|dialog|nav|header|footer|aside)$/;
const besides = new WeakMap();
function besideOf(el) {
  if (!besides.has(el)) besides.set(el, wordsBeside(el));
  return besides.get(el);
}
function wordsBeside(el) {
  const box = el.getBoundingClientRect(), cell = el.closest("td,th,[role=cell],[role=gridcell]"), role = roleOf(el);
  const ticked = /checkbox|radio/.test(role), after = () => scan(el, box, false, sameLine);
  if (ticked || role === "switch") return ticked ? after() || scan(el, box, true, sameLine) : scan(el, box, true, sameLine) || after();
  return cell && headersOf(cell, el)[1] || scan(firstOf(el), box, true, (a, b) => sameLine(a, b) || over(a, b)) || drawnOn(el, box) || cell && cellAbove(cell) || "";
}
// Of fields in a row with nothing between them ("12", "03", "1999"), the first: they share its words.
function firstOf(el) {
  for (let n = 0; n < 12; n++) {
    const before = el.previousElementSibling;
    if (!before || !before.matches(FIELDS) || before.labels && before.labels.length || before.hasAttribute("aria-label")) break;
    if (/[\p{L}\p{N}]/u.test((el.previousSibling === before ? "" : el.previousSibling.data) || "")) break;
    el = before;
  }
  return el;
}
const sameLine = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= 0.4 * Math.min(a.height, b.height);
const over = (a, b) => a.bottom <= b.top + 4 && b.top - a.bottom < 48 && a.left < b.right && a.right > b.left;
// From an element on, backward or forward, and from what holds it: the nearest words, up to the next field.
function scan(el, box, back, fits) {
  for (let node = el, up = 0; node && up < 5 && !BOUNDS.test(up ? node.localName : ""); node = flatParent(node), up++) {
    let text = "", one = node;
    for (let n = 0; n < 12; n++) {
      one = back ? one.previousSibling : one.nextSibling;
      if (!one || text && one.localName === "br") break;
      const part = pieceOf(one, el);
      if (part === null) return labelFrom(text);
      if (!/[\p{L}\p{N}]/u.test(part) && !text) continue;
      if (part && !fitsAt(one, box, fits)) return labelFrom(text);
      const apart = part && one.nodeType === 1 && isApart(one);
      if (apart && labelFrom(text)) break;
      text = back ? part + text : text + part;
      if (apart && /\p{L}/u.test(text)) break;
    }
    if (/\p{L}/u.test(text)) return labelFrom(text);
  }
  return "";
}
// The words of one node beside a field; null where it is or holds another field, or is the label of one.
function pieceOf(node, el) {
  if (node.nodeType === 3) return node.data.slice(0, 300).replace(/\s+/g, " ");
  if (node.nodeType !== 1 || /^(script|style|noscript|template|br)$/.test(node.localName) || !isShown(node)) return "";
  if (node.matches(FIELDS) || node.querySelector(FIELDS) || node.control && node.control !== el) return null;
  return isControl(node) || node.localName === "a" && node.hasAttribute("href") ? "" : visibleText(node, 120, isControl);
}
function fitsAt(node, box, fits) {
  const range = document.createRange();
  range.selectNode(node);
  const part = node.nodeType === 1 ? node.getBoundingClientRect() : range.getBoundingClientRect();
  return part.width <= 1 || fits(part, box);  // what is hidden from the eye alone lies anywhere
}
const labelFrom = (text) => {
  const plain = collapse(text, 120).replace(/[\s:*]+$/, "").replace(/^[\s*]+/, "");
  return plain.length <= 80 && /\p{L}/u.test(plain) ? plain : "";
};
// A label that the page draws on the field, or that it ties to nothing, after it.
function drawnOn(el, box) {
  for (let node = el, up = 0; node && up < 2 && !BOUNDS.test(node.localName); node = node.parentElement, up++) {
    if (up && node.querySelectorAll(FIELDS).length !== 1) break;
    for (let one = node.nextElementSibling, n = 0; one && n < 3; one = one.nextElementSibling, n++) {
      const part = one.getBoundingClientRect();
      const inside = part.top >= box.top - 12 && part.bottom <= box.bottom + 4 && part.left >= box.left - 4 && part.right <= box.right + 4;
      const words = one.localName === "label" && !one.control || inside && part.width > 0 ? pieceOf(one, el) : "";
      if (words === null) break;
      if (labelFrom(words)) return labelFrom(words);
    }
  }
  return "";
}
function cellAbove(cell) {
  const row = cell.parentElement.previousElementSibling;
  const head = row && row.cells && row.cells.length === cell.parentElement.children.length ? row.cells[cell.cellIndex] : null;
  return head && !head.querySelector(FIELDS) ? labelFrom(visibleText(head, 120, isControl)) : "";
}

// The images that an area of a map lies on, and where on them.
function imagesOf(area) {
  const map = area.closest("map"), name = map && (attribute(map, "name") || map.id);
  return name ? Array.from(area.getRootNode().querySelectorAll("img[usemap]")).filter((one) => attribute(one, "usemap") === `#${name}` && isShown(one)) : [];
}
function areaRect(area, image) {
  const box = image.getBoundingClientRect(), at = (attribute(area, "coords") || "").split(",").map(Number);
  const style = getComputedStyle(image);
  const left = box.x + image.clientLeft + parseFloat(style.paddingLeft), top = box.y + image.clientTop + parseFloat(style.paddingTop);
  if (attribute(area, "shape") === "circle") return new DOMRect(left + at[0] - at[2], top + at[1] - at[2], 2 * at[2], 2 * at[2]);
  if (attribute(area, "shape") === "default" || at.length < 4) return box;
  const xs = at.filter((_, i) => i % 2 === 0), ys = at.filter((_, i) => i % 2 === 1);
  const x = Math.min(...xs), y = Math.min(...ys);
  return new DOMRect(left + x, top + y, Math.max(...xs) - x, Math.max(...ys) - y);
}
