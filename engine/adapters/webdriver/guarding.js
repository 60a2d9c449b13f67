// Presses and keys that reach nothing but what was judged, as it was judged. Placed after aiming.js.

// A comparison and the press that follows are two commands, between which a page may change: so the press itself compares
// once more, before the page hears of it. A guard ends when it is asked, or after GUARD_LASTS; nothing of it is left.
const GUARD_LASTS = 5000;
const PRESSES = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "contextmenu", "dblclick"];
const STROKES = ["keydown", "keypress", "beforeinput"];

// `wrong` is asked of the first press, and of every key that goes down: what is there instead, "" for nothing else.
function guarded(events, name, wrong) {
  const until = performance.now() + GUARD_LASTS, control = new AbortController();
  let held = "", begun = false;
  const hear = (event) => {
    if (performance.now() > until) control.abort();
    if (control.signal.aborted || !event.isTrusted) return;
    if (!held && (!begun || event.type === "keydown")) held = wrong(event);
    begun = true;
    if (!held) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const one of events) addEventListener(one, hear, { capture: true, signal: control.signal });
  addEventListener(name, (event) => { control.abort(); event.detail.push(held); }, { signal: control.signal });
}
// What was held back from, "" where nothing was.
function heldBack(name) {
  const answer = [];
  dispatchEvent(new CustomEvent(name, { detail: answer }));
  return answer[0] || "";
}

const formSum = (el) => { const form = formOf(senderOf(el) || el); return form ? digestOf(form) : ""; };
const toldOf = (el, sums) => JSON.stringify([roleOf(el), nameOf(el), kindOf(el) ? "" : visibleText(el), el.href || "", submissionOf(el),
  marksOf(el), sums ? formSum(el) : ""]);
const calledNow = (el) => collapse(nameOf(el) || visibleText(el, 60) || roleOf(el), 60) || "another part of the page";
const GONE = "::gone::";

// The last look before a press at (px, py) of `target`, which stands for `el`: its facts, and whether it is hit there.
function guardPress(name, el, up, target, at, sums) {
  const told = toldOf(el, sums), now = { ...facts(el, up), sum: sums ? formSum(el) : "", own: landsOn(hitAt(...at), target, el) };
  guarded(PRESSES, name, ({ clientX, clientY }) => {
    if (!el.isConnected) return GONE;
    const hit = hitAt(clientX, clientY);
    if (!landsOn(hit, target, el)) return hit ? calledNow(hit) : "another part of the page";
    return toldOf(el, sums) === told ? "" : calledNow(el);
  });
  return now;
}

// Keys go to one of `nodes` alone, or, where there are none, only to where they press and fill nothing; and, with `sum`, only
// while the form would send what it would have sent then.
const FORM = "::form::";
function guardKeys(name, nodes, sum) {
  guarded(STROKES, name, () => {
    const active = deepActive(), here = nodes.find((el) => el.isConnected && isFocused(el));
    if (nodes.length ? !here : focusPlace().acts) return active ? calledNow(active) : "another part of the page";
    return sum && formSum(here) !== sum ? FORM : "";
  });
}
const isFocused = (el) => { const active = deepActive(); return active === el || !!active && flatPath(active).includes(el); };

Object.assign(jobs, { guardPress, guardKeys, heldBack, formSum });
