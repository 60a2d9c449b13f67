// Which elements listen for presses: only the driver's own console functions can tell. Placed after elements.js.
// Returns, by document, {at: [[place, mark]], selectors}: selectors of those that a listener further up acts for.

const PRESSES = ["click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "dblclick"];
const NATIVE = new Set("input button select textarea option script style link meta br head title".split(" "));
const LARGE = 3000;  // elements of a document in which plain words are not asked about
const MOST = 400, MOST_SELECTORS = 20;
const SAID = [  // how a listener says for which elements below it acts
  [/(?:closest|matches)\(\s*(["'`])([^"'`]{1,80})\1\s*\)/g, (text) => text],
  [/classList\.contains\(\s*(["'`])([\w-]{1,60})\1\s*\)/g, (text) => `.${text}`],
  [/(?:tagName|nodeName|localName)\s*={2,3}\s*(["'`])([\w-]{1,30})\1/g, (text) => text.toLowerCase()],
];

function presses(el) {
  const all = getEventListeners(el);
  for (const _ in all) return PRESSES.flatMap((type) => all[type] || []);  // most have none at all
  return [];
}
function noteSelectors(listeners, found) {
  for (const { listener } of listeners) {
    const code = typeof listener === "function" ? Function.prototype.toString.call(listener) : "";
    if (code.length > 20000 || !/target/.test(code)) continue;
    for (const [pattern, written] of SAID) {
      for (const match of code.matchAll(pattern)) if (found.size < MOST_SELECTORS) found.add(written(match[2]));
    }
  }
}
function listensIn(doc) {
  const at = [], selectors = new Set();
  const all = everyElement(doc), large = all.length > LARGE;
  all.forEach((el, place) => {
    if (NATIVE.has(el.localName) || at.length >= MOST || large && !el.hasAttributes() && !el.firstElementChild) return;
    const heard = presses(el);
    if (!heard.length) return;
    noteSelectors(heard, selectors);
    if (el !== doc.body && el !== doc.documentElement) at.push([place, markOf(el)]);
  });
  noteSelectors([...presses(doc), ...presses(doc.defaultView)], selectors);
  return { at, selectors: Array.from(selectors) };
}
function documentsIn(doc, found = []) {
  found.push(doc);
  for (const frame of doc.querySelectorAll("iframe,frame")) {
    let inner = null;
    try { inner = frame.contentDocument; } catch { /* another origin */ }
    if (inner && inner.defaultView && inner.body && found.length < 20) documentsIn(inner, found);
  }
  return found;
}
return Object.fromEntries(documentsIn(document).map((doc) => [keyOf(doc), listensIn(doc)]));
