// What belongs to a form, what sends it, and what it would send. Placed after names.js.

const address = (given) => {
  if (!given || !given.trim()) return document.URL;
  try { return new URL(given, document.baseURI).href; } catch { return given; }
};
const methodOf = (given) => (["post", "dialog"].includes((given || "").toLowerCase()) ? given.toLowerCase() : "get");
const isSender = (el) => (el.localName === "button" && el.type === "submit") ||
  (el.localName === "input" && (el.type === "submit" || el.type === "image"));

// The form an element belongs to: by the rules of HTML, or, for custom elements, the one that its host stands in.
function formOf(el) {
  if (el.localName === "form") return el;
  if (el.form instanceof HTMLFormElement) return el.form;
  for (const node of flatPath(el)) {
    if (node.localName === "form") return node;
    const id = node.localName.includes("-") ? attribute(node, "form") : "";
    const owner = id && node.getRootNode().getElementById ? node.getRootNode().getElementById(id) : null;
    if (owner instanceof HTMLFormElement) return owner;
  }
  return null;
}

// What sends a form when `el` is clicked: a submit button it is or lies in, that of its label, or a custom element.
function senderOf(el) {
  if (el.localName === "a" && el.hasAttribute("href")) return null;
  const path = flatPath(el), native = path.find((node) => isSender(node) && node.form);
  if (native) return native;
  if (!["a", "button", "input", "select", "textarea"].includes(el.localName)) {
    const label = path.find((node) => node.localName === "label" && node.control);
    if (label && isSender(label.control)) return label.control;
  }
  if (el.localName !== "button" && el.localName !== "input" && roleOf(el) !== "button") return null;
  if (isField(el)) return null;
  return path.find((node) => isCustom(node) && formOf(node) && (node === el || node.getRootNode() !== el.getRootNode())) || null;
}
const isAssociated = (node) => node.localName.includes("-") && (customElements.get(node.localName) || {}).formAssociated === true;
const isCustom = (node) => node.localName.includes("-") &&
  ((attribute(node, "type") || "").toLowerCase() === "submit" || isAssociated(node));

// [method, address] of what `button` (null: the form itself) would send.
function submissionBy(button, form) {
  const own = (name, of) => (button && isSender(button) && button.hasAttribute(of) ? attribute(button, of) : attribute(form, name));
  return [methodOf(own("method", "formmethod")), address(own("action", "formaction"))];
}
function submissionOf(el) {
  const button = senderOf(el), form = button && formOf(button);
  return form ? submissionBy(button, form) : null;
}

const images = new WeakMap();
function imagesIn(root) {
  if (!images.has(root)) images.set(root, Array.from(root.querySelectorAll("input[type=image]")));
  return images.get(root);
}
// The controls of a form in the order of the document; form.elements leaves out the image buttons.
function controlsOf(form) {
  const own = Array.from(HTMLFormElement.prototype.__lookupGetter__("elements").call(form));
  const images = imagesIn(Node.prototype.getRootNode.call(form)).filter((one) => one.form === form);
  const before = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  return images.length ? own.concat(images).sort(before) : own;
}
// Fields in the open shadow roots of a form: their components send what they hold.
function shadowFields(form) {
  const fields = [], roots = [form];
  for (let n = 0; n < roots.length && n < 200; n++) {
    if (n) fields.push(...roots[n].querySelectorAll("input,select,textarea"));
    const within = n ? roots[n].querySelectorAll("*") : Element.prototype.querySelectorAll.call(form, "*");  // forms clobber it
    for (const el of within) if (el.shadowRoot) roots.push(el.shadowRoot);
  }
  return fields.filter((el) => !(el.form instanceof HTMLFormElement));
}
// The button that Enter in a field presses, shown or not; it may be disabled, and then Enter does nothing.
const defaultButton = (form) => controlsOf(form).find(isSender) || null;
function defaultSubmission(form) {
  const button = defaultButton(form);
  return submissionBy(button && !button.matches(":disabled") ? button : null, form);
}

// The values a control would send, null where it sends nothing.
function sent(el) {
  if (el.matches(":disabled") || isSender(el) || ["button", "fieldset", "output", "object"].includes(el.localName)) return null;
  if (el.localName === "select") return Array.from(el.selectedOptions, (option) => option.value);
  if (el.localName === "input") {
    if (el.type === "button" || el.type === "reset") return null;
    if (el.type === "checkbox" || el.type === "radio") return el.checked ? [el.value] : null;
    if (el.type === "file") return Array.from(el.files, (file) => `${file.name} ${file.size}`);
  }
  try { return [typeof el.value === "string" ? el.value : ""]; } catch { return [""]; }  // a custom element may throw
}
// Two 32-bit lanes; salted, so that equal secrets of two pages do not look equal.
function shortHash(text) {
  let a = 0x811c9dc5, b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x5bd1e995);
    b ^= b >>> 13;
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
// A number for all that a form would send, and for where and how.
function digestOf(form) {
  const button = defaultButton(form);
  const parts = namedFields(form).map((el) => [attribute(el, "name"), sent(el)]).filter((part) => part[1]);
  const by = button ? [attribute(button, "name"), attribute(button, "value"), button.matches(":disabled")] : [];
  return shortHash(JSON.stringify([performance.timeOrigin, submissionBy(null, form), defaultSubmission(form), by, parts]));
}
const namedFields = (form) => controlsOf(form).filter((el) => attribute(el, "name")).concat(shadowFields(form));
// {default, digest, hidden} of a form; `told` holds the fields that are told of.
function sendingOf(form, told) {
  const isTold = (el) => told.has(el) || isAssociated(el) && Array.from(told).some((one) => isField(one) && flatPath(one).includes(el));
  return {
    default: defaultSubmission(form), digest: digestOf(form),
    hidden: namedFields(form).some((el) => sent(el) && attribute(el, "name") && !isTold(el)),
  };
}
