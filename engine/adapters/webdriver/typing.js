// Keys that reach only the fields they are meant for; codes split into boxes; text put at the end. Placed after filling.js.

const GUARD_MS = 8000;
// Until it is ended by `unguard`, or GUARD_MS after it was last asked, no key and no text goes to anything but `nodes`, however
// the page moves the focus meanwhile: a blank would press a button. It is asked by an event of this name; nothing else is left.
// Answers whether there are other frames, which it cannot keep keys from: it only sees that they take the focus.
function guard(nodes, name) {
  let strayed = "", until = performance.now() + GUARD_MS;
  const hosts = (el) => { const found = []; for (let at = el.getRootNode().host; at; at = at.getRootNode().host) found.push(at); return found; };
  const isMeant = (el, path) => path.includes(el) || isEditable(path[0]) && path[0].contains(el) || hosts(el).includes(path[0]) ||
    !el.isConnected && kindOf(path[0]) === kindOf(el);  // one that the page has drawn anew
  const events = ["keydown", "keypress", "beforeinput"], control = new AbortController();
  const hold = (event) => {
    if (performance.now() > until) control.abort();
    const path = event.composedPath();
    if (control.signal.aborted || !event.isTrusted || nodes.some((el) => isMeant(el, path))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    strayed = strayed || collapse(nameOf(path[0]) || visibleText(path[0], 60), 60) || "another part of the page";
  };
  for (const one of events) addEventListener(one, hold, { capture: true, signal: control.signal });
  const inFrame = () => {
    const active = deepActive(), frame = active && ["iframe", "frame", "object", "embed"].includes(active.localName) && !nodes.includes(active);
    if (frame) strayed = strayed || collapse(nameOf(active), 60) || "another part of the page";
    return frame;
  };
  addEventListener("blur", (event) => {  // keys in another frame cannot be held back from here: so the focus is taken back
    if (event.target !== window || performance.now() > until || !inFrame() && window === window.top) return;
    window.focus();
    if (nodes[0].isConnected) nodes[0].focus({ preventScroll: true });
  }, { capture: true, signal: control.signal });
  addEventListener(name, (event) => {
    until = performance.now() + GUARD_MS;
    if (event.detail.pop() === "end") control.abort();
    else inFrame();
    event.detail.push(strayed);
  }, { signal: control.signal });
  return window !== window.top || document.querySelector("iframe,frame") !== null;
}
// Where keys were held back, "" if none were.
function askGuard(name, end) {
  const answer = [end ? "end" : ""];
  dispatchEvent(new CustomEvent(name, { detail: answer }));
  return end && answer[0] === "end" ? "" : answer[0];  // there is no guard in a page that has come meanwhile
}

// The boxes that a code is split into, from this one on, each with its part of the text; [] where it is one field.
const BOX_TYPES = new Set(["text", "tel", "number", "password", "search"]);
function boxesOf(el, text) {
  const isBox = (one) => one.localName === "input" && BOX_TYPES.has(one.type) && isShown(one) && !one.readOnly && !one.disabled;
  const plain = text.replace(/[\s-]/g, ""), { top, width } = el.getBoundingClientRect();
  if (!isBox(el) || !/^[a-z\d]+$/i.test(plain) || plain.length < 2) return [];
  const alike = (one) => { const box = one.getBoundingClientRect();
    return isBox(one) && one.maxLength === el.maxLength && Math.abs(box.top - top) < 6 && Math.abs(box.width - width) < 6; };
  let all = [];
  for (const around of flatPath(el).slice(1, 6)) {
    all = Array.from(around.querySelectorAll("input,select,textarea,button")).filter(alike);
    if (all.length > 1 && plain.length <= all.length * Math.max(1, el.maxLength)) break;
  }
  const from = all.slice(all.indexOf(el)), each = el.maxLength > 0 ? el.maxLength : 1;
  const sized = el.maxLength > 0 ? each <= 6 && width <= 40 + 30 * each : width <= 80 && all.length >= 3 && all.length === plain.length;
  if (from.length < 2 || !sized || plain.length <= each || plain.length > from.length * each) return [];
  return from.slice(0, Math.ceil(plain.length / each)).map((one, at) => [one, plain.slice(at * each, (at + 1) * each)]);
}
// Put a text into the field instead of all that it holds, in one go with the look at where the focus is.
function putText(el, text) {
  el.focus({ preventScroll: true });
  if (deepActive() !== el) return "away";
  el.select();
  return Document.prototype.execCommand.call(document, text ? "insertText" : "delete", false, text) || !text ? "put" : "refused";
}
// Make one box ready: it has the focus, and what it holds is marked, so that it is written over.
function readyBox(el) {
  el.focus({ preventScroll: true });
  el.select();
  return deepActive() === el;
}
async function boxesHold(boxes, parts) {
  const read = () => boxes.map((el) => (el.isConnected ? el.value : "")).join("\n"), wanted = parts.join("\n").toLowerCase();
  const now = await waitUntil(read, (value, calm, past) => past >= 1500 || calm >= (value.toLowerCase() === wanted ? 150 : 400));
  const secret = boxes.some(isSecret);
  return { taken: now.toLowerCase() === wanted, holds: secret ? "" : now.replace(/\n/g, " ").trim(), secret, length: now.length, cut: false, strayed: "" };
}

// What is there already, as a sum, and what has to stand between it and `text`.
function endOf(el, text) {
  const now = held(el), last = now.trimEnd().split("\n").pop(), many = /\n/.test(now.trim()) && kindOf(el) !== "input";
  const gap = !now.trim() || /\s$/.test(now) || /^[\s,.;:!?)]/.test(text) ? "" : many && !/[.!?,;:…]["'”’)]?$/.test(last) ? "line" : "space";
  return { sum: hashOf(squash(now)), length: squash(now).length, gap };
}
// Does the field hold what it held, and then the text? Compared here, as readBack does.
async function grown(el, sum, length, text, most) {
  const isGrown = (value) => { const all = squash(value);
    return hashOf(all.slice(0, length)) === sum && squash(all.slice(length)).toLowerCase() === squash(text).toLowerCase(); };
  const value = await waitUntil(() => held(el), (now, calm, past) => past >= most || calm >= (isGrown(now) ? 150 : 400));
  const secret = isSecret(el), cut = el.maxLength > 0 && value.length >= el.maxLength;
  return { taken: isGrown(value), holds: secret ? "" : value.slice(0, 500), secret, length: value.length, cut, same: hashOf(squash(value)) === sum };
}

Object.assign(jobs, { guard, askGuard, boxesOf, putText, readyBox, boxesHold, endOf, grown });
