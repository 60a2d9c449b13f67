// Is it still what it was, and where can it be pressed? Placed after settling.js.

// A number for attributes that say what a press would do; classes, styles and data of widgets change under the pointer.
const MARKS = ["id", "name", "form", "for", "onclick", "formaction", "formmethod", "download", "target", "ping", "data-action", "data-method", "data-url",
  "data-href", "hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete"];
const marksOf = (el) => hashOf([...MARKS, ...(kindOf(el) ? [] : ["value"])].map((name) => attribute(el, name) || "").join("\n"));

function facts(el, up) {
  if (!el.isConnected) return { gone: true };
  const kind = kindOf(el), role = roleOf(el), secret = isSecret(el);
  const item = up > 0 ? flatPath(el, 40)[up] : null;
  const value = secret ? "" : valueOf(el, kind, role);
  return {
    gone: false, tag: el.localName, role, kind, secret, name: nameOf(el), text: kind || secret ? "" : visibleText(el), value,
    hints: hintsOf(el, ""), marks: marksOf(el),
    contexts: item ? [itemWords(item, el), allWords(item, el), cellWords(el)] : [],
    disabled: isDisabled(el) || !!flatPath(el).find((node) => node.inert),
    readonly: el.readOnly === true || attribute(el, "readonly") !== null || attribute(el, "aria-readonly") === "true",
    checked: inputType(el) ? !!el.checked : attribute(el, "aria-checked") === "true" || attribute(el, "aria-pressed") === "true",
    expanded: statesOf(el, role).find((state) => state === "expanded" || state === "collapsed") || "",
    selected: statesOf(el, role).includes("selected"), href: typeof el.href === "string" ? el.href : "", submits: submissionOf(el),
    title: collapse(attribute(el, "title") || ""),
    type: inputType(el), empty: "value" in el ? el.value === "" : value === "", document: document.documentElement,
  };
}

// The nodes to press for an element: itself; the visible label of a hidden checkbox, radio or file field; what shows of
// one that has no size of its own; the image of an area.
function pressTargets(el) {
  const own = el.getBoundingClientRect();
  if (el.localName === "area") return imagesOf(el);
  if (own.width > 2 && own.height > 2 && isShown(el)) return [el];
  const inner = Array.from(el.querySelectorAll("*")).slice(0, 60).filter((one) => one.getBoundingClientRect().width > 2);
  return [el, ...Array.from(el.labels || []), ...inner].filter((one) => isShown(one) && one.getBoundingClientRect().width > 0 && one.getBoundingClientRect().height > 0);
}
const sameRect = (a, b) => Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;

// Wait until the element stands still, at most `most` ms. What moves for ever (a button that breathes) is not waited for.
async function standsStill(el, most) {
  const until = performance.now() + most, path = new Set(flatPath(el));
  const slides = () => document.getAnimations().some((one) => one.playState === "running" && one.effect && path.has(one.effect.target) &&
    Number.isFinite(one.effect.getComputedTiming().endTime) && one.effect.getComputedTiming().endTime - one.currentTime < 10000);
  for (let last = el.getBoundingClientRect(), same = 0, since = performance.now(); performance.now() < until;) {
    await nextFrame();
    const now = el.getBoundingClientRect();
    if (!sameRect(last, now) || slides()) { same = 0; since = performance.now(); }
    else if (++same > 1 && performance.now() - since > 30) return true;
    last = now;
  }
  return false;
}

function landsOn(hit, target, control) {
  if (!hit) return false;
  const path = flatPath(hit);
  const at = path.findIndex((node) => node === target || node === control);
  const label = path.findIndex((node) => node.localName === "label" && node.control === control);
  const end = at >= 0 ? at : label;
  if (end < 0) return false;
  return !takerIn(path.slice(0, end), target, control);
}
// A link, button or field inside the target, which would take the press for itself: all but a link within the page of the
// same name, as tabs hold it.
function takerIn(path, target, control) {
  const isTaker = (node) => ["a", "button", "select", "textarea", "input", "summary"].includes(node.localName)
    || ["link", "button"].includes(attribute(node, "role")) || node.localName === "label" && node.control && isSender(node.control);
  const isSame = (node) => node.localName === "a" && /^#|^$/.test(attribute(node, "href") || "") && nameOf(node) === (nameOf(target) || visibleText(target));
  return path.find((node) => node !== control && isTaker(node) && !isSame(node));
}

// WebDriver counts from the centre of the visible part of an element's *first* client rectangle: the first line of a
// link that runs over two.
function offset(target, px, py) {
  const first = target.getClientRects()[0] || target.getBoundingClientRect();
  const left = Math.max(0, first.left), right = Math.min(innerWidth, first.right);
  const top = Math.max(0, first.top), bottom = Math.min(innerHeight, first.bottom);
  return { x: px - Math.floor((left + right) / 2), y: py - Math.floor((top + bottom) / 2) };
}
// The part of the window that shows the page: without scroll bars; and, for bars that lie over the page and take the
// press with no error, how much of its edge is better left alone.
function pane() {
  const root = document.compatMode === "BackCompat" && document.body || document.documentElement;
  const width = Math.min(innerWidth, root.clientWidth || innerWidth), height = Math.min(innerHeight, root.clientHeight || innerHeight);
  const scroller = document.scrollingElement || root;
  return { width, height, right: scroller.scrollHeight > height + 1 && width === innerWidth ? 16 : 0, bottom: scroller.scrollWidth > width + 1 && height === innerHeight ? 16 : 0 };
}
const PLACES = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.2], [0.5, 0.8], [0.03, 0.5], [0.25, 0.25], [0.75, 0.75]];

// What takes the press instead: something over the target, or something in it.
function coverAt(hit, target, el) {
  const path = flatPath(hit), at = path.indexOf(target);
  if (at < 0) return coverName(hit, target);
  const taker = takerIn(path.slice(0, at), target, el);
  return taker ? collapse(nameOf(taker), 60) || "another part of the page" : "";
}

// A point of `target` that is really its own: {point} or {cover}, or {} where none lies in the window.
function ownPoint(target, el) {
  const { width, height, right, bottom } = pane();
  const rects = el.localName === "area" ? [areaRect(el, target)] : Array.from(target.getClientRects()).slice(0, 8);
  let cover = "", edge = null;
  for (const rect of rects) {
    const x = Math.max(0, rect.left), y = Math.max(0, rect.top), w = Math.min(width, rect.right) - x, h = Math.min(height, rect.bottom) - y;
    if (w <= 0 || h <= 0) continue;
    for (const [fx, fy] of PLACES) {
      const px = Math.round(x + w * fx), py = Math.round(y + h * fy), hit = hitAt(px, py);  // WebDriver knows whole pixels
      if (landsOn(hit, target, el)) {
        if (px < width - right && py < height - bottom) return { point: [px, py] };
        edge = edge || [px, py];
      } else if (hit && !cover) cover = coverAt(hit, target, el);
    }
  }
  return edge ? { point: edge } : { cover };
}

// Find a point of the element that can be pressed, scrolling to it where none is in view. (x, y): from the centre of
// `target`; (px, py): in the viewport. {moving}: it does not stand still yet, which is not waited for when `now` is set; {gone}.
async function aim(el, now = true) {
  if (!el.isConnected) return { gone: true };  // the page has put another node in its place
  const targets = pressTargets(el);
  if (!targets.length) return { hidden: true, holder: flatPath(el).find((one) => one !== el && isShown(one) && one.getBoundingClientRect().width > 2) };
  let cover = "";
  for (const scrolls of [false, true]) {
    for (const target of targets) {
      if (scrolls) target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      if (!await standsStill(target, 130) && !now) return { moving: true };
      const found = ownPoint(target, el);
      if (found.point) return { target, px: found.point[0], py: found.point[1], ...offset(target, ...found.point), before: digest() };
      if (scrolls) cover = cover || found.cover;
    }
  }
  if (!el.isConnected) return { gone: true };
  return cover ? { covered: cover } : { outside: true };
}
const isOwn = (el, target, px, py) => landsOn(hitAt(px, py), target, el);

// What lies at this point of the parent document: the frame, or something over it? Scaled frames are reckoned with.
function through(frame, px, py) {
  const box = frame.getBoundingClientRect(), style = getComputedStyle(frame);
  const across = frame.offsetWidth ? box.width / frame.offsetWidth : 1, down = frame.offsetHeight ? box.height / frame.offsetHeight : 1;
  const x = box.x + (frame.clientLeft + parseFloat(style.paddingLeft) + px) * across;
  const y = box.y + (frame.clientTop + parseFloat(style.paddingTop) + py) * down;
  const { width, height } = pane(), hit = hitAt(x, y);
  const outside = x < 0 || y < 0 || x >= width || y >= height;
  return { x, y, outside, sized: Math.abs(across - 1) + Math.abs(down - 1) > 0.01, covered: !hit || hit === frame ? "" : coverName(hit, frame) };
}
// Bring that point of the frame into the middle of its own document's window.
function reveal(frame, py) {
  frame.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = frame.getBoundingClientRect();
  const scroller = mainScroller();
  if (scroller && (box.top + py < 0 || box.top + py > innerHeight)) scroller.scrollBy({ top: box.top + py - innerHeight / 2, behavior: "instant" });
}

// For dragging: scroll so that both can be seen, if the window is large enough.
function bothInView(el, place) {
  const isIn = (one) => { const box = one.getBoundingClientRect(), y = box.y + box.height / 2; return y > 0 && y < pane().height; };
  for (const block of ["nearest", "center", "start", "end"]) {
    if (isIn(el) && isIn(place)) return;
    el.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    place.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
  }
}
// Where something is dropped: its middle in the window, and its size.
function dropPoint(place) {
  const box = place.getBoundingClientRect(), { width, height } = pane();
  const x = Math.max(0, box.left), y = Math.max(0, box.top), w = Math.min(width, box.right) - x, h = Math.min(height, box.bottom) - y;
  if (w <= 0 || h <= 0) return { outside: true };
  return { px: x + w / 2, py: y + h / 2, width: w, height: h };
}

// What has the focus, for telling what a key has done there; what a secret field holds is only hashed.
function focusNow() {
  const el = deepActive() || document.body || document.documentElement, role = roleOf(el), kind = kindOf(el);
  const marked = byIds(el, "aria-activedescendant")[0], text = el.isContentEditable ? el.innerText : el.value;
  let caret = "", all = false;
  try { caret = `${el.selectionStart} ${el.selectionEnd}`; all = el.selectionStart === 0 && el.selectionEnd === text.length && text.length > 0; } catch { /* no text field */ }
  const chosen = el.isContentEditable || !kind ? getSelection() : null;
  if (chosen && chosen.anchorNode) { caret = `${chosen.anchorOffset} ${chosen.focusOffset} ${chosen.toString().length}`; all = !chosen.isCollapsed; }
  return {
    place: hashOf(flatPath(el).map((one) => Array.prototype.indexOf.call(one.parentNode ? one.parentNode.children : [], one)).join()),
    name: el === document.body ? "" : nameOf(el) || (isSecret(el) ? "" : visibleText(el, 80)) || role, marked: marked ? nameOf(marked) || visibleText(marked, 80) : "",
    secret: isSecret(el), value: isSecret(el) || !kind ? "" : valueOf(el, kind, role), hash: hashOf(String(text)),
    caret, all, checked: !!el.checked, scrolled: flatPath(el).reduce((sum, one) => sum + one.scrollTop + one.scrollLeft, 0),
  };
}

Object.assign(jobs, {
  bothInView, dropPoint, focusNow, facts, aim, through, reveal, isOwn,
  focused: (el) => { const active = deepActive(); return active === el || (!!active && flatPath(active).includes(el)); },
});
