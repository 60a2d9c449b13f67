// Where something would be dropped. Placed after aiming.js.

// Are two things of one kind, as the items of a list are?
const alike = (a, b) => a.localName === b.localName && roleOf(a) === roleOf(b);
// What lies at a point instead of `place`, where `el` is dropped: "" for the place, what is in it or around it, or for an item
// of the list that both stand in, as those make room.
function under(el, place, x, y) {
  const carried = visibleText(el, 80), inside = flatPath(place);
  const moves = (one) => one === el || el.contains(one) ||  // it, or its picture that follows the pointer
    !one.contains(el) && !one.contains(place) && ["fixed", "absolute"].includes(getComputedStyle(one).position) && visibleText(one, 80) === carried;
  const stack = document.elementsFromPoint(x, y), top = stack.find((one) => !flatPath(one).some(moves));
  if (!top) return "";
  const hit = shadowOf(top) ? hitAt(x, y) : top, path = flatPath(hit);
  if (path.includes(place) || inside.includes(hit)) return "";
  const isUnder = stack.some((one) => flatPath(one).includes(place));
  if (!isUnder && alike(el, place) && path.some((one) => flatParent(one) === flatParent(place) && alike(one, place))) return "";
  return coverName(hit, place);
}
const DROP_MS = 15000;
// Is this dragged by the browser itself?
const isNative = (el) => flatPath(el).some((one) => one.draggable === true);
// Let the press that ends now be no click.
function noClick() {
  const control = new AbortController();
  addEventListener("click", (event) => { event.preventDefault(); event.stopImmediatePropagation(); control.abort(); }, { capture: true, signal: control.signal });
  setTimeout(() => control.abort(), 1000);
}
// A drop on anything but `place` is kept from the page, and told when it is asked.
function watchDrop(el, place, name) {
  const control = new AbortController(), until = performance.now() + DROP_MS;
  let other = "";
  addEventListener("drop", (event) => {
    if (performance.now() > until || !event.isTrusted) return;
    other = under(el, place, event.clientX, event.clientY);
    if (!other) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true, signal: control.signal });
  addEventListener(name, (event) => { control.abort(); event.detail.push(other); }, { signal: control.signal });
}
function askDrop(name) {
  const answer = [];
  dispatchEvent(new CustomEvent(name, { detail: answer }));
  return answer[0] || "";
}

Object.assign(jobs, { under, isNative, noClick, watchDrop, askDrop });
