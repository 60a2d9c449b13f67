// Lists: which choice a value names, in selects and in lists that a page draws itself. Placed after filling.js.

const plain = (text) => text.normalize("NFKC").replace(/\s+/g, " ").trim();
const folded = (text) => plain(text).toLowerCase();
const bare = (text) => folded(text).normalize("NFD").replace(/\p{M}/gu, "").replace(/[‘’ʼ`]/g, "'").replace(/[‐-―]/g, "-").replace(/[“”]/g, '"');
// The choices that a value names: by label exactly, then in lower case, then by value, then without accents, then by
// the first line of what a choice shows. `choices`: {label, value, first, full}, `full` telling it from its equals.
function matching(choices, value) {
  const wanted = plain(value);
  const tests = [(one) => plain(one.label) === wanted, (one) => folded(one.label) === folded(value), (one) => one.value !== "" && one.value === value,
    (one) => bare(one.label) === bare(value), (one) => one.first && bare(one.first) === bare(value), (one) => bare(one.full) === bare(value)];
  for (const test of tests) {
    const hits = choices.filter(test);
    if (hits.length) return hits;
  }
  return [];
}
// Labels of equals, told apart by their group, else by their value.
function toldApart(choices) {
  const count = (key) => { const all = new Map(); for (const one of choices) all.set(key(one), (all.get(key(one)) || 0) + 1); return all; };
  const labels = count((one) => plain(one.label)), groups = count((one) => `${plain(one.label)}|${one.group}`);
  for (const one of choices) {
    const more = labels.get(plain(one.label)) === 1 ? "" : one.group && groups.get(`${plain(one.label)}|${one.group}`) === 1 ? one.group : one.value;
    one.full = more && more !== one.label ? `${plain(one.label)} (${more})` : plain(one.label);
  }
  return choices;
}

const optionsOf = (el) => toldApart(Array.from(el.options).map((node) => {
  const parent = node.parentElement, group = parent.localName === "optgroup" ? parent : null;
  return { node, label: node.label, value: node.value, first: "", group: group ? plain(group.label) : "", disabled: node.disabled || !!group && group.disabled };
}));
// Which option a value names: {option} or {several: labels} or {labels: the first few there are}.
function chooseOption(el, value) {
  const all = optionsOf(el), hits = matching(all, value);
  if (hits.length === 1) return { option: hits[0].node, chosen: hits[0].node.selected, label: plain(hits[0].label), disabled: hits[0].disabled };
  if (hits.length > 1) return { several: hits.map((one) => one.full) };
  return { labels: all.filter((one) => one.label.trim() && (one.value || !one.disabled)).map((one) => plain(one.label)) };
}
// Choose exactly these options, as its own list would: a selection, then the two events.
function setOptions(el, options) {
  const { x, y, width, height } = el.getBoundingClientRect(), hit = hitAt(x + width / 2, y + height / 2);
  if (hit && (hit === el || el.contains(hit))) el.focus({ preventScroll: true });  // on one that is hidden it may open what is drawn instead
  const set = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, "selected").set;
  if (el.multiple) for (const one of el.options) { if (one.selected !== options.includes(one)) set.call(one, options.includes(one)); }
  else set.call(options[0], true);
  el.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  el.dispatchEvent(new Event("change", { bubbles: true }));
}
const inOrder = (el, options) => Array.from(el.options).filter((one) => options.includes(one)).map((one) => plain(one.label));
// Are just these options chosen, by label (a page may draw the options anew), and do they stay so?
async function optionsStay(el, labels) {
  const chosen = () => Array.from(el.selectedOptions, (one) => plain(one.label));
  await stable(() => chosen().join("\n"), 200, 800);
  return { still: chosen().join("\n") === labels.join("\n"), holds: chosen().join(", ").slice(0, 500), gone: !el.isConnected };
}

// --- Lists that a page draws itself.

const OPTION_ROLES = "[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem]";
const LIST_ROLES = new Set(["listbox", "menu", "tree"]);
const hasBox = (el) => { const box = el.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
const isThere = (el) => isShown(el) && hasBox(el);
const ownRoots = () => rootsOf(document).filter((root) => root === document || root.host && root.ownerDocument === document);
function within(el, selector) {
  const roots = [el], hits = [];
  for (let n = 0; n < roots.length && n < 100; n++) {
    hits.push(...roots[n].querySelectorAll(selector));
    if (roots[n].shadowRoot) roots.push(roots[n].shadowRoot);
    for (const one of roots[n].querySelectorAll("*")) if (one.shadowRoot) roots.push(one.shadowRoot);
  }
  return hits;
}
const shownOptions = () => ownRoots().flatMap((root) => Array.from(root.querySelectorAll(OPTION_ROLES))).filter(isThere);
// Elements with words of their own that can be seen now.
function wordy() {
  const hits = new Set();
  for (const root of ownRoots()) {
    const walk = document.createTreeWalker(root === document ? document.body || document : root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node && hits.size < 1200; node = walk.nextNode()) {
      const el = node.parentElement;
      if (!node.data.trim() || !el || hits.has(el) || ["script", "style", "noscript", "option", "textarea"].includes(el.localName)) continue;
      const box = el.getBoundingClientRect();
      if (box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && isShown(el)) hits.add(el);
    }
  }
  return Array.from(hits);
}
// What can be seen now, as numbers to count: pages draw their nodes anew, so that the nodes themselves tell nothing.
const markOf = (el) => hashOf(`${el.localName}|${visibleText(el, 80)}`);
const standing = () => [...new Set([...shownOptions(), ...wordy()])].map(markOf);
// Those of `all` that were not there before: of equals, the last ones.
function freshOf(all, old) {
  const left = new Map();
  for (const mark of old) left.set(mark, (left.get(mark) || 0) + 1);
  return all.filter((el) => { const mark = markOf(el), n = left.get(mark) || 0; left.set(mark, n - 1); return n <= 0; });
}

// The lists that a control names as its own, or is.
function listsOf(el) {
  if (LIST_ROLES.has(roleOf(el))) return [el];
  const near = [el, ...within(el, "[role=combobox],input"), ...flatPath(el, 4).filter((one) => attribute(one, "role") === "combobox")];
  return [...new Set(near.flatMap((one) => ["aria-controls", "aria-owns"].flatMap((name) => byIds(one, name))))].filter((one) => !one.contains(el));
}
function itemsIn(list) {
  for (const selector of [OPTION_ROLES, "li", "[role=gridcell],[role=row]"]) {
    const items = within(list, selector).filter(isThere);
    if (items.length) return items;
  }
  return Array.from(list.children).filter((one) => isThere(one) && visibleText(one, 20));
}
// Items without a role that were not there before: the largest group of equals among what is new.
function freshItems(el, old) {
  const fresh = freshOf(wordy(), old).filter((one) => !flatPath(one).includes(el));
  const groups = new Map();
  for (const leaf of fresh) {
    for (const node of flatPath(leaf, 5)) {
      const parent = flatParent(node);
      if (!parent || parent === document.body && node !== leaf || flatPath(el).includes(node)) break;
      const equals = Array.from(parent.children).filter((one) => one.localName === node.localName && hasBox(one));
      if (equals.length < 2 && flatParent(parent) && parent !== document.body) continue;
      if (!groups.has(parent)) groups.set(parent, new Set());
      groups.get(parent).add(node);
      break;
    }
  }
  const largest = Array.from(groups.values()).sort((a, b) => b.size - a.size)[0];
  return largest ? Array.from(largest) : fresh;
}
function itemsNow(el, old) {
  const own = listsOf(el).filter(isThere).flatMap(itemsIn);
  if (own.length) return own;
  const options = freshOf(shownOptions(), old);
  return options.length ? options : freshItems(el, old);
}
function groupName(node) {
  const group = flatPath(node, 5).slice(1).find((one) => attribute(one, "role") === "group");
  return group ? nameOf(group) : "";
}
// What is pressed for an item: the one link or button in it, where there is one.
const pressedFor = (item) => {
  const inner = ["a", "button"].includes(item.localName) || item.matches(OPTION_ROLES) ? [] : within(item, "a,button,[role=button]").filter(isThere);
  return inner.length === 1 ? inner[0] : item;
};
const choiceOf = (item) => choiceFor(pressedFor(item));
const choiceFor = (node) => ({
  node, label: plain(nameOf(node) || visibleText(node)), value: attribute(node, "data-value") || attribute(node, "value") || "",
  first: plain((node.innerText || "").split("\n")[0]), group: groupName(node), disabled: isDisabled(node),
});
// Wait until a choice of this name stands in the list, or until the list has been quiet without one.
async function choices(el, old, wanted, most) {
  let all = [], hits = [];
  const read = () => {
    all = toldApart(itemsNow(el, old).slice(0, 400).map(choiceOf).filter((one) => one.label));
    hits = matching(all, wanted);
    return all.map((one) => one.label).join("\n");
  };
  await waitUntil(read, (key, calm, past) => past >= most || hits.length && calm >= 100 ||
    all.length && calm >= Math.min(600, most / 2) && !all.every((one) => WAITS.test(one.label)));
  const hit = hits.length === 1 ? hits[0] : null;
  return { option: hit && hit.node, label: hit ? hit.label : "", disabled: !!hit && hit.disabled, role: hit ? roleOf(hit.node) : "",
    selected: !!hit && (attribute(hit.node, "aria-selected") === "true" || attribute(hit.node, "aria-checked") === "true"),
    several: hits.length > 1 ? hits.map((one) => one.full) : [], labels: all.map((one) => one.label), first: all.length ? all[0].node : null };
}
const WAITS = /^(loading|searching|please wait)|…$|\.\.\.$/i;

// Scroll the box around an item by most of its height, or to its top; false at the end.
function scrollChoices(item, toTop) {
  const box = flatPath(item).slice(1).find((one) => one.scrollHeight > one.clientHeight + 1 && one !== document.body && one !== document.documentElement &&
    ["auto", "scroll", "hidden"].includes(getComputedStyle(one).overflowY));
  if (!box) return false;
  const was = box.scrollTop;
  box.scrollTo({ top: toTop ? 0 : was + Math.max(20, box.clientHeight * 0.8), behavior: "instant" });
  return Math.abs(box.scrollTop - was) >= 1;
}

// The part of the page that shows what a control holds: itself and what closely surrounds it, without other controls.
function surroundings(el) {
  let around = el;
  for (const node of flatPath(el, 5).slice(1)) {
    const box = node.getBoundingClientRect();
    if (["form", "body", "main", "fieldset", "tr", "section", "li"].includes(node.localName) || box.height > 160) break;
    if (within(node, "select,textarea,input:not([type=hidden]),[role=combobox],[aria-haspopup]").some((one) => one !== el && !flatPath(one).includes(el) && !flatPath(el).includes(one) && isThere(one))) break;
    around = node;
  }
  return around;
}
const holdsText = (el) => (el.localName === "input" || el.localName === "textarea" ? (isSecret(el) ? "" : el.value) : visibleText(el));
const aroundOf = (el) => { const lists = listsOf(el); return visibleText(surroundings(el), 300, (one) => lists.includes(one)); };
function control(el) {
  return { holds: holdsText(el), around: aroundOf(el), expanded: attribute(el, "aria-expanded") === "true", list: LIST_ROLES.has(roleOf(el)),
    types: ["input", "textarea"].includes(el.localName) && !el.readOnly && !CLICK_TYPES.has(el.type) && !BUTTON_TYPES.has(el.type), inDialog: flatPath(el).some((one) => one.localName === "dialog" || attribute(one, "role") === "dialog"),
    multiple: [el, ...listsOf(el)].some((one) => attribute(one, "aria-multiselectable") === "true") };
}
// Where to press to open the list of a control that is too small to be pressed itself: what closely surrounds it.
function opener(el) {
  const box = el.getBoundingClientRect();
  if (box.width > 24 && box.height > 8 && isShown(el)) return el;
  return surroundings(el);
}
// Does the control show this choice, or does the choice itself say that it is chosen, and does it stay so?
// `typed`: what was typed to find it, which proves nothing while the list is open.
async function showsChoice(el, was, label, option, typed) {
  const shows = () => {
    if (!el.isConnected) return "gone";
    const text = folded(holdsText(el)), around = folded(aroundOf(el)), name = folded(label);
    const chosen = !typed || holdsText(el) !== typed || !listOpen(el);
    if (text === name && chosen) return "yes";
    if (chosen && text.includes(name) && text !== folded(was.holds)) return "yes";
    if (option && option.isConnected && ["aria-selected", "aria-checked"].some((one) => attribute(option, one) === "true")) return "yes";
    return around.includes(name) && !folded(was.around).includes(name) && (listsOf(el).length || !listOpen(el)) ? "yes" : "no";
  };
  const answer = await waitUntil(shows, (now, calm, past) => past >= 2000 || (now === "no" ? past >= 1500 : calm >= 200));
  return { answer, holds: el.isConnected ? holdsText(el).slice(0, 500) : "", open: listOpen(el) };
}
const listOpen = (el) => attribute(el, "aria-expanded") === "true" || !LIST_ROLES.has(roleOf(el)) && listsOf(el).some(isThere);
const listShown = (el) => { const lists = listsOf(el); return lists.length ? lists.some(isThere) : null; };
const stillThere = (node) => node.isConnected && isThere(node);
// All of a role and name, and where among them one stands.
const equals = (role, name) => ownRoots().flatMap((root) => Array.from(root.querySelectorAll("[role],button,input,select,textarea")))
  .filter((one) => roleOf(one) === role && nameOf(one) === name && isThere(one));
const amongEquals = (el) => { const all = equals(roleOf(el), nameOf(el)); return { at: all.indexOf(el), of: all.length }; };
// A control that a page has drawn anew: the only one of that role and name, or the one in its place where it had equals.
function twin(role, name, stood = null) {
  const hits = equals(role, name);
  return hits.length === 1 ? hits[0] : stood && stood.of === hits.length ? hits[stood.at] || null : null;
}
// What a field with suggestions of the browser's own (a datalist) is to hold for a value: that of the one it names.
function suggestedValue(el, value) {
  const hits = el.list ? matching(toldApart(Array.from(el.list.options, (one) => ({ label: one.label, value: one.value, first: "", group: "" }))), value) : [];
  return hits.length === 1 ? hits[0].value : value;
}
// The list that a page has drawn in place of a select that it hides; null where the select itself is used.
function standIn(el) {
  const box = el.getBoundingClientRect(), style = getComputedStyle(el);
  const hit = hitAt(box.x + box.width / 2, box.y + box.height / 2), seen = box.width > 4 && box.height > 4 && style.opacity !== "0";
  if (seen && (!hit || hit === el || el.contains(hit) || !flatPath(hit).includes(el.parentElement))) return null;
  const drawn = (root) => within(root, "[role=combobox],[aria-haspopup=listbox]").filter((one) => one.localName !== "select" && isThere(one));
  for (const node of flatPath(el, 4).slice(1)) {
    if (attribute(node, "role") === "combobox" && isThere(node)) return node;
    const near = drawn(node);
    if (near.length) return near.length === 1 ? near[0] : null;
    if (["form", "body", "main"].includes(node.localName)) break;
  }
  return null;
}
// What lies over a control that is set as a whole, "" where it can be seen, or where only its own decoration does.
async function overlaid(el) {
  if (!resumed) el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  await stable(() => { const { x, y } = el.getBoundingClientRect(); return `${x} ${y}`; }, 40, 600);
  const box = el.getBoundingClientRect();
  if (box.width < 3 || box.height < 3) return "";
  const own = surroundings(el);
  let cover = "";
  for (const [fx, fy] of [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.2], [0.5, 0.8]]) {
    const hit = hitAt(box.x + box.width * fx, box.y + box.height * fy);
    const path = hit ? flatPath(hit) : [];
    if (!hit || path.includes(el) || path.includes(own) || path.some((node) => node.localName === "label" && node.control === el) || flatPath(el).includes(hit)) return "";
    cover = cover || coverName(hit, el);
  }
  return cover;
}
// Can this element be expected to open a list of choices? A link, or what sends a form, does something else.
function opensList(el) {
  if (el.list) return false;
  const popup = attribute(el, "aria-haspopup");
  if (["dialog", "grid"].includes(popup) || el.closest("a[href]") || senderOf(el)) return false;
  if (popup && popup !== "false" || ["combobox", "listbox"].includes(roleOf(el)) || el.hasAttribute("aria-expanded")) return true;
  if (el.localName === "input") return el.readOnly;
  const called = `${el.id} ${attribute(el, "class") || ""} ${attribute(el, "data-toggle") || ""} ${attribute(el, "data-bs-toggle") || ""}`;
  return /select|drop-?down|combo|picker|menu/i.test(called) || !["button", "link"].includes(roleOf(el)) && !isField(el);
}

Object.assign(jobs, {
  chooseOption, setOptions, inOrder, optionsStay, standing, choices, scrollChoices, control, opener, showsChoice, listShown, stillThere, twin, amongEquals, opensList, suggestedValue, standIn, overlaid,
});
