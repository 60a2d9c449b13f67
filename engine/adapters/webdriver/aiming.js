// Is it still what it was, and where can it be pressed? Placed after settling.js.

function facts(el, up) {
  if (!el.isConnected) return { gone: true };
  const kind = kindOf(el), role = roleOf(el), secret = isSecret(el);
  const item = up > 0 ? flatPath(el, 40)[up] : null;
  const value = secret ? "" : valueOf(el, kind, role);
  return {
    gone: false, tag: el.localName, role, kind, secret, name: nameOf(el), text: kind ? "" : visibleText(el), value,
    contexts: item ? [itemWords(item, el), allWords(item, el)] : [],
    disabled: isDisabled(el) || !!flatPath(el).find((node) => node.inert),
    readonly: el.readOnly === true || attribute(el, "readonly") !== null || attribute(el, "aria-readonly") === "true",
    checked: inputType(el) ? !!el.checked : attribute(el, "aria-checked") === "true" || attribute(el, "aria-pressed") === "true",
    type: inputType(el), empty: "value" in el ? el.value === "" : value === "", document: document.documentElement,
  };
}

// The node to press for an element: itself, or the visible label of a hidden checkbox, radio or file field.
function pressTarget(el) {
  const own = el.getBoundingClientRect();
  if (own.width > 2 && own.height > 2 && isShown(el)) return [el];
  return [el, ...Array.from(el.labels || [])].filter((one) => isShown(one) && one.getBoundingClientRect().width > 0);
}
const sameRect = (a, b) => Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && a.width === b.width && a.height === b.height;

async function settleRect(el) {
  let last = el.getBoundingClientRect();
  for (let n = 0; n < 40; n++) {
    await nextFrame();
    const now = el.getBoundingClientRect();
    if (sameRect(last, now)) return now;
    last = now;
  }
  return last;
}

function landsOn(hit, target, control) {
  if (!hit) return false;
  const path = flatPath(hit);
  const at = path.findIndex((node) => node === target || node === control);
  const label = path.findIndex((node) => node.localName === "label" && node.control === control);
  const end = at >= 0 ? at : label;
  if (end < 0) return false;
  // A link, button or field inside the target would take the press for itself.
  return !path.slice(0, end).some((node) => node !== control && (["a", "button", "select", "textarea", "input", "summary"].includes(node.localName)
    || ["link", "button"].includes(attribute(node, "role")) || node.localName === "label" && node.control && isSender(node.control)));
}

// Scroll to the element and find a point of it that can be pressed. {x, y}: from the centre of `target`; {px, py}: in the viewport.
// WebDriver counts from the centre of the visible part of an element's *first* client rectangle: the first line of a
// link that runs over two.
function offset(target, px, py) {
  const first = target.getClientRects()[0] || target.getBoundingClientRect();
  const left = Math.max(0, first.left), right = Math.min(innerWidth, first.right);
  const top = Math.max(0, first.top), bottom = Math.min(innerHeight, first.bottom);
  return { x: px - (left + right) / 2, y: py - (top + bottom) / 2 };
}

async function aim(el) {
  let cover = "";
  const targets = pressTarget(el);
  if (!targets.length) return { hidden: true };
  for (const target of targets) {
    target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = await settleRect(target);
    const rects = Array.from(target.getClientRects()).filter((rect) => rect.width > 0 && rect.height > 0).slice(0, 4);
    for (const rect of rects.length ? rects : [box]) {
      for (const [fx, fy] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.2], [0.5, 0.8], [0.03, 0.5]]) {
        const px = rect.x + rect.width * fx, py = rect.y + rect.height * fy;
        if (px < 0 || py < 0 || px >= innerWidth || py >= innerHeight) continue;
        const hit = hitAt(px, py);
        if (landsOn(hit, target, el)) return { target, px, py, ...offset(target, px, py), before: digest() };
        if (hit && !cover && !flatPath(hit).includes(target)) cover = coverName(hit, target);
      }
    }
  }
  return { covered: cover || "another part of the page" };
}

// Is the frame element what lies at this point of the parent document?
function through(frame, px, py) {
  const box = frame.getBoundingClientRect(), style = getComputedStyle(frame);
  const x = box.x + frame.clientLeft + parseFloat(style.paddingLeft) + px;
  const y = box.y + frame.clientTop + parseFloat(style.paddingTop) + py;
  const hit = hitAt(x, y);
  return { x, y, covered: !hit || hit === frame ? "" : coverName(hit, frame), before: digest() };
}

Object.assign(jobs, {
  facts, aim, through,
  focused: (el) => { const active = deepActive(); return active === el || (!!active && flatPath(active).includes(el)); },
});
