// Names, roles and states of single elements. Placed in front of walker.js and settling.js, which use these functions.
// Nothing here writes into the page: no attribute, style, node or global variable.

const ACTING = new Set(("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option combobox " +
  "textbox searchbox spinbutton slider treeitem").split(" "));
const NAMED_BY_CONTENT = new Set(("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option " +
  "treeitem heading cell gridcell columnheader rowheader row tooltip").split(" "));
const BUTTON_TYPES = new Set(["submit", "button", "reset", "image"]);
const CLICK_TYPES = new Set(["checkbox", "radio", "file"]);
const LANDMARKS = new Set(("banner complementary contentinfo form main navigation region search dialog " +
  "alertdialog").split(" "));
const TAG_ROLES = {
  BUTTON: "button", SUMMARY: "button", TEXTAREA: "textbox", OPTION: "option", H1: "heading", H2: "heading",
  H3: "heading", H4: "heading", H5: "heading", H6: "heading", IMG: "image", NAV: "navigation", MAIN: "main",
  ASIDE: "complementary", DIALOG: "dialog", LI: "listitem", UL: "list", OL: "list", TR: "row", TD: "cell",
  TH: "columnheader", TABLE: "table", ARTICLE: "article", FORM: "form", SEARCH: "search", FIELDSET: "group",
  DETAILS: "group", CANVAS: "canvas", OUTPUT: "status", PROGRESS: "progressbar", METER: "meter",
};
const INPUT_ROLES = {
  checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox", button: "button",
  submit: "button", reset: "button", image: "button", text: "textbox", email: "textbox", tel: "textbox",
  url: "textbox", password: "textbox",
};
const TEXT_TYPES = new Set(["text", "tel", "number", "email", "url", "search"]);
const BLOCKS = new Set(("P DIV LI TR TD TH H1 H2 H3 H4 H5 H6 UL OL TABLE SECTION ARTICLE HEADER FOOTER BR DL DT DD " +
  "FIELDSET LABEL BUTTON OPTION FIGURE BLOCKQUOTE PRE MAIN NAV ASIDE FORM").split(" "));

const attribute = (el, name) => Element.prototype.getAttribute.call(el, name);  // forms clobber el.getAttribute
const collapse = (text, most = 200) => {
  const short = text.length > 20 * most ? text.slice(0, 20 * most) : text;
  const clean = short.replace(/[\u200b\ufeff]/g, "").replace(/\s+/g, " ").trim();
  return clean.length > most ? Array.from(clean).slice(0, most - 1).join("") + "…" : clean;
};
const lower = (el) => el.localName || "";
const flatParent = (node) => node.assignedSlot || node.parentElement ||
  (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
// Closed shadow roots show themselves only from inside: `learn` takes one node in each, which the driver has found.
const closedRoots = new Map();
function learn(node) {
  for (let root = node.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    if (root.mode === "closed") closedRoots.set(root.host, root);
  }
}
const shadowOf = (el) => el.shadowRoot || (closedRoots.size ? closedRoots.get(el) || null : null);
const flatChildren = (el) => {
  const shadow = shadowOf(el);
  if (shadow) return shadow.childNodes;
  if (el.localName === "slot") {
    const assigned = el.assignedNodes();
    if (assigned.length) return assigned;
  }
  return el.childNodes;
};
const isShown = (el) => el.checkVisibility({ visibilityProperty: true }) ||
  (getComputedStyle(el).display === "contents" && !!el.parentElement && isShown(el.parentElement));
const inputType = (el) => (el.localName === "input" ? el.type : "");
const isEditable = (el) => el.isContentEditable && !(el.parentElement && el.parentElement.isContentEditable);
const isField = (el) => kindOf(el) !== "";

function kindOf(el) {
  if (el.localName === "input") return BUTTON_TYPES.has(el.type) || el.type === "hidden" ? "" : el.type;
  if (el.localName === "select") return el.multiple ? "select-multiple" : "select-one";
  if (el.localName === "textarea") return "textarea";
  if (isEditable(el)) return "contenteditable";
  return "";
}

// Lists of suggestions: by role, by the field that controls them, or (weak) by what they are called.
const SUGGESTIONS = /suggest|autocomplete|typeahead/i;
const lists = new WeakMap();
function suggestionList(el) {
  if (!el) return "";
  if (!lists.has(el)) {
    const strong = attribute(el, "role") === "listbox" ||
      el.id && !!document.querySelector(`input[aria-controls~="${CSS.escape(el.id)}"],input[aria-owns~="${CSS.escape(el.id)}"]`);
    lists.set(el, strong ? "strong" : SUGGESTIONS.test(`${el.id} ${attribute(el, "class") || ""}`) ? "weak" : "");
  }
  return lists.get(el);
}
function isSuggestion(el) {
  const parent = el.parentElement;
  const list = suggestionList(parent) || (parent && /^[uo]l$/.test(parent.localName) ? suggestionList(parent.parentElement) : "");
  if (!list || el.querySelector("a[href],button,input,select,textarea,ul,ol,[role=option]")) return false;
  return list === "strong" || el.localName === "li" || getComputedStyle(el).cursor === "pointer";
}

function roleOf(el) {
  const told = attribute(el, "role"), given = told ? told.trim().toLowerCase().split(/\s+/)[0] : "";
  if (given && given !== "none" && given !== "presentation") return given;
  switch (el.localName) {
    case "a": case "area": return el.hasAttribute("href") ? "link" : "";
    case "input":
      if (el.list && ["text", "search", "email", "tel", "url"].includes(el.type)) return "combobox";
      return INPUT_ROLES[el.type] || "";
    case "select": return el.multiple || el.size > 1 ? "listbox" : "combobox";
    case "th": return attribute(el, "scope") === "row" ? "rowheader" : "columnheader";
    case "section": return el.hasAttribute("aria-label") || el.hasAttribute("aria-labelledby") ? "region" : "";
    case "header": return el.closest("article,aside,main,nav,section") ? "" : "banner";
    case "footer": return el.closest("article,aside,main,nav,section") ? "" : "contentinfo";
    case "svg": return "image";
  }
  if (given) return "";
  if ((el.localName === "li" || el.localName === "div") && isSuggestion(el)) return "option";
  return TAG_ROLES[el.tagName] || (isEditable(el) ? "textbox" : "");
}

// Does an element stand apart from the text around it, so that no word runs over its edge?
function isApart(el) {
  if (BLOCKS.has(el.tagName)) return true;
  const style = getComputedStyle(el);
  if (style.display === "inline") return style.marginLeft !== "0px" && parseFloat(style.marginLeft) >= 2;
  return style.display !== "contents";
}
// Visible text in flat-tree order, bounded in characters and in nodes, without what `leaves` says to leave out.
function visibleText(root, most = 200, leaves = null) {
  let text = "", budget = 400;
  const visit = (el) => {
    for (const child of flatChildren(el)) {
      if (text.length > most + 50 || budget-- < 0) return;
      if (child.nodeType === 3) { text += child.data.length > 1000 ? child.data.slice(0, 1000) : child.data; continue; }
      if (child.nodeType !== 1 || leaves && leaves(child) || hidesWords(child)) continue;
      if (["script", "style", "noscript", "template", "textarea", "select", "title"].includes(child.localName)) continue;
      if (attribute(child, "aria-hidden") === "true" || !child.checkVisibility({ visibilityProperty: true }) &&
        getComputedStyle(child).display !== "contents") continue;
      const apart = isApart(child);
      if (apart) text += " ";
      visit(child);
      if (apart) text += " ";
    }
  };
  visit(root);
  return collapse(text, most);
}

function byIds(el, name) {
  const ids = (attribute(el, name) || "").split(/\s+/).filter(Boolean).slice(0, 10);
  const root = el.getRootNode();
  return ids.map((id) => (root.getElementById ? root.getElementById(id) : null)).filter(Boolean);
}

// The value of a control met inside a label ("Remind me in [5] minutes"); never of a secret field.
function embedded(el) {
  if (isSecret(el)) return "";
  if (el.localName === "select") return Array.from(el.selectedOptions, (option) => option.label).join(" ");
  if (el.localName === "textarea") return el.value;
  if (el.localName === "input" && !CLICK_TYPES.has(el.type)) return BUTTON_TYPES.has(el.type) ? "" : el.value;
  return attribute(el, "aria-valuetext") || attribute(el, "aria-valuenow") || "";
}

function contentName(el, how) {
  let text = "";
  for (const child of flatChildren(el)) {
    if (text.length > 400 || how.budget-- < 0) break;
    if (child.nodeType === 3) { text += child.data.length > 1000 ? child.data.slice(0, 1000) : child.data; continue; }
    if (child.nodeType !== 1 || child === how.control) continue;
    if (["script", "style", "noscript", "template"].includes(child.localName)) continue;
    if (!how.hidden && (attribute(child, "aria-hidden") === "true" ||
      (child.localName !== "title" && !(child instanceof SVGElement) && !isShown(child)))) continue;
    const part = nameFrom(child, { ...how, inside: true });
    text += part && (isField(child) || child.localName === "img" || isApart(child)) ? ` ${part} ` : part;
  }
  return text;
}

function nativeName(el, how) {
  const tag = el.localName;
  if (tag === "input" && (el.type === "submit" || el.type === "reset" || el.type === "button")) {
    return el.value || (el.type === "submit" ? "Submit" : el.type === "reset" ? "Reset" : "");
  }
  if (tag === "input" && el.type === "image") return attribute(el, "alt") || attribute(el, "title") || "Submit";
  if (tag === "img" || tag === "area") return attribute(el, "alt") || "";
  if (tag === "canvas") return el.textContent;  // what is told to those who cannot see it
  if (el instanceof SVGElement) {
    const title = Array.from(el.children).find((child) => child.localName === "title");
    return title ? title.textContent : "";
  }
  const first = { fieldset: "legend", table: "caption", figure: "figcaption" }[tag];
  if (first) {
    const child = Array.from(el.children).find((one) => one.localName === first);
    return child ? contentName(child, how) : "";
  }
  return "";
}

// Accessible name, after the order of the Accessible Name computation.
function nameFrom(el, how) {
  if (how.budget-- < 0) return "";
  if (!how.referenced && el.hasAttribute("aria-labelledby")) {
    const parts = byIds(el, "aria-labelledby").map((target) => nameFrom(target,
      { ...how, referenced: true, inside: true, hidden: !isShown(target), control: null, self: target === el }));
    const joined = collapse(parts.join(" "));
    if (joined) return joined;
  }
  const label = collapse(attribute(el, "aria-label") || "");
  if (label) return label;
  if (how.inside && !how.self && isField(el)) return embedded(el);
  if (!how.inside || how.self) {
    const labels = el.labels && el.labels.length ? Array.from(el.labels) : [];
    const text = collapse(labels.map((one) => contentName(one, { ...how, control: el, inside: true })).join(" "));
    if (text) return text;
  }
  const native = collapse(nativeName(el, how));
  if (native) return native;
  const field = isField(el);
  if (!field && (how.inside || NAMED_BY_CONTENT.has(roleOf(el)))) {
    const raw = contentName(el, how);
    if (how.inside && !how.self ? raw.trim() : collapse(raw)) return raw;
  }
  const title = attribute(el, "title");
  if (title && title.trim()) return title;
  return how.inside && !how.self ? "" : attribute(el, "placeholder") || attribute(el, "aria-placeholder") || "";
}
const nameOf = (el) => (attribute(el, "role") === "combobox" && nameOfReplaced(el)) || collapse(nameFrom(el, { budget: 400 }));
// A list that a library draws in the place of a select keeps the label of that: its own name is but what is chosen.
function nameOfReplaced(el) {
  if (isField(el) || attribute(el, "aria-label")) return "";
  for (let node = el, up = 0; node && up < 4; node = node.parentElement, up++) {
    const native = node.previousElementSibling;
    if (!native || native.localName !== "select") continue;
    const box = native.getBoundingClientRect(), hidden = box.width <= 4 || box.height <= 4 || !isShown(native);
    return hidden && native.labels.length ? visibleText(native.labels[0], 120) : "";
  }
  return "";
}

// What else an element is called, in its markup, its pictures and its styles, beyond what `known` says already. What
// styles write is asked for only where it shows no text: that takes long.
function hintsOf(el, known, hollow = true) {
  const kind = kindOf(el), all = [];
  const add = (words) => { if (words && words.trim() && all.length < 12 && !known.includes(words.trim())) all.push(collapse(words, 80)); };
  if (kind && kind !== "checkbox" && kind !== "radio") return "";
  for (const name of ["aria-label", "title", "alt", "aria-roledescription"]) add(attribute(el, name));
  if (BUTTON_TYPES.has(inputType(el))) add(el.value);
  for (const label of kind && el.labels || []) add(visibleText(label, 80));
  const drawn = hollow && (el.localName === "button" || attribute(el, "role")) ? [el] : [];
  const walk = kind || !el.firstElementChild ? null : document.createTreeWalker(el, NodeFilter.SHOW_ELEMENT);
  for (let n = 0, one = walk && walk.nextNode(); one && n < 12; n++, one = walk.nextNode()) {
    for (const name of ["alt", "aria-label", "title"]) add(attribute(one, name));
    if (one.localName === "title" && one instanceof SVGElement) add(one.textContent);
    if (n < 1 && drawn.length) drawn.push(one);
  }
  for (const one of drawn) for (const part of ["::before", "::after"]) {
    const content = getComputedStyle(one, part).content;
    if (content !== "none" && content !== "normal") add((content.match(/"((?:[^"\\]|\\.)*)"/) || [])[1]);
  }
  return all.join(" ");
}

function statesOf(el, role) {
  const states = [];
  const aria = (name) => attribute(el, "aria-" + name);
  if (el.checked === true && inputType(el) || aria("checked") === "true" || aria("pressed") === "true") states.push("checked");
  if (el.indeterminate === true || aria("checked") === "mixed" || aria("pressed") === "mixed") states.push("mixed");
  const expanded = el.localName === "summary" && el.parentElement && el.parentElement.localName === "details" ?
    String(el.parentElement.open) : aria("expanded") || opensPopover(el);
  if (expanded === "true") states.push("expanded");
  if (expanded === "false") states.push("collapsed");
  if (aria("selected") === "true" || (aria("current") && aria("current") !== "false")) states.push("selected");
  if (isDisabled(el)) states.push("disabled");
  if (states.includes("disabled") && !el.matches(":disabled")) states.push("aria-disabled");
  if (el.required === true || aria("required") === "true") states.push("required");
  if ((aria("invalid") && aria("invalid") !== "false") || el.matches(":user-invalid")) states.push("invalid");
  if (el.readOnly === true || aria("readonly") === "true") states.push("readonly");
  if (aria("busy") === "true") states.push("busy");
  if (el.getRootNode().activeElement === el && el !== document.body) states.push("focused");
  return states;
}
const opensPopover = (el) => (el.popoverTargetElement ? String(el.popoverTargetElement.matches(":popover-open")) : "");
const isDisabled = (el) => el.matches(":disabled") || !!el.closest("[aria-disabled=true]");

// Call only for elements that are not secret.
function valueOf(el, kind, role) {
  if (kind === "select-one" || kind === "select-multiple") {
    return collapse(Array.from(el.selectedOptions, (option) => option.label).join(", "), 500);
  }
  if (kind === "checkbox" || kind === "radio") return "";
  if (kind === "contenteditable") return (el.innerText || "").replace(/\n$/, "").slice(0, 1000);
  if (kind) return el.value.slice(0, 1000);
  if (role === "slider" || role === "spinbutton") return attribute(el, "aria-valuetext") || attribute(el, "aria-valuenow") || "";
  return "";
}

// The deepest element at a point of this document's viewport, through shadow roots.
function hitAt(x, y) {
  let hit = document.elementFromPoint(x, y);
  while (hit && shadowOf(hit)) {
    const deeper = shadowOf(hit).elementFromPoint(x, y);
    if (!deeper || deeper === hit) break;
    hit = deeper;
  }
  return hit;
}
function flatPath(el, most = 200) {
  const path = [];
  for (let node = el; node && path.length < most; node = flatParent(node)) path.push(node);
  return path;
}
// What lies over `el` where `hit` was found: the outermost ancestor of the hit that does not hold the element.
function coverName(hit, el) {
  const own = new Set(flatPath(el));
  let cover = hit;
  for (const node of flatPath(hit)) {
    if (own.has(node)) break;
    cover = node;
  }
  const named = flatPath(hit).find((node) => !own.has(node) && nameOf(node));
  return collapse(nameOf(cover) || (headingIn(cover)) || visibleText(cover, 60) || (named ? nameOf(named) : "") ||
    (roleOf(cover) ? `an unnamed ${roleOf(cover)}` : "another part of the page"), 60);
}
function headingIn(root, leaves = null) {
  let budget = 150;
  const visit = (el) => {
    for (const child of flatChildren(el)) {
      if (child.nodeType !== 1 || budget-- < 0) continue;
      if (/^H[1-6]$/.test(child.tagName) || attribute(child, "role") === "heading") {
        const text = visibleText(child, 120, leaves);
        if (text && isShown(child)) return text;
      }
      const deeper = visit(child);
      if (deeper) return deeper;
    }
    return "";
  };
  return visit(root);
}
// What scrolls: the document, or where it cannot (many web applications), the box in the middle of the window.
// Apps and open dialogs forbid the document to scroll, however long it is.
function isLocked() {
  const own = getComputedStyle(document.documentElement).overflowY;
  const used = own === "visible" && document.body ? getComputedStyle(document.body).overflowY : own;
  return used === "hidden" || used === "clip";
}
function mainScroller() {
  const root = document.scrollingElement || document.documentElement;
  if (!root || root.scrollHeight > innerHeight + 1 && !isLocked()) return root;
  for (const [x, y] of [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.75, 0.5], [0.25, 0.5]]) {
    const hit = hitAt(innerWidth * x, innerHeight * y);
    const inner = hit && flatPath(hit).find((el) => el.scrollHeight > el.clientHeight + 1 && el.clientHeight > innerHeight / 3 &&
      ["auto", "scroll"].includes(getComputedStyle(el).overflowY));
    if (inner) return inner;
  }
  return root;
}
