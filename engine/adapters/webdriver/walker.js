// One look at one document. arguments[0]: {elements: most elements, nodes: most nodes visited, heard: what listening.js
// found, inside: one node in each closed shadow root that is known}.
// Returns [JSON, nodes, frames, hosts]: `nodes[i]` is the element that `elements[i]` of the JSON describes, `hosts` may
// hide closed roots; boxes are CSS pixels of this document's viewport, and what is empty is left out of an element.

const limits = arguments[0];
const found = { elements: [], frames: [], forms: [], headings: [] };
const nodes = [], frameNodes = [], customHosts = [], plainHosts = [];
const candidates = [];
const told = new Map();  // element that tells of something → is it an error?
const dialogs = [];
const words = { root: null, text: "" };
const formIndex = new Map();
const steps = new WeakMap();
const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight, width: innerWidth, height: innerHeight };
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
const xpaths = new WeakMap();
function xpathOf(el) {
  if (!xpaths.has(el)) {
    const root = el.parentElement ? null : el.getRootNode();
    const above = el.parentElement || (root instanceof ShadowRoot ? root.host : null);
    xpaths.set(el, `${above ? xpathOf(above) : ""}/${stepOf(el)}`);
  }
  return xpaths.get(el);
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
  const image = el.localName === "area" ? imagesOf(el)[0] : null;
  if (image) return areaRect(el, image);
  const own = el.getBoundingClientRect();
  if (own.width > 2 && own.height > 2) return own;
  if (!CLICK_TYPES.has(inputType(el)) || !el.labels) return own.width > 0 ? own : partsOf(el, own);
  for (const label of el.labels) {
    const box = label.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && isShown(label)) return box;
  }
  return own;
}
// What has no box of its own (display: contents, or a link around something that floats) has that of its first part.
function partsOf(el, own) {
  for (const part of Array.from(flatChildren(el)).slice(0, 10)) {
    const box = part.nodeType === 1 ? part.getBoundingClientRect() : null;
    if (box && box.width > 0 && box.height > 0) return box;
  }
  if (own.width > 0 || own.height > 0 || !el.textContent.trim()) return own;
  const range = document.createRange();
  range.selectNodeContents(el);
  return range.getBoundingClientRect();
}
function common(box, part) {
  const left = Math.max(box.left, part.left), right = Math.min(box.right, part.right);
  const top = Math.max(box.top, part.top), bottom = Math.min(box.bottom, part.bottom);
  return left < right && top < bottom ? { left, right, top, bottom } : null;
}
function coveredBy(el, shown) {
  if (!shown) return "";
  const hit = hitAt((shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2);
  if (!hit || hit === el || hit.contains(el) || el.contains(hit)) return "";
  if (flatPath(hit).some((node) => node === el || (node.localName === "label" && node.control === el))) return "";
  if (flatPath(el).includes(hit)) return "";
  return coverName(hit, el);
}

const notEmpty = (value) => value !== "" && value !== false && value !== null && value !== undefined && !(Array.isArray(value) && !value.length);
const items = [];
function describe({ el, role, why, box, clip, place, cell, near }) {
  const kind = kindOf(el), secret = isSecret(el), name = nameOf(el), text = kind || secret ? "" : visibleText(el);
  const states = statesOf(el, role);
  if (place.disabled && !states.includes("disabled")) states.push("disabled", "aria-disabled");
  if (secret && el.value) states.push("filled");
  if (states.includes("invalid")) noteInvalid(el);
  const sender = senderOf(el), form = formOf(sender || el), shown = common(box, clip);
  const [row, column] = cell ? headersOf(cell, el) : ["", ""];
  const all = {
    tag: lower(el), role, name, kind, secret, states, text, why, row, column,
    value: secret ? "" : valueOf(el, kind, role),
    placeholder: collapse(attribute(el, "placeholder") || attribute(el, "aria-placeholder") || ""),
    beside: nameless(el, name) && (kind || FIELD_ROLE.test(role)) ? besideOf(el) : "",
    description: descriptionOf(el, name, text), hints: moreNames(el, name, text),
    href: typeof el.href === "string" ? el.href : "",
    options: el.localName === "select" ? Array.from(el.options).slice(0, 200).map((one) => collapse(one.label)) : [],
    seen: !!shown, covered: coveredBy(el, shown),
    submits: sender && form ? submissionBy(sender, form) : null, heading: near, landmark: place.landmark,
    dialog: place.dialog ? dialogName(place.dialog) : "",
    field: kind ? attribute(el, "name") || "" : "",
    attributes: attributesOf(el, secret), xpath: xpathOf(el),
  };
  const told = { box: [box.x ?? box.left, box.y ?? box.top, box.width, box.height].map((n) => Math.round(n * 100) / 100) };
  for (const key in all) if (notEmpty(all[key])) told[key] = all[key];
  if (form) told.form = indexOfForm(form);
  nodes.push(el);
  items.push(place.item);
  found.elements.push(told);
}
const nameless = (el, name) => !name || name === (attribute(el, "placeholder") || "").trim();
const dialogNames = new Map();
function dialogName(el) {
  if (!dialogNames.has(el)) dialogNames.set(el, wordsOfDialog(el));
  return dialogNames.get(el);
}

// Those described where there are too many: what is in view, then what is nearest to it.
function chosen() {
  const all = withoutDoubles(candidates);
  found.omitted = Math.max(0, all.length - limits.elements);
  if (!found.omitted) return all;
  const far = all.map(({ box, clip }) => common(box, clip) ? -1 :
    Math.max(box.top - view.height, -box.bottom, 0) + Math.max(box.left - view.width, -box.right, 0));
  const ranked = all.map((_, i) => i).sort((a, b) => far[a] - far[b] || a - b).slice(0, limits.elements);
  return ranked.sort((a, b) => a - b).map((i) => all[i]);
}

function noteFrame(el, inherited) {
  const box = el.getBoundingClientRect(), style = getComputedStyle(el);
  if (box.width < 4 || box.height < 4 || found.frames.length >= 30) return;
  frameNodes.push(el);
  found.frames.push({
    at: candidates.length, covered: coveredBy(el, common(box, inherited.around)),
    x: box.x + el.clientLeft + parseFloat(style.paddingLeft), y: box.y + el.clientTop + parseFloat(style.paddingTop),
    width: el.clientWidth, height: el.clientHeight, heading, landmark: inherited.landmark,
    dialog: inherited.dialog ? dialogName(inherited.dialog) : "",
  });
}

function noteHeading(el) {
  const text = visibleText(el);
  if (!text) return;
  heading = text;
  const level = parseInt(attribute(el, "aria-level") || el.tagName.slice(1), 10) || 2;
  if (found.headings.length < 500) found.headings.push([level, text]);
}

// What of an element its parts are seen through: `held` for those placed apart from the flow of the page.
const NOTHING = { left: 0, top: 0, right: 0, bottom: 0 };
function clip(el, style, display, position, parts, outer, inner) {
  inner.around = position === "static" || position === "relative" ? outer.clip : position === "fixed" ? view :
    position === "absolute" ? outer.held : outer.clip;
  inner.clip = inner.around;
  if (inner.around === view && outer.clip !== view) inner.scroller = null;
  if (!parts) return;
  if (display !== "inline" && style.overflowX !== "visible" && el !== document.body && el !== document.documentElement) {
    const box = el.getBoundingClientRect(), left = box.left + el.clientLeft, top = box.top + el.clientTop;
    inner.clip = common({ left, top, right: left + el.clientWidth, bottom: top + el.clientHeight }, inner.around) || NOTHING;
    inner.scroller = el;
  }
  if (position !== "static" || inner.clip !== inner.held && style.transform !== "none") inner.held = inner.clip;
}

// Elements that lists keep for later use, moved to where no scrolling leads.
function isPutAway(box, scroller) {
  return !!scroller && box.bottom <= scroller.getBoundingClientRect().top - scroller.scrollTop - 1;
}

const CLOSED_BOXES = new Set(["select", "textarea", "video", "audio", "canvas"]);  // nothing in them is pressed by itself
// Nor in a drawing, unless it is more than the picture on a button: a chart, a map, a board.
const isClosed = (el, leaf) => CLOSED_BOXES.has(el.localName) || el.localName === "svg" && (leaf || !holdsShapes(el));
function visit(el, outer) {
  if (visited++ > limits.nodes) return;
  const style = getComputedStyle(el), display = style.display, bare = !el.hasAttributes();
  if (display === "none") {
    if (!bare && !outer.hidden && (CLICK_TYPES.has(inputType(el)) && el.labels && Array.from(el.labels).some(isShown) ||
      el.localName === "area" && el.hasAttribute("href") && imagesOf(el).length)) {
      candidates.push({ number: candidates.length, el, role: roleOf(el), why: "native", box: boxOf(el), clip: outer.clip, place: outer, cell: outer.cell, near: heading });
    }
    return;
  }
  if (!bare && (el.inert || attribute(el, "aria-hidden") === "true")) return;
  const role = roleOf(el), shadow = shadowOf(el), parts = !!shadow || !!el.firstElementChild || el.localName === "slot";
  const hand = !outer.pointer && style.cursor === "pointer" && !isGroup(el, role);
  if (bare && !parts) return visitWord(el, role, style, display, outer, hand);
  const inner = {
    hidden: outer.hidden && el !== modal, pointer: outer.pointer, leaf: outer.leaf, around: outer.clip, clip: outer.clip,
    held: outer.held, landmark: outer.landmark, dialog: outer.dialog, cell: outer.cell, scroller: outer.scroller, item: outer.item,
    reads: outer.reads || el === words.root, seen: true,
    disabled: outer.disabled || !bare && attribute(el, "aria-disabled") === "true",
  };
  inner.pointer ||= hand;
  if (!bare) noteClass(el);
  const position = style.position;
  clip(el, style, display, position, parts, outer, inner);
  if (role || !bare || position === "fixed") place(el, role, style, position, outer, inner);
  if (!inner.hidden) note(el, role, style, bare, outer, inner, hand);
  if (isClosed(el, inner.leaf) || parts && !bare && style.contentVisibility === "hidden") return;
  if (!shadow) mayHost(el, parts);
  inner.reads &&= !inner.hidden && el.localName !== "svg" && words.text.length < 8000 && !hidesWords(el);
  inner.seen = !inner.reads || style.visibility === "visible";
  const edge = inner.reads ? edgeOf(el, style, display) : "";
  words.text += edge;
  if (el.localName === "img" && inner.reads && inner.seen) words.text += ` ${attribute(el, "alt") || ""} `;
  descend(el, inner, shadow);
  words.text += edge;
}
// An element with neither attributes nor parts, as most are: nothing but its words, unless something listens to it.
function visitWord(el, role, style, display, outer, hand) {
  if (!outer.hidden) note(el, role, style, true, outer, outer, hand);
  if (CLOSED_BOXES.has(el.localName)) return;
  mayHost(el, false);
  if (!outer.reads || outer.hidden || words.text.length >= 8000) return;
  const edge = edgeOf(el, style, display);
  words.text += edge + (style.visibility === "visible" ? el.textContent.slice(0, 4000).replace(/\s+/g, " ") : "") + edge;
}
function place(el, role, style, position, outer, inner) {
  inner.landmark = landmarkOf(el, role, style, position, outer, inner);
  if (role === "main") heading = "";  // what stands over the menu says nothing of what comes after it
  if (isCell(el, role)) inner.cell = el;
  else if (el.localName === "table" || role === "grid" || role === "treegrid") inner.cell = null;
}
// What may hide a closed shadow root: a custom element without an open one, or an empty box.
const HOSTS = new Set(["div", "span", "section", "article", "aside", "main", "header", "footer", "nav", "p"]);
function mayHost(el, parts) {
  if (el.localName.includes("-")) {
    if (customHosts.length < 40 && (el.matches(":defined") || !el.firstElementChild)) customHosts.push(el);
  } else if (!parts && plainHosts.length < 15 && HOSTS.has(el.localName) && !el.textContent.trim()) {
    const box = el.parentNode === document.body ? null : el.getBoundingClientRect();
    if (!box || box.width >= 20 && box.height >= 10) plainHosts.push(el);
  }
}
function note(el, role, style, bare, outer, inner, hand) {
  const why = whyOf(el, role, style, bare, outer, hand), visible = () => style.visibility === "visible";
  if (role === "heading" && visible()) noteHeading(el);
  if ((role === "alert" || role === "status" || !bare && LIVE.has(attribute(el, "aria-live"))) && visible()) told.set(el, role === "alert");
  if ((role === "progressbar" && !el.hasAttribute("value") || !bare && attribute(el, "aria-busy") === "true") && visible()) busy ||= inView(el);
  if ((el.localName === "iframe" || el.localName === "frame") && visible()) noteFrame(el, inner);
  if (!why && el.localName !== "canvas" || !visible()) return;
  const box = boxOf(el);
  if (box.width <= 0 || box.height <= 0 || isPutAway(box, inner.scroller === el ? outer.scroller : inner.scroller) || !why && box.height < 24) return;
  const cell = isCell(el, role) ? el : inner.cell, clip = inner === outer ? outer.clip : inner.around;
  candidates.push({ number: candidates.length, el, role, why, box, clip, place: outer, cell, near: heading });
  if (inner === outer) return;
  inner.leaf = inner.leaf || ACTING.has(role) || el.localName === "summary";
  inner.pointer ||= why === "listener";
  if (!inner.leaf && (why === "listener" || why === "pointer")) inner.item = el;
}
// What parts the words of an element from those around it: a new line, a blank or nothing.
function edgeOf(el, style, display) {
  if (el.localName === "br") return "\n";
  if (display === "inline") return el.localName === "button" || parseFloat(style.marginLeft) >= 2 ? " " : "";
  if (display === "contents") return "";
  return display.startsWith("inline") || display === "table-cell" || el.localName === "button" ? " " : "\n";
}
function landmarkOf(el, role, style, position, inherited, inner) {
  const kind = dialogKind(el, role, style, position);
  if (kind && !inherited.hidden) dialogs.push({ el, kind });
  if (kind) inner.dialog = el;
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
function descend(el, inner, shadow) {
  if (shadow || el.localName === "slot") {
    for (const child of flatChildren(el)) visitPart(child, inner);
  } else if (el.localName === "details" && !el.open) {
    const summary = Array.from(el.children).find((child) => child.localName === "summary");
    if (summary) visit(summary, inner);
  } else if (inner.reads) {
    for (let child = el.firstChild; child; child = child.nextSibling) visitPart(child, inner);
  } else {
    for (let child = el.firstElementChild; child; child = child.nextElementSibling) visit(child, inner);
  }
}
function visitPart(child, inner) {
  if (child.nodeType === 1) visit(child, inner);
  else if (child.nodeType === 3 && inner.reads && inner.seen) words.text += child.data.slice(0, 4000).replace(/\s+/g, " ");
}

// Elements that share label and role, or could both be pressed, are told apart by the largest part of the page that holds only one of them.
function tellApart() {
  const groups = new Map();
  found.elements.forEach((one, i) => {
    const called = one.name || one.text || (attribute(nodes[i], "class") || "").trim().split(/\s/)[0];  // icons by their kind
    const key = `${one.role === "link" || !one.role ? "button" : one.role}|${called}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(i);
  });
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const paths = group.map((i) => flatPath(nodes[i], 40));
    group.forEach((i, n) => {
      const others = new Set([...(paths[n - 1] || []), ...(paths[n + 1] || [])]);
      const up = paths[n].findIndex((node) => others.has(node)) - 1;
      if (up < 1) return;
      found.elements[i].context = itemWords(paths[n][up], nodes[i]) || cellWords(nodes[i]);
      found.elements[i].up = up;
    });
    tellMore(group, paths);
  }
  items.forEach((item, i) => {  // what stands alone of its name in a row that is pressed as a whole
    const one = found.elements[i], up = item && !one.context && !one.kind ? flatPath(nodes[i], 40).indexOf(item) : 0;
    if (up > 0) Object.assign(one, { context: itemWords(item, nodes[i]), up });
  });
}
// Titles that several rows share are replaced by all the words of each row.
function tellMore(group, paths) {
  const counts = new Map();
  for (const i of group) counts.set(found.elements[i].context, (counts.get(found.elements[i].context) || 0) + 1);
  group.forEach((i, n) => {
    const one = found.elements[i];
    if (one.context && counts.get(one.context) > 1) one.context = allWords(paths[n][one.up], nodes[i]) || cellWords(nodes[i]) || one.context;
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
for (const node of limits.inside) learn(node);
keepSecret(limits.secret);
hear(limits.heard);
if (body) {
  visit(body, { hidden: !!modal, pointer: false, leaf: false, landmark: "", dialog: null, cell: null, scroller: null,
    around: view, clip: view, held: view, seen: true, disabled: false, reads: false });
}
const kept = chosen();
for (const one of kept) describe(one);
for (const frame of found.frames) frame.at = kept.findLastIndex((one) => one.number < frame.at) + 1;
tellApart();
const described = new Set(nodes);
for (const [form, index] of formIndex) Object.assign(found.forms[index], sendingOf(form, described));
const scroller = mainScroller(), text = mainText();
Object.assign(found, {
  text, url: document.URL, origin: String(self.origin), title: document.title, alerts: alerts(), modal: modalName(),
  language: attribute(document.documentElement, "lang") || "", pdf: showsPdf(),
  loading: document.readyState === "loading" || busy || isWaiting(text),
  hidden: document.hidden, status: (performance.getEntriesByType("navigation")[0] || {}).responseStatus || 0,
  view: scroller ? [innerWidth, innerHeight, scroller.scrollLeft, scroller.scrollTop, scroller.scrollHeight] :
    [innerWidth, innerHeight, 0, 0, innerHeight],
});
// Old libraries give arrays a toJSON of their own, which would spoil the text.
const spoilt = [Array, Object, String, Number].some((kind) => "toJSON" in kind.prototype);
// The driver takes four times as long over text with quotes in it: grave accents stand for them.
const quoted = () => JSON.stringify(found).replaceAll("`", "\\u0060").replaceAll('"', "`");
return [spoilt ? found : quoted(), nodes, frameNodes, customHosts.concat(plainHosts)];
