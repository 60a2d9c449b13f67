// Why an element is held to be something that can be pressed or filled, "" where it is not. Placed after noticing.js.

const CONTROLS_WITHIN = "a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[tabindex='0']";
const LISTS = new Set(["ul", "ol", "menu"]);  // a hand as cursor over a list stands for its items
const GROUPS = new Set(["ul", "ol", "menu", "table", "tbody", "thead", "tfoot", "listbox", "list", "grid"]);
const PRESS_PROPS = ["onclick", "onmousedown", "onmouseup", "onpointerdown", "onpointerup", "ontouchstart", "ondblclick"];
const PRESS_NAMES = /^(on)?(click|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|dblclick)$/i;
const CUSTOM_NAMES = /button|toggle|switch|checkbox|radio|chip|link$|menu-item|option|slider/;

const heardOf = new Set();  // elements that the driver saw a listener on
let unheard = false;  // the driver could not tell of this document
const rows = new Set();  // elements that a listener further up acts for

// Take what listening.js found in this document.
function hear(found) {
  for (const top of [document, document.documentElement, document.body]) if (top) ownListeners(top);
  const told = found && found[keyOf(document)];
  unheard = !told;
  if (!told) return;
  const all = told.at.length ? everyElement(document) : [];
  for (const [place, mark] of told.at) if (all[place] && markOf(all[place]) === mark) heardOf.add(all[place]);
  for (const selector of told.selectors) takeRows(document, selector);
}
function takeRows(root, selector) {
  try {
    for (const el of root.querySelectorAll(selector)) if (rows.size < 3000) rows.add(el);
  } catch { /* not a selector after all */ }
}

// Listeners that frameworks keep on the elements themselves, while the true one sits on the root of the page.
function ownListeners(el) {
  for (const key of Object.keys(el)) {
    const held = el[key];
    if ((typeof held === "function" || Array.isArray(held)) && /^(\$\$|__)/.test(key) && PRESS_NAMES.test(key.slice(2))) return true;
    if (!held || typeof held !== "object") continue;
    if (key.startsWith("__reactProps$") || key.startsWith("__reactEventHandlers$") || key === "_vei") {
      if (Object.keys(held).some((name) => PRESS_NAMES.test(name) && held[name])) return true;
    } else if (/^jQuery\d/.test(key) && held.events && typeof held.events === "object") {
      if (jqueryListens(el, held.events)) return true;
    }
  }
  return false;
}
function jqueryListens(el, events) {
  const all = Object.keys(events).filter((name) => PRESS_NAMES.test(name)).flatMap((name) => Array.from(events[name]));
  for (const one of all) if (one && one.selector) takeRows(el, String(one.selector));
  if (all.some((one) => one && one.selector)) heardOf.delete(el);
  return all.some((one) => one && !one.selector);
}
const isReactRoot = (el) => Object.keys(el).some((key) => key.startsWith("__reactContainer$") || key === "_reactRootContainer");

// The equals below an element that listens: rows, items, or the largest family of children of one kind.
function itemsOf(el, depth = 0) {
  if (["table", "tbody", "thead"].includes(el.localName)) {
    return Array.from(el.querySelectorAll("tr")).filter((row) => row.querySelector("td"));
  }
  const families = new Map();
  for (const child of el.children) {
    const key = markOf(child);
    if (!families.has(key)) families.set(key, []);
    families.get(key).push(child);
  }
  const largest = Array.from(families.values()).sort((a, b) => b.length - a.length)[0] || [];
  if (LISTS.has(el.localName) || largest.length > 1 && isFamily(largest)) return largest;
  return depth < 3 && el.children.length === 1 ? itemsOf(el.children[0], depth + 1) : [];
}
const ITEM_TAGS = new Set(["li", "div", "article", "section", "figure", "span", "tr", "td", "dt", "dd"]);
const isFamily = (group) => ITEM_TAGS.has(group[0].localName) &&
  group.slice(0, 10).every((one) => one.textContent.trim() || one.querySelector("img,svg"));

// Does something listen here, for itself and not only for what lies in it?
function listens(el, style) {
  if (rows.has(el)) return true;
  if (!(heardOf.has(el) || unheard && PRESS_PROPS.some((name) => typeof el[name] === "function") || ownListeners(el) && !isReactRoot(el))) return false;
  if (el.localName === "canvas" || rows.has(el)) return true;
  if (isReactRoot(el)) return false;
  const items = itemsOf(el).filter((one) => !one.querySelector(CONTROLS_WITHIN));
  if (items.length > (LISTS.has(el.localName) ? 0 : 1)) {
    for (const one of items.slice(0, 2000)) rows.add(one);
    return false;
  }
  return style.cursor === "pointer" || standsAlone(el);
}
// A wrapper that hears what bubbles up from its controls is none itself, nor is an empty sheet over the page.
function standsAlone(el) {
  const box = el.getBoundingClientRect(), wide = box.width * box.height > innerWidth * innerHeight / 2;
  if (wide) return false;
  return !el.querySelector(CONTROLS_WITHIN) || !!el.querySelector("h1,h2,h3,h4,h5,h6,[role=heading]");
}
// Is the hand over an element meant for the equals in it, rather than for the whole?
function isGroup(el, role) {
  if (GROUPS.has(el.localName) || GROUPS.has(role) || el.localName === "body" || el.localName === "html") return true;
  if (el.children.length < 3 || el.querySelector(":scope > h1,:scope > h2,:scope > h3,:scope > h4")) return false;
  const key = markOf(el.children[0]);
  return key.includes(" ") && key.length > el.children[0].localName.length + 1 && Array.from(el.children).every((one) => markOf(one) === key) &&
    isFamily(Array.from(el.children)) && ["div", "li", "article"].includes(el.children[0].localName);
}
// Is there something in a drawing that can be pressed by itself?
let drawings = null;
function holdsShapes(svg) {
  drawings ||= new Set(Array.from(heardOf, (el) => el.ownerSVGElement).filter(Boolean));
  return drawings.has(svg) || !!svg.querySelector("a,svg,[tabindex],[role=button],[role=link],[onclick]");
}
function isLoneCustom(el) {
  if (!el.localName.includes("-") || !(isAssociated(el) || CUSTOM_NAMES.test(el.localName))) return false;
  const shadow = shadowOf(el);
  return !el.querySelector(CONTROLS_WITHIN) && !(shadow && deepFind(shadow, CONTROLS_WITHIN));
}
function deepFind(root, selector) {
  if (root.querySelector(selector)) return true;
  return Array.from(root.querySelectorAll("*")).slice(0, 50).some((el) => shadowOf(el) && deepFind(shadowOf(el), selector));
}

// In a row that is pressed as a whole: an icon with a name of its own, or a hand of its own, does something else.
function standsOut(el, role, style) {
  if (style.cursor !== "pointer" || el.localName === "img" || el.querySelector(CONTROLS_WITHIN)) return false;
  const named = attribute(el, "title") || attribute(el, "data-tooltip") || role === "img" && attribute(el, "aria-label");
  return !!named && named.length <= 40 && el.textContent.trim().length <= 3 || el.style.cursor === "pointer";
}
const NATIVES = new Set(["button", "select", "textarea"]);
const isSummary = (el) => el.localName === "summary" && !!el.parentElement && el.parentElement.localName === "details";
// `hand`: the cursor over it says that it can be pressed, and over what holds it does not.
function whyOf(el, role, style, bare, outer, hand) {
  const tag = el.localName;
  if (tag === "input" && el.type !== "hidden" || NATIVES.has(tag) || isSummary(el)) return "native";
  if ((tag === "a" || tag === "area") && el.hasAttribute("href")) return "native";
  if (tag === "body" && isEditable(el)) return "editable";  // the frame of an editor
  if (["input", "summary", "option", "body", "html", "script", "style"].includes(tag)) return "";
  if (tag === "label" && el.control) return isShown(el.control) || !isSender(el.control) ? "" : "native";
  if (ACTING.has(role)) return "role";
  if (!bare && isEditable(el)) return "editable";
  if (!bare && el.hasAttribute("tabindex") && el.tabIndex >= 0) return tag === "iframe" ? "" : "focusable";
  if (outer.leaf) return "";
  if (listens(el, style)) return "listener";
  if (outer.pointer && !bare && standsOut(el, role, style)) return "pointer";
  return hand ? "pointer" : isLoneCustom(el) ? "custom" : "";
}
// One thing that a page tells of twice: an item, and in it, with the same words, all that can be pressed there.
function withoutDoubles(candidates) {
  const doubles = new Set();
  for (let i = 1; i < candidates.length; i++) {
    const outer = candidates[i - 1], inner = candidates[i];
    if (outer.why === "native" || !outer.why || !inner.why || !outer.el.contains(inner.el) || isField(inner.el)) continue;
    const words = outer.el.textContent.trim();
    if (!words || words.length > 200 || words !== inner.el.textContent.trim() || attribute(outer.el, "aria-label")) continue;
    if (i + 1 < candidates.length && outer.el.contains(candidates[i + 1].el) || !ACTING.has(inner.role)) continue;
    const leads = inner.el.localName === "button" || !/^#/.test(attribute(inner.el, "href") || "#");
    doubles.add(ACTING.has(outer.role) && !leads ? inner : outer);
  }
  return doubles.size ? candidates.filter((one) => !doubles.has(one)) : candidates;
}
