// Every element of a document and of its open shadow roots, always in the same order: the number of one is its place.

function everyElement(doc) {
  const all = [], roots = [doc];
  for (let n = 0; n < roots.length && n < 300; n++) {
    for (const el of roots[n].querySelectorAll("*")) {
      if (all.length >= 40000) return all;
      all.push(el);
      if (el.shadowRoot) roots.push(el.shadowRoot);
    }
  }
  return all;
}
// Tells whether an element found by its place is the one that was meant: the page may have changed in between.
const markOf = (el) => `${el.localName} ${Element.prototype.getAttribute.call(el, "class") || ""}`.slice(0, 80);
const keyOf = (doc) => `${doc.defaultView.performance.timeOrigin} ${doc.URL}`;
