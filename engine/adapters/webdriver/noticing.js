// What a page says by itself: its messages, an open dialog or a wall of cookies, and signs that it still loads.
// Placed between names.js and walker.js.

const LIVE = new Set(["polite", "assertive"]);
const SUMMARY = /error-summary|(^|\s)(validation-summary-errors|errorlist|alert-danger|alert-error)(\s|$)/i;
const ERROR = /(^|\s)errors?(\s|$)/i;
const isPlainBox = (el) => /^(div|p|ul)$/.test(el.localName) && !el.querySelector("input,select,textarea,button,form");
const MAX_ALERTS = 4;

const summaries = [], placeholders = [];
function noteClass(el) {
  const called = attribute(el, "class");
  if (!called) return;
  if (summaries.length < 40 && (SUMMARY.test(called) || ERROR.test(called) && isPlainBox(el))) summaries.push(el);
  if (placeholders.length < 40 && PLACEHOLDER.test(called)) placeholders.push(el);
}

function noteInvalid(el) {
  if (!attribute(el, "aria-invalid") || attribute(el, "aria-invalid") === "false") return;
  const own = byIds(el, "aria-errormessage");
  for (const one of own.length ? own : byIds(el, "aria-describedby")) if (isShown(one)) told.set(one, true);
}

// Errors come first where there are too many; then the order of the document.
function alerts() {
  for (const el of summaries) {
    if (isShown(el) && (!modal || flatPath(el).includes(modal))) told.set(el, true);
  }
  const order = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  const outer = (el) => Array.from(told.keys()).some((one) => one !== el && el.contains(one) && told.get(one) >= told.get(el));
  const texts = new Map();
  for (const el of Array.from(told.keys()).slice(0, 40).sort(order)) {
    const text = visibleText(el, 160);
    if (text && text !== document.title && !outer(el)) texts.set(text, texts.get(text) || told.get(el));
  }
  const ranked = Array.from(texts.keys()).sort((a, b) => texts.get(b) - texts.get(a)).slice(0, MAX_ALERTS);
  return Array.from(texts.keys()).filter((text) => ranked.includes(text));
}

const CONSENT = /cookie|consent|gdpr/i;
const CONTROLS = "a[href],button,input,select,textarea,[role=button]";

// "dialog" by role, "overlay" by how it lies over the page, or "".
function dialogKind(el, role, style, position) {
  if (role === "dialog" || role === "alertdialog" || attribute(el, "aria-modal") === "true") return "dialog";
  const lies = position === "fixed" || position === "sticky";
  if (!lies && role !== "region") return asksConsent(el, position) ? "overlay" : "";
  const called = `${el.id} ${attribute(el, "class") || ""} ${attribute(el, "aria-label") || ""}`;
  if (CONSENT.test(role === "region" ? nameOf(el) : called)) return el.querySelector(CONTROLS) ? "overlay" : "";
  if (asksConsent(el, position)) return "overlay";
  return position === "fixed" && walls(el, style) ? "overlay" : "";
}
// Notices that only their words tell of: a box fixed to the window, or at the top or end of the document, that speaks of
// cookies otherwise than in its links (every footer has a link to the rules on cookies), and has something to press.
const NOTICES = new Set(["div", "section", "aside", "footer", "dialog", "p"]);
function asksConsent(el, position) {
  const lies = position === "fixed" || position === "sticky", above = el.parentNode;
  if (!lies && above !== document.body && above.parentNode !== document.body) return false;
  if (!NOTICES.has(el.localName) && !el.localName.includes("-")) return false;
  const all = el.textContent;
  if (all.length > 1500 || !CONSENT.test(all) || !el.querySelector("button,[role=button],input[type=button],input[type=submit],a[href^='#'],[onclick]")) return false;
  if (el.querySelector("h1,main,nav,article,[role=main],[role=navigation],[role=search]")) return false;
  return CONSENT.test(visibleText(el, 1500, (one) => isControl(one) || one.localName === "a"));
}
// Does a fixed element lie over a large part of the page, or over its middle, with something to press behind it?
function walls(el, style) {
  const box = shownPart(el), area = box.width * box.height, most = innerWidth * innerHeight;
  const middle = box.left <= innerWidth / 2 && box.right >= innerWidth / 2 && box.top <= innerHeight / 2 && box.bottom >= innerHeight / 2;
  if (area < most * (middle ? 0.05 : 0.3) || parseInt(style.zIndex, 10) < 0 || style.pointerEvents === "none") return false;
  const hit = hitAt((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  if (!hit || !flatPath(hit).includes(el)) return false;
  if (el.querySelector("main,nav,[role=main],[role=navigation]") || !visibleText(el, 20)) return false;
  return Array.from(document.querySelectorAll(CONTROLS)).some((one) => {
    const part = el.contains(one) ? null : shownPart(one);
    return part && part.width > 4 && part.height > 4 && isShown(one);
  });
}
function shownPart(el) {
  const box = el.getBoundingClientRect();
  const left = Math.max(0, box.left), right = Math.min(innerWidth, box.right);
  const top = Math.max(0, box.top), bottom = Math.min(innerHeight, box.bottom);
  return { left, right, top, bottom, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}
function isOpen(el) {
  // The box of a dialog may be empty while that of a part of it is fixed to the window.
  return [el, ...Array.from(el.querySelectorAll("*")).slice(0, 10)].some((one) => {
    const part = shownPart(one);
    return part.width > 2 && part.height > 2 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  });
}
// What the topmost open dialog is called, "" when there is none.
function modalName() {
  const el = modal || topmost();
  return el ? wordsOfDialog(el) : "";
}
const wordsOfDialog = (el) => nameOf(el) || headingIn(el) || visibleText(el, 60, isControl) || visibleText(el, 60);
function topmost() {
  const open = dialogs.filter((one) => isOpen(one.el));
  const holds = (a, b) => a.el !== b.el && (a.el.contains(b.el) || b.el.contains(a.el));
  const live = open.filter((one) => one.kind === "dialog" || !open.some((other) => other.kind === "dialog" && holds(one, other)));
  const hit = live.length > 1 ? hitAt(innerWidth / 2, innerHeight / 2) : null;
  const path = hit ? flatPath(hit) : [];
  const chosen = live.findLast((one) => path.includes(one.el)) ||
    live.findLast((one) => attribute(one.el, "aria-modal") === "true") || live[live.length - 1];
  return chosen ? chosen.el : null;
}

const PLACEHOLDER = /skeleton|spinner|shimmer|loader|loading/i;
const SKELETON = /skeleton|shimmer/i;  // without a word in it and without moving, still a place held for what is to come
const WAITING = /^(loading|please wait|one moment)\b/i;

// Signs that more is to come: something that turns or shimmers without a word, or a message that ends in dots.
function isWaiting(text) {
  for (const el of told.keys()) {
    const says = visibleText(el, 90);
    if (says.length < 80 && (/(…|\.\.\.)$/.test(says) || WAITING.test(says))) return true;
  }
  if (text.length < 80 && WAITING.test(text)) return true;
  if (!text && !found.elements.length && !found.frames.length && document.scripts.length && performance.now() < 5000) return true;
  return placeholders.some((el) => {
    const box = shownPart(el);
    if (box.width < 4 || box.height < 4 || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (visibleText(el, 40).replace(/loading|please wait|[.…]/gi, "").trim()) return false;
    return el.getAnimations({ subtree: true }).length > 0 || SKELETON.test(attribute(el, "class"));
  });
}
// A PDF fills the tab, or the window by an element of the page: its words and buttons lie in a viewer of Chrome's own.
function showsPdf() {
  if (document.contentType === "application/pdf") return true;
  return Array.from(document.querySelectorAll("embed[type='application/pdf'],object[type='application/pdf']")).some((el) => {
    const part = shownPart(el);
    return part.width * part.height > innerWidth * innerHeight * 0.6;
  });
}
