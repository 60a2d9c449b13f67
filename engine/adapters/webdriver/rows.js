// What tells a row, card or list item from its equals, and which headers a cell stands under. Placed after names.js.

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
