// What acting needs to know of, and do to, one page. arguments[0] names the job, the rest are its arguments.
// Watching uses one MutationObserver that is disconnected on every path; nothing is left behind in the page.

const jobs = {};
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
      if (el.shadowRoot) roots.push(el.shadowRoot);
      if (el.localName === "iframe") {
        try { if (el.contentDocument && el.contentDocument.body) roots.push(el.contentDocument); } catch { /* another origin */ }
      }
    }
  }
  return roots;
}
const deepActive = () => {
  let el = document.activeElement;
  while (el && el.shadowRoot && el.shadowRoot.activeElement) el = el.shadowRoot.activeElement;
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

// Resolve when something differs from `before` and the page has been quiet for `quiet` ms, or after `wait` ms without a
// difference, or after `cap` ms in all.
async function settle(before, wait, quiet, cap) {
  const began = performance.now();
  let touched = began, changed = digestsDiffer(before, digest());
  const atOnce = changed.length > 0;
  const observer = new MutationObserver(() => { touched = performance.now(); });
  const options = { childList: true, subtree: true, characterData: true, attributes: true };
  try {
    for (const root of rootsOf(document)) observer.observe(root, options);
    for (let seen = began; ;) {
      await sleep(25);
      const now = performance.now();
      if (touched > seen || !changed.length) { changed = digestsDiffer(before, digest()); seen = now; }
      if (changed.length && now - touched >= quiet && document.readyState !== "loading") break;
      if (!changed.length && now - began >= wait) break;
      if (now - began >= cap) break;
    }
    // Where only digits changed, and not at once, it may be a clock: then they change again by themselves.
    if (!atOnce && changed.join() === "markup") {
      const now = digest().markup;
      await sleep(1100);
      if (digest().markup !== now) changed = [];
    }
  } finally { observer.disconnect(); }
  return { changed, url: document.URL, title: document.title, document: document.documentElement };
}

Object.assign(jobs, {
  settle, digest,
  here: () => ({ url: document.URL, title: document.title, document: document.documentElement, ready: document.readyState,
    status: (performance.getEntriesByType("navigation")[0] || {}).responseStatus || 0 }),
});
