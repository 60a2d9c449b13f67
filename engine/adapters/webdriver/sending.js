// How a form is sent. Placed after settling.js.

// How a form of the element can be sent: a button that is shown, a field for the Enter key, or nothing. Enter presses
// the default button even where that is not shown: `unseen` says that it would send something that nothing shown tells.
function sender(el) {
  const takesEnter = (one) => !!one && (one.localName === "input" ? !!kindOf(one) && !CLICK_TYPES.has(one.type) :
    one.localName === "textarea" && ["combobox", "searchbox"].includes(roleOf(one)));
  const isPressable = (one) => isShown(one) && one.getBoundingClientRect().width > 0;
  if (senderOf(el)) return { button: el };
  const form = formOf(el);
  if (!form) return { field: takesEnter(el) ? el : null };
  const controls = controlsOf(form), usual = defaultButton(form);
  const field = takesEnter(el) ? el : controls.find((one) => takesEnter(one) && isShown(one)) || null;
  if (!usual || isPressable(usual)) return { button: usual, field, form };
  const button = controls.find((one) => isSender(one) && isPressable(one)) || null;
  const sends = (one) => JSON.stringify([submissionBy(one, form), one && attribute(one, "name"), one && attribute(one, "value")]);
  if (button) return { button, field: sends(button) === sends(usual) ? field : null, form };
  return { field, form, unseen: defaultSubmission(form).join() !== submissionBy(null, form).join() };
}

// What pressing a choice of a list would do beside choosing it, told as judging reads it.
function choiceFacts(el) {
  const name = nameOf(el), text = visibleText(el), inner = el.querySelector("a[href],button,input[type=submit],[onclick]") || el;
  const marks = [el, inner].flatMap((one) => ["id", "class", "name", "data-action", "onclick", "data-method", "hx-post", "hx-delete"].map((key) => [key, attribute(one, key) || ""]));
  return { words: `${name} ${text} ${hintsOf(el, "")}`, marks: marks.filter(([, value]) => value).map(([key, value]) => [key, value.slice(0, 200)]),
    sends: (submissionOf(el) || submissionOf(inner) || [""])[0], href: typeof inner.href === "string" ? inner.href : "", role: roleOf(el) };
}

// The field for which the browser would refuse to send the form of a button, and what it says of it; "" for none.
function refusedBy(el) {
  const button = senderOf(el), form = button && formOf(button);
  if (!form || form.noValidate || button.formNoValidate) return "";
  const wrong = controlsOf(form).find((one) => one.willValidate && one.validity && !one.validity.valid);
  return wrong ? [nameOf(wrong), wrong.validationMessage].filter(Boolean).join(": ") : "";
}

// What has the focus, or the frame that has it; and would Enter or a blank do something there?
function focusPlace() {
  const el = deepActive() || document.body, role = el ? roleOf(el) : "", kind = el ? kindOf(el) : "";
  if (!el || el === document.body || el === document.documentElement) return { frame: null, name: "", acts: false };
  const frame = ["iframe", "frame"].includes(el.localName) ? el : null;
  const acts = kind ? !!formOf(el) && kind !== "contenteditable" : ACTING.has(role) || ["a", "button", "summary"].includes(el.localName);
  return { frame, name: nameOf(el) || visibleText(el, 80) || role, acts };
}

// Send the form itself, if it still would send what it would have sent then; whether it did.
function send(form, sum) {
  const same = !sum || digestOf(form) === sum;
  if (same) HTMLFormElement.prototype.requestSubmit.call(form);
  return same;
}

const optionsShown = () => shownOptions().length > 0;

Object.assign(jobs, { optionsShown, refusedBy, focusPlace, choiceFacts, sender, send });
