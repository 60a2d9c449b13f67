// What acting needs to know of, and do to, one page. arguments[0] names the job, the rest are its arguments.
// Watching uses one MutationObserver that is disconnected on every path; nothing is left behind in the page.

const jobs = {};
// A wait that lasts is left after SLICE ms, and gone on with in the next call with what it has left then, so that the
// user's stop is heard between. Of a value only a few bits of a sum leave the page. A job has one wait, and does what
// comes before it only where nothing is resumed.
const SLICE = 150;
let resumed = null;
class Later { constructor(left) { this.left = left; } }
const sumOf = (value) => hashOf(String(value)) & 0xfff;
// What `read` says once isOver(value, ms for which it has been the same, ms in all).
async function waitUntil(read, isOver) {
  const began = performance.now(), { past, calm, sum } = resumed || { past: 0, calm: 0, sum: 0 };
  let value = read(), since = resumed && sumOf(value) === sum ? began - calm : began;
  for (let now = began; ; now = performance.now()) {
    const next = read();
    if (next !== value) { value = next; since = now; }
    if (isOver(value, now - since, past + now - began)) return value;
    if (now - began >= SLICE) throw new Later({ past: past + now - began, calm: now - since, sum: sumOf(value) });
    await sleep(20);
  }
}
// What `read` says once it has said the same for `quiet` ms, or after `most` ms.
const stable = (read, quiet, most) => waitUntil(read, (value, calm, past) => calm >= quiet || past >= most);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const nextFrame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), sleep(40)]);
const hashOf = (text, seed = 0) => {
  let hash = seed | 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
};

function rootsOf(doc) {
  const roots = [doc];
  let budget = 40000;
  for (let n = 0; n < roots.length && roots.length < 300; n++) {
    for (const el of roots[n].querySelectorAll("*")) {
      if (budget-- < 0) return roots;
      if (shadowOf(el)) roots.push(shadowOf(el));
      if (el.localName === "iframe") {
        try { if (el.contentDocument && el.contentDocument.body) roots.push(el.contentDocument); } catch { /* another origin */ }
      }
    }
  }
  return roots;
}
const deepActive = () => {
  let el = document.activeElement;
  while (el && shadowOf(el) && shadowOf(el).activeElement) el = shadowOf(el).activeElement;
  return el;
};

// Numbers that change when the page does: its markup, the values its fields hold, and what has the focus.
function digest() {
  let markup = 0, words = 0, values = 0;
  for (const root of rootsOf(document)) {
    const top = root.documentElement;
    const html = top ? (top.getAttribute("class") || "") + (root.body ? root.body.outerHTML : "") : root.innerHTML;
    markup = hashOf(html, markup);
    words = hashOf(html.replace(/\d+/g, "0"), words);
    for (const field of root.querySelectorAll("input,textarea,select,dialog,details")) {
      const held = isSecret(field) ? String((field.value || "").length) : String(field.value);
      values = hashOf(`${held}|${field.checked}|${field.indeterminate}|${field.open}`, values);
    }
  }
  const scroller = mainScroller();
  const focus = deepActive();
  return {
    markup, words, values, scroll: scroller ? [scroller.scrollLeft, scroller.scrollTop].join() : "",
    focus: focus ? hashOf(flatPath(focus).map((el) => Array.prototype.indexOf.call(el.parentNode ? el.parentNode.children : [], el)).join()) : 0,
    full: !!document.fullscreenElement, playing: Array.from(document.querySelectorAll("video,audio")).filter((one) => !one.paused).length,
    url: hashOf(document.URL), title: hashOf(document.title), popovers: document.querySelectorAll(":popover-open").length,
  };
}
const digestsDiffer = (a, b) => Object.keys(a).filter((key) => a[key] !== b[key]);

// Watch for at most `most` ms, so that the user's stop is heard between the slices. `last`: the digest at the end of the
// slice before, null in the first; `calm`: for how long nothing had changed by then. Ends early when something differs
// from `before` and the page has been quiet for `quiet` ms, or when nothing has differed for `wait` ms.
async function watch(before, last, calm, quiet, most, wait) {
  const began = performance.now(), first = digest();
  let now = first, touched = last && digestsDiffer(last, now).length ? began : began - calm;
  const observer = new MutationObserver(() => { touched = performance.now(); });
  const options = { childList: true, subtree: true, characterData: true, attributes: true };
  const isOver = () => digestsDiffer(before, now).length > 0 && performance.now() - touched >= quiet && document.readyState !== "loading";
  try {
    for (const root of rootsOf(document)) observer.observe(root, options);
    for (let seen = began; !isOver();) {
      await sleep(25);
      const past = performance.now() - began;
      if (touched > seen || !digestsDiffer(before, now).length) { now = digest(); seen = performance.now(); }
      if (past >= most || past >= wait && !digestsDiffer(before, now).length) break;
    }
  } finally { observer.disconnect(); }
  return { changed: digestsDiffer(before, now), first: digestsDiffer(before, first), last: now, calm: performance.now() - touched, over: isOver() };
}

// The lines of text that can be seen now, each once; what CSS alone shows or hides changes nothing else.
function lines() {
  const found = new Set(), hidden = [];
  for (const root of rootsOf(document)) {
    for (const el of root.querySelectorAll("[contenteditable],[role=textbox],[role=searchbox]")) {
      if (hidesWords(el)) hidden.push(...(el.innerText || "").split("\n").map((line) => line.trim()).filter(Boolean));
    }
    for (const el of root.body ? [root.body] : root.children) {
      for (const line of (el.innerText || "").split("\n")) if (line.trim() && !hidden.some((one) => line.includes(one))) found.add(collapse(line, 80));
      if (found.size > 400) return Array.from(found);
    }
  }
  return Array.from(found);
}
// What lies open over the page: dialogs, menus, lists and hints, by role and name.
const OPEN_PARTS = "dialog[open],[popover]:popover-open,[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[role=tooltip]";
function popups() {
  const open = [];
  for (const root of rootsOf(document)) {
    for (const el of Array.from(root.querySelectorAll(OPEN_PARTS)).slice(0, 60)) {
      const box = el.getBoundingClientRect();
      if (!isShown(el) || box.width < 3 || box.height < 3) continue;
      open.push([roleOf(el) || "panel", nameOf(el) || headingIn(el) || (roleOf(el) === "tooltip" ? visibleText(el, 80) : "")]);
    }
  }
  return open;
}

// A number for what each canvas in view shows, in order: drawn small into a canvas of our own, which is in no document.
function drawn() {
  const found = [];
  for (const root of rootsOf(document)) {
    for (const canvas of Array.from(root.querySelectorAll("canvas")).slice(0, 8)) {
      const box = canvas.getBoundingClientRect();
      if (found.length >= 4 || !canvas.width || !canvas.height || box.width < 20 || box.height < 20 ||
          box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) continue;
      const small = new OffscreenCanvas(64, 64), pen = small.getContext("2d", { willReadFrequently: true });
      try {
        pen.drawImage(canvas, 0, 0, 64, 64);
        let sum = 0;
        for (const part of pen.getImageData(0, 0, 64, 64).data) sum = (Math.imul(sum, 31) + part) | 0;
        found.push(sum);
      } catch { found.push(0); } // it holds a picture of another site
    }
  }
  return found;
}
// Those of [address, ms since it was asked] that are asked at regular times, or again whenever an answer has come.
function polls(asked) {
  const bare = (url) => url.split("?")[0], now = performance.now();
  const known = performance.getEntriesByType("resource").filter((one) => /^(fetch|xmlhttprequest)$/.test(one.initiatorType));
  return asked.filter(([url, ago]) => {
    const earlier = known.filter((one) => bare(one.name) === bare(url)), last = earlier[earlier.length - 1];
    if (!last) return false;
    if (last.duration > 1000 && Math.abs(now - ago - last.responseEnd) < 200) return true;
    const starts = [...earlier.slice(-3).map((one) => one.startTime), now - ago];
    const [a, b, c] = starts.slice(1).map((start, at) => start - starts[at]);
    return starts.length > 3 && Math.max(a, b, c) < 1.3 * Math.min(a, b, c) + 60;
  }).map(([url]) => url);
}

Object.assign(jobs, {
  watch, digest, look: () => ({ digest: digest(), lines: lines(), popups: popups(), drawn: drawn() }), lines, popups, drawn, polls,
  here: () => ({ url: document.URL, title: document.title, document: document.documentElement, ready: document.readyState,
    status: (performance.getEntriesByType("navigation")[0] || {}).responseStatus || 0 }),
});
