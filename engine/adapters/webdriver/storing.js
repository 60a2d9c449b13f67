// The document as WebLINX stores it, made on a copy that belongs to no window: nothing of the page runs, loads or is
// changed by it. Placed after names.js. arguments: nodes that have a uid already, those uids, a seed for the others,
// frames whose documents are stored too, the words that mark their places, nodes in closed shadow roots, and secret fields.

const [known, uids, seed, frames, mark, closed, hidden] = arguments;
const UID = "data-webtasks-id";
const HARMLESS = new Set(["type", "name", "id", "class", "placeholder", "autocomplete", "aria-label", UID]);
const inert = document.implementation.createHTMLDocument("");
known.concat(closed).forEach(learn);
keepSecret(hidden);
const given = new Map(known.map((node, i) => [node, uids[i]]));
const spots = new Map(frames.map((frame, i) => [frame, i]));
const boxes = [], places = [], taken = new Set(uids), secrets = new Set();

const mix = (hash, value, factor) => {
  let mixed = Math.imul(hash ^ value, factor);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x2c1b3c6d) ^ (mixed >>> 13);
};
const hex = (number, digits) => (number >>> 0).toString(16).padStart(8, "0").slice(-digits);
const shape = (one, two) => `${hex(one, 8)}-${hex(two >>> 12, 4)}-4${hex(two, 3)}`;

// A uid that follows from where the element stands, the same from one copy to the next.
function uidOf(el, one, two) {
  const own = given.get(el);
  if (own) return own;
  let uid = shape(one, two);
  for (let n = 1; taken.has(uid); n++) uid = shape(mix(one, n, 0x85ebca6b), mix(two, n, 0xc2b2ae35));
  taken.add(uid);
  return uid;
}

function noteBox(el, uid) {
  const box = el.getBoundingClientRect();
  if (box.width || box.height || given.has(el)) boxes.push([uid, box.x, box.y, box.width, box.height]);
}

// What a secret field holds is in none of the copy: not in its attributes, nor in its text.
function hideSecret(el, copy) {
  for (const { name } of Array.from(copy.attributes)) if (!HARMLESS.has(name)) copy.removeAttribute(name);
  copy.textContent = "";
  noteSecret(el);
}
// What it holds, and what that becomes in addresses and in scripts.
function noteSecret(el) {
  const text = "value" in el ? "" : (el.innerText || "").trim();
  for (const held of [el.value, attribute(el, "value"), el.defaultValue, text]) {
    if (typeof held !== "string" || held.length < SHORTEST) continue;
    for (const one of [held, encodeURIComponent(held), JSON.stringify(held).slice(1, -1)]) secrets.add(one);
  }
}
// Also what is secret in the documents around this one and in its frames, as far as they can be looked into: each of them may
// hold what another has copied.
function noteSecretsEverywhere() {
  const reach = (view) => { try { return view.document ? view : null; } catch { return null; } };
  let outer = window;
  while (outer !== outer.parent && reach(outer.parent)) outer = outer.parent;
  const views = [outer];
  for (let n = 0; n < views.length && n < 40; n++) {
    for (const field of views[n].document.querySelectorAll("input,textarea,[contenteditable],[role=textbox]")) if (isSecret(field)) noteSecret(field);
    for (let inner = 0; inner < views[n].frames.length; inner++) if (reach(views[n].frames[inner])) views.push(views[n].frames[inner]);
  }
}

function mirror(el, copy, one, two) {
  const uid = uidOf(el, one, two);
  copy.setAttribute(UID, uid);
  if (!["html", "head"].includes(el.localName) && el.parentElement?.localName !== "head") noteBox(el, uid);
  if (isSecret(el)) hideSecret(el, copy);
  if (el.localName === "iframe") copy.removeAttribute("srcdoc");  // its document is stored by itself
  if (el.localName === "noscript") copy.innerHTML = el.textContent;
  else mirrorChildren(el, copy, one, two);
  const shadow = shadowOf(el);
  if (shadow) mirrorShadow(shadow, copy, mix(one, 0x5bd1, 0x85ebca6b), mix(two, 0x5bd1, 0xc2b2ae35));
  if (spots.has(el)) noteFrame(el, copy, uid);
}

function mirrorChildren(parent, copies, one, two) {
  let n = 0;
  for (let el = parent.firstElementChild, copy = copies.firstElementChild; el && copy; n++) {
    const [nextEl, nextCopy] = [el.nextElementSibling, copy.nextElementSibling];
    const tag = el.localName.length * 31 + el.localName.charCodeAt(0);
    mirror(el, copy, mix(one, n * 127 + tag, 0x85ebca6b), mix(two, n * 131 + tag, 0xc2b2ae35));
    [el, copy] = [nextEl, nextCopy];
  }
}

function mirrorShadow(shadow, copy, one, two) {
  const template = inert.createElement("template");
  template.setAttribute("shadowrootmode", shadow.mode);
  for (const child of shadow.childNodes) template.content.append(inert.importNode(child, true));
  mirrorChildren(shadow, template.content, one, two);
  copy.prepend(template);
}

function noteFrame(el, copy, uid) {
  const box = el.getBoundingClientRect(), style = getComputedStyle(el);
  const [x, y] = [box.x + el.clientLeft + parseFloat(style.paddingLeft), box.y + el.clientTop + parseFloat(style.paddingTop)];
  places[spots.get(el)] = [uid, x, y];
  copy.after(inert.createComment(mark + spots.get(el)));
}

// A short one is left where it is but part of a longer word or number.
const SHORTEST = 3, SHORT = 4;
const without = (text, secret) => {
  if (!text.includes(secret)) return text;
  if (secret.length >= SHORT) return text.split(secret).join("[hidden]");
  const exact = secret.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${exact}(?![\\p{L}\\p{N}])`, "gu"), "[hidden]");
};
// What the page has copied out of its secret fields, to show it or to keep it.
function hideEverywhere(root) {
  const hidden = (text) => Array.from(secrets).reduce(without, text);
  const walk = inert.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    if ("data" in node && node.nodeType !== 1) {
      const clean = hidden(node.data);
      if (clean !== node.data) node.data = clean;
    }
    for (const { name, value } of Array.from(node.attributes || [])) {
      const clean = name === UID ? value : hidden(value);
      if (clean !== value) node.setAttribute(name, clean);
    }
    if (node.localName === "template") hideEverywhere(node.content);
  }
}

const seeds = Array.from(seed).reduce(([one, two], char) => [mix(one, char.charCodeAt(0), 0x85ebca6b), mix(two, char.charCodeAt(0), 0xc2b2ae35)], [0x9747, 0x3c6e]);
const top = document.documentElement, copy = inert.importNode(top, true);
mirror(top, copy, ...seeds);
noteSecretsEverywhere();
if (secrets.size) hideEverywhere(copy);
const body = copy.querySelector("body");
const shown = seed && body ? body.innerHTML : copy.innerHTML;  // of a document in a frame, only what is in its body
return JSON.stringify({ html: shown, body: body ? body.getAttribute(UID) : "", boxes, places });  // one string: far faster than a list
