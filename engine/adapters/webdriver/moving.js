// Scrolling, of the document or of a box in it, to a position or until a text is in view. Placed after settling.js.

const rolls = (el, axis) => ["auto", "scroll"].includes(getComputedStyle(el)[`overflow${axis}`]) &&
  (axis === "Y" ? el.scrollHeight > el.clientHeight + 1 : el.scrollWidth > el.clientWidth + 1);

// The box that an element is or stands in, which can be moved to this position: the innermost, unless it rolls the other
// way only. Without one, the document.
function boxAround(el, x, y) {
  const boxes = flatPath(el).filter((one) => rolls(one, "Y") || rolls(one, "X"));
  const fits = (one) => rolls(one, "Y") && (y !== one.scrollTop || !x) || rolls(one, "X") && x !== one.scrollLeft;
  return boxes.find(fits) || boxes[0] || mainScroller();
}

function scrollIn(scroller, x, y) {
  if (!scroller) return { moved: false, y: 0, most: 0, x: 0, mostX: 0, across: false };
  const before = [scroller.scrollLeft, scroller.scrollTop];
  scroller.scrollTo({ left: x, top: y, behavior: "instant" });
  const far = (n) => Math.abs(before[n] - [scroller.scrollLeft, scroller.scrollTop][n]) >= 1;
  return {
    moved: far(0) || far(1), across: far(0) && !far(1),
    y: scroller.scrollTop, most: Math.max(0, scroller.scrollHeight - scroller.clientHeight),
    x: scroller.scrollLeft, mostX: Math.max(0, scroller.scrollWidth - scroller.clientWidth),
  };
}

// Every box of the page that rolls down, the main one first, then the larger before the smaller.
function rollingBoxes(el) {
  const main = el ? boxAround(el, 0, -1) : mainScroller();
  if (el) return main ? [main] : [];
  const found = [];
  const search = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.shadowRoot) search(one.shadowRoot);
      if (one.scrollHeight > one.clientHeight + 8 && one.clientHeight > 40 && one !== main && one.localName !== "textarea" &&
        one !== document.documentElement && one !== document.body && rolls(one, "Y") && isShown(one)) found.push(one);
    }
  };
  search(document);
  found.sort((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight);
  return [...(main ? [main] : []), ...found.slice(0, 4)];
}

// All text below a node, with the node of each piece; words that are only shown as pictures count by their names.
function piecesOf(root) {
  const pieces = [];
  let text = "";
  const add = (node, el, words) => { pieces.push({ node, el, at: text.length }); text += words; };
  const visit = (el) => {
    if (["script", "style", "noscript", "template", "svg", "select", "textarea"].includes(el.localName)) return;
    const style = getComputedStyle(el);
    if (style.display === "none") return;
    const parts = style.display === "inline" || style.display === "contents" ? "" : "\n";
    text += parts;
    const words = el.localName === "img" ? attribute(el, "alt") : BUTTON_TYPES.has(inputType(el)) ? el.value : attribute(el, "aria-label");
    if (words && style.visibility === "visible") { add(null, el, words); text += "\n"; }
    for (const child of flatChildren(el)) {
      if (child.nodeType === 3 && style.visibility === "visible") add(child, el, child.data);
      else if (child.nodeType === 1) visit(child);
    }
    text += parts;
  };
  visit(root);
  return { pieces, text };
}

function patternOf(words) {
  const quoted = words.trim().split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replace(/['’‘]/g, "['’‘]"));
  return new RegExp(`(?<![\\p{L}\\p{N}])${quoted.join("\\s+")}(?![\\p{L}\\p{N}])`, "giu");
}

function rectOf(pieces, from, to) {
  const pieceAt = (at) => pieces.findLast((piece) => piece.at <= at);
  const first = pieceAt(from), last = pieceAt(to - 1);
  if (!first.node || !last.node) return { el: first.el, box: () => first.el.getBoundingClientRect() };
  const range = document.createRange();
  range.setStart(first.node, Math.min(from - first.at, first.node.length));
  range.setEnd(last.node, Math.min(to - last.at, last.node.length));
  return { el: first.el, box: () => range.getBoundingClientRect() };
}

// Is some part of the rectangle within the window and within every box around the element that cuts off?
function isInView(el, box) {
  let left = Math.max(0, box.left), top = Math.max(0, box.top), right = Math.min(innerWidth, box.right), bottom = Math.min(innerHeight, box.bottom);
  for (const outer of flatPath(el)) {
    const style = getComputedStyle(outer);
    if (outer === document.documentElement || outer === document.body || style.overflowY === "visible" || style.display === "inline") continue;
    const clip = outer.getBoundingClientRect();
    left = Math.max(left, clip.left); top = Math.max(top, clip.top);
    right = Math.min(right, clip.right); bottom = Math.min(bottom, clip.bottom);
  }
  return right - left > 1 && bottom - top > 1;
}

// Bring the words into view where they are in the page already, those not above what is shown first.
function bringIntoView(words, within) {
  const { pieces, text } = piecesOf(within || document.body || document.documentElement);
  const found = Array.from(text.matchAll(patternOf(words))).slice(0, 50).map((match) => rectOf(pieces, match.index, match.index + match[0].length))
    .filter((one) => one.box().width > 0 && one.el.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const ahead = found.filter((one) => one.box().bottom > 0);
  for (const one of [...ahead, ...found.filter((other) => !ahead.includes(other))].slice(0, 10)) {
    if (isInView(one.el, one.box())) return { found: true, moved: false };
    one.el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const box = one.box();
    if (box.top < 0 || box.bottom > innerHeight) window.scrollBy({ top: box.top + box.height / 2 - innerHeight / 2, behavior: "instant" });
    if (isInView(one.el, one.box())) return { found: true, moved: true };
  }
  return { found: false };
}

// One screen further down, until what then comes has come, for at most `most` ms.
async function rollOn(box, most) {
  const before = box.scrollTop, height = box.scrollHeight, began = performance.now();
  let touched = 0;
  const observer = new MutationObserver(() => { touched = performance.now(); });
  observer.observe(box, { childList: true, subtree: true, characterData: true, attributes: true });
  try {
    box.scrollBy({ top: Math.max(40, box.clientHeight * 0.8), behavior: "instant" });
    const atEnd = () => box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
    for (let now = began; now - began < most; now = performance.now()) {
      await sleep(25);
      const quiet = performance.now() - (touched || began) >= 75;
      if (quiet && (!atEnd() || box.scrollHeight > height)) break;
    }
  } finally { observer.disconnect(); }
  return { moved: Math.abs(box.scrollTop - before) >= 1, grown: box.scrollHeight > height + 1, top: box.scrollTop };
}

Object.assign(jobs, {
  scrollToPosition: (x, y) => scrollIn(mainScroller(), x, y),
  scrollBox: (el, x, y) => scrollIn(boxAround(el, x, y), x, y),
  scrollBoxBy: (el, down, right) => {
    const box = flatPath(el).find((one) => down ? rolls(one, "Y") : rolls(one, "X")) || mainScroller();
    return scrollIn(box, box && box.scrollLeft + right * box.clientWidth, box && box.scrollTop + down * box.clientHeight);
  },
  rollingBoxes, bringIntoView, rollOn,
  rollBack: (box, top) => { box.scrollTo({ top, behavior: "instant" }); },
  position: (box) => box.scrollTop,
});
