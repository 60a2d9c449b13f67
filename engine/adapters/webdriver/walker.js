// One look at one document. arguments[0]: {elements: most elements, nodes: most nodes visited}.
// Returns {elements, nodes, frames, frameNodes, forms, headings, text, view, loading, url, title}: `nodes[i]` is the
// element that `elements[i]` describes; boxes are CSS pixels of this document's viewport.

const limits = arguments[0];
const found = { elements: [], nodes: [], frames: [], frameNodes: [], forms: [], headings: [] };
const told = new Map();  // element that tells of something → is it an error?
const dialogs = [];
const words = { root: null, text: "" };
const formIndex = new Map();
const steps = new WeakMap();
const view = { width: innerWidth, height: innerHeight };
let visited = 0, heading = "", busy = false;

const modals = Array.from(document.querySelectorAll("dialog:modal"));
const modal = modals.length ? modals[modals.length - 1] : null;

// An element's step in an absolute path: indexed only where siblings share its tag.
function stepOf(el) {
  const parent = el.parentNode;
  if (!parent) return lower(el);
  let known = steps.get(parent);
  if (!known) {
    const counts = new Map(), order = [];
    for (const child of parent.children) {
      const n = (counts.get(child.localName) || 0) + 1;
      counts.set(child.localName, n);
      order.push([child, n]);
    }
    known = new Map(order.map(([child, n]) =>
      [child, counts.get(child.localName) > 1 ? `${lower(child)}[${n}]` : lower(child)]));
    steps.set(parent, known);
  }
  return known.get(el);
}
function xpathOf(el) {
  const parts = [];
  for (let node = el; node; node = node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null)) {
    parts.push(stepOf(node));
  }
  return "/" + parts.reverse().join("/");
}

function attributesOf(el, secret) {
  const shown = [];
  for (const { name, value } of el.attributes) {
    if (shown.length >= 30) break;
    if (secret && !["type", "name", "id", "class", "placeholder", "autocomplete", "aria-label"].includes(name)) continue;
    shown.push([name, value.length > 240 ? value.slice(0, 120) + value.slice(-120) : value]);
  }
  return shown;
}

function indexOfForm(form) {
  if (!formIndex.has(form)) {
    formIndex.set(form, found.forms.length);
    found.forms.push({
      name: nameOf(form) || legendOf(form) || headingIn(form) || heading,
      role: roleOf(form) === "form" && form.closest("search,[role=search]") ? "search" : roleOf(form),
      method: methodOf(attribute(form, "method")), action: address(attribute(form, "action")),
    });
  }
  return formIndex.get(form);
}
const legendOf = (form) => {
  const legend = form.querySelector("legend");
  return legend ? visibleText(legend, 120) : "";
};
// The box to click: an element's own, or that of the visible label of a hidden checkbox, radio or file field.
function boxOf(el) {
  const own = el.getBoundingClientRect();
  if (own.width > 2 && own.height > 2 || !CLICK_TYPES.has(inputType(el)) || !el.labels) return own;
  for (const label of el.labels) {
    const box = label.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && isShown(label)) return box;
  }
  return own;
}
function coveredBy(el, box) {
  const left = Math.max(box.left, 0), right = Math.min(box.right, view.width);
  const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, view.height);
  if (left >= right || top >= bottom) return "";
  const hit = hitAt((left + right) / 2, (top + bottom) / 2);
  if (!hit || hit === el || hit.contains(el) || el.contains(hit)) return "";
  if (flatPath(hit).some((node) => node === el || (node.localName === "label" && node.control === el))) return "";
  if (flatPath(el).includes(hit)) return "";
  return coverName(hit, el);
}

function describe(el, role, inherited) {
  const kind = kindOf(el), secret = isSecret(el), box = boxOf(el), name = nameOf(el);
  const states = statesOf(el, role);
  if (inherited.disabled && !states.includes("disabled")) states.push("disabled");
  if (secret && el.value) states.push("filled");
  const notes = byIds(el, "aria-describedby").concat(byIds(el, "aria-errormessage"));
  if (states.includes("invalid")) noteInvalid(el);
  const title = collapse(attribute(el, "title") || "");
  const form = formOf(senderOf(el) || el);
  found.nodes.push(el);
  found.elements.push({
    tag: lower(el), role, name, kind, secret, states,
    text: kind ? "" : visibleText(el),
    box: [box.x, box.y, box.width, box.height],
    value: secret ? "" : valueOf(el, kind, role),
    placeholder: collapse(attribute(el, "placeholder") || attribute(el, "aria-placeholder") || ""),
    description: collapse(notes.map((one) => visibleText(one)).join(" ")) || (title !== name ? title : ""),
    href: typeof el.href === "string" ? el.href : "",
    options: el.localName === "select" ? Array.from(el.options).slice(0, 200).map((one) => collapse(one.label)) : [],
    seen: box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0 && box.left < view.width && box.top < view.height,
    covered: coveredBy(el, box),
    form: form ? indexOfForm(form) : -1,
    submits: submissionOf(el),
    heading, landmark: inherited.landmark, context: "", up: -1,
    field: kind ? attribute(el, "name") || "" : "",
    attributes: attributesOf(el, secret), xpath: xpathOf(el),
  });
}

const LISTS = new Set(["ul", "ol", "menu"]);  // a hand as cursor over a list stands for its items
function isRelevant(el, role, style, inherited) {
  const tag = el.localName;
  if (tag === "input") return el.type !== "hidden";
  if (tag === "button" || tag === "select" || tag === "textarea") return true;
  if (tag === "summary") return el.parentElement && el.parentElement.localName === "details";
  if ((tag === "a" || tag === "area") && el.hasAttribute("href")) return true;
  if (tag === "option" || tag === "label" && el.control && (isShown(el.control) || !isSender(el.control)) || tag === "body" || tag === "html") return false;
  if (ACTING.has(role) || isEditable(el) || tag === "label" && el.control) return true;
  if (el.hasAttribute("tabindex") && el.tabIndex >= 0) return tag !== "iframe";
  if (inherited.leaf) return false;
  if (LISTS.has(tag) || role === "listbox") return false;
  return typeof el.onclick === "function" || (style.cursor === "pointer" && !inherited.pointer);
}

function noteFrame(el, covered, landmark) {
  const box = el.getBoundingClientRect(), style = getComputedStyle(el);
  if (box.width < 4 || box.height < 4 || found.frames.length >= 30) return;
  found.frameNodes.push(el);
  found.frames.push({
    at: found.elements.length, covered,
    x: box.x + el.clientLeft + parseFloat(style.paddingLeft), y: box.y + el.clientTop + parseFloat(style.paddingTop),
    width: el.clientWidth, height: el.clientHeight, heading, landmark,
  });
}

function noteHeading(el) {
  const text = visibleText(el);
  if (!text) return;
  heading = text;
  const level = parseInt(attribute(el, "aria-level") || el.tagName.slice(1), 10) || 2;
  if (found.headings.length < 500) found.headings.push([level, text]);
}

function visit(el, inherited) {
  if (visited++ > limits.nodes) return;
  const style = getComputedStyle(el);
  if (style.display === "none") {
    if (CLICK_TYPES.has(inputType(el)) && el.labels && Array.from(el.labels).some(isShown) && !inherited.hidden) {
      describe(el, roleOf(el), inherited);
    }
    return;
  }
  if (el.inert || attribute(el, "aria-hidden") === "true") return;
  const role = roleOf(el);
  const inner = {
    hidden: inherited.hidden && el !== modal,
    pointer: inherited.pointer || style.cursor === "pointer" && !LISTS.has(el.localName) && role !== "listbox",
    leaf: inherited.leaf,
    landmark: landmarkOf(el, role, style, inherited),
    reads: inherited.reads || el === words.root, seen: style.visibility === "visible",
    disabled: inherited.disabled || attribute(el, "aria-disabled") === "true",
  };
  if (!inner.hidden && style.visibility === "visible") {
    if (role === "heading") noteHeading(el);
    if (role === "alert" || role === "status" || LIVE.has(attribute(el, "aria-live"))) told.set(el, role === "alert");
    if (attribute(el, "aria-busy") === "true" || role === "progressbar" && !el.hasAttribute("value")) busy ||= inView(el);
    if (el.localName === "iframe" || el.localName === "frame") noteFrame(el, coveredBy(el, el.getBoundingClientRect()), inner.landmark);
    if (found.elements.length < limits.elements && isRelevant(el, role, style, inherited)) {
      const box = boxOf(el);
      if (box.width > 0 && box.height > 0) {
        describe(el, role, inherited);
        inner.leaf = inner.leaf || ACTING.has(role) || el.localName === "summary";
      }
    }
  }
  if (style.contentVisibility === "hidden" || ["select", "textarea", "svg", "video", "audio"].includes(el.localName)) return;
  inner.reads &&= !inner.hidden && words.text.length < 8000;
  if (inner.reads) words.text += edgeOf(el, style);
  descend(el, inner);
  if (inner.reads) words.text += edgeOf(el, style);
}
// What parts the words of an element from those around it: a new line, a blank or nothing.
function edgeOf(el, style) {
  if (el.localName === "br") return "\n";
  if (style.display === "inline") return el.localName === "button" || parseFloat(style.marginLeft) >= 2 ? " " : "";
  if (style.display === "contents") return "";
  return style.display.startsWith("inline") || style.display === "table-cell" || el.localName === "button" ? " " : "\n";
}
function landmarkOf(el, role, style, inherited) {
  const kind = dialogKind(el, role, style);
  if (kind && !inherited.hidden) dialogs.push({ el, kind });
  if (kind) return "dialog";
  return isLandmark(el, role) && (inherited.landmark !== "dialog" || role === "search") ? role : inherited.landmark;
}
// A form is a landmark only where it has a name of its own.
function isLandmark(el, role) {
  return LANDMARKS.has(role) && (role !== "form" || ["aria-label", "aria-labelledby", "title"].some((name) => el.hasAttribute(name)));
}
function inView(el) {
  const box = el.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < view.height;
}
function descend(el, inner) {
  const closed = el.localName === "details" && !el.open;
  let summary = false;
  for (const child of flatChildren(el)) {
    if (child.nodeType === 3 && inner.reads && inner.seen && !closed) words.text += child.data.slice(0, 4000).replace(/\s+/g, " ");
    if (child.nodeType !== 1) continue;
    if (closed && (summary || child.localName !== "summary")) continue;
    summary = closed;
    visit(child, inner);
  }
}

// Elements that share role and label are told apart by the largest part of the page that holds only one of them.
function tellApart() {
  const groups = new Map();
  found.elements.forEach((one, i) => {
    const key = `${one.role}|${one.name || one.text}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(i);
  });
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const paths = group.map((i) => flatPath(found.nodes[i], 40));
    group.forEach((i, n) => {
      const others = new Set([...(paths[n - 1] || []), ...(paths[n + 1] || [])]);
      const up = paths[n].findIndex((node) => others.has(node)) - 1;
      if (up < 1) return;
      found.elements[i].context = itemWords(paths[n][up], found.nodes[i]);
      found.elements[i].up = up;
    });
    tellMore(group, paths);
  }
}
// Titles that several rows share are replaced by all the words of each row.
function tellMore(group, paths) {
  const counts = new Map();
  for (const i of group) counts.set(found.elements[i].context, (counts.get(found.elements[i].context) || 0) + 1);
  group.forEach((i, n) => {
    const one = found.elements[i];
    if (one.context && counts.get(one.context) > 1) one.context = allWords(paths[n][one.up], found.nodes[i]) || one.context;
  });
  if (new Set(group.map((i) => found.elements[i].context)).size === 1) for (const i of group) found.elements[i].context = "";
}

function mainText() {
  const text = words.text || (document.body ? (document.body.innerText || "").slice(0, 8000) : "");
  return text.replace(/[^\S\n]+/g, " ").replace(/\s*\n\s*/g, "\n").trim().slice(0, 4000);
}

const body = document.body;
words.root = modal || Array.from(document.querySelectorAll("main,[role=main]")).find(isShown) ||
  Array.from(document.querySelectorAll("article")).find(isShown) || body;
if (body) visit(body, { hidden: !!modal, pointer: false, leaf: false, landmark: "", disabled: false, reads: false });
tellApart();
const described = new Set(found.nodes);
for (const [form, index] of formIndex) Object.assign(found.forms[index], sendingOf(form, described));
const scroller = mainScroller(), text = mainText();
return Object.assign(found, {
  text, url: document.URL, origin: String(self.origin), title: document.title, alerts: alerts(), modal: modalName(),
  language: attribute(document.documentElement, "lang") || "",
  loading: document.readyState === "loading" || busy || isWaiting(text),
  hidden: document.hidden, status: (performance.getEntriesByType("navigation")[0] || {}).responseStatus || 0,
  view: scroller ? [innerWidth, innerHeight, scroller.scrollLeft, scroller.scrollTop, scroller.scrollHeight] :
    [innerWidth, innerHeight, 0, 0, innerHeight],
});
