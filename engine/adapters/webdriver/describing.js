// What is said about an element beside its name: what it refers to, its title, or what its icon looks like.
// Placed after rows.js.

const textOf = (el) => (isShown(el) ? visibleText(el) : collapse(el.textContent));
function descriptionOf(el, name, text) {
  const given = collapse(attribute(el, "aria-description") || "");
  const errors = byIds(el, "aria-errormessage").filter(isShown);  // one that is not shown tells of no error
  const notes = collapse(byIds(el, "aria-describedby").map(textOf).concat(errors.map((one) => visibleText(one)), given).join(" "));
  if (notes) return notes;
  const title = collapse(attribute(el, "title") || "");
  if (title && title !== name) return title;
  return name || text ? "" : iconOf(el);
}

// What else it is called: its picture by what that is named after, where a name hides what is seen.
const moreNames = (el, name, text) => {
  const icon = name && !text ? iconOf(el) : "", hints = hintsOf(el, `${name} ${text}`, !text);
  return collapse(`${hints} ${icon}`.trim());
};

const ICON_CLASS = /^(?:fa[srlbd]?|fa-(?:solid|regular|brands)|icon|icons|bi|mdi|glyphicon|ri|ti|la[srb]?|feather|lucide|ion|octicon|oi|svg-icon|ico)[-_]+(.+)$/i;
const ICON_TAIL = /^(.+?)[-_]icon$/i;
const ICON_SIZES = /^(xs|sm|md|lg|xl|\dx|fw|spin|pulse|solid|regular|light|brands|fill|line|outlined?|only|button|btn|wrapper|container|small|large|medium|\d+)$/i;
const ICON_MEANS = [  // what the usual pictures stand for, so that nobody presses a bin unwarned
  [/trash|(^| )bin( |$)|garbage/, "delete"], [/paper plane|send/, "send"], [/pencil|pen( |$)/, "edit"], [/gear|cog/, "settings"],
  [/magnif|search/, "search"], [/^(x|xmark|times|cross)$/, "close"], [/hamburger|(^| )bars( |$)/, "menu"], [/floppy/, "save"],
  [/house/, "home"], [/(^| )cart|basket/, "basket"], [/envelope/, "mail"], [/ellipsis|kebab|dots/, "more"], [/sign out|logout/, "log out"],
];

// "icon: trash (delete)" of a nameless element, from what its icon is called in the markup; "" where that tells nothing.
function iconOf(el) {
  const within = [el, ...Array.from(el.querySelectorAll("*")).slice(0, 12)];
  for (const one of within) {
    const called = iconName(one);
    if (!called || !/[a-z]{2}/i.test(called) && called !== "x") continue;
    const plain = collapse(called.replace(/[-_]+/g, " ").toLowerCase(), 40);
    const means = ICON_MEANS.find(([pattern]) => pattern.test(plain));
    return `icon: ${plain}${means && !plain.includes(means[1]) ? ` (${means[1]})` : ""}`;
  }
  return "";
}
function iconName(el) {
  for (const name of ["data-icon", "data-lucide", "data-feather", "icon", "data-testid"]) {
    const given = attribute(el, name) || "";
    if (/^[\w:-]{1,40}$/.test(given) && (name !== "data-testid" || /icon/i.test(given))) return given.replace(/^.*:|Icon$/g, "");
  }
  if (el.localName === "use") return ((attribute(el, "href") || attribute(el, "xlink:href") || "").split("#")[1] || "").replace(/^(icons?|i|svg)[-_]/i, "");
  if (el.localName === "img") return ((attribute(el, "src") || "").match(/([\w-]{2,40})\.(svg|png|gif|webp)(\?|$)/i) || [])[1] || "";
  for (const token of (attribute(el, "class") || "").split(/\s+/)) {
    const match = token.match(ICON_CLASS) || token.match(ICON_TAIL);
    if (match && !ICON_SIZES.test(match[1])) return match[1];
  }
  return "";
}
