// Puts an answer of the server on the screen by changing only what differs.
//
// Elements are known again by their id, or by the first id within them. What is equal
// stays the very same element: it keeps focus, scroll and what scripts hung on it.
// `hx-preserve` keeps an element as it is. A fold follows the server only where the
// server changed its mind; else it stays as it was put.

const KEPT = new Set(["open", "data-watched", "data-waiting"]); // Attributes that scripts set.
const drawn = new Map();

export function noteFolds(root = document) {
  for (const fold of root.querySelectorAll("details[id]")) drawn.set(fold.id, fold.open);
  if (root.matches?.("details[id]")) drawn.set(root.id, root.open);
}

const keyOf = (node) => node.id || (node.querySelector?.("[id]")?.id ?? "");

const isKind = (old, fresh) => old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && old.type === fresh.type;

export function correct(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.hasAttribute("hx-preserve")) return;
  correctAttributes(old, fresh);
  if (old.nodeName === "DETAILS" && old.id) correctFold(old, fresh);
  correctChildren(old, fresh);
}

function correctAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (!KEPT.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!KEPT.has(name) && !fresh.hasAttribute(name) && !isSearched(old, name)) old.removeAttribute(name);
  }
}

// What a search has hidden stays hidden.
const isSearched = (element, name) => name === "hidden" && element.dataset.name !== undefined;

function correctFold(old, fresh) {
  const follows = !old.matches("[data-fold], [data-keep], .menu");
  if (follows && drawn.get(old.id) !== fresh.open) old.open = fresh.open;
  drawn.set(old.id, fresh.open);
}

export function correctChildren(old, fresh) {
  const wanted = new Set([...fresh.childNodes].map(keyOf));
  removeGone(old, fresh, wanted);
  let here = old.firstChild;
  for (const want of [...fresh.childNodes]) {
    const found = find(here, want, wanted);
    if (found) {
      correct(found, want);
      if (found === here) here = here.nextSibling;
      else old.insertBefore(found, here);
    } else {
      const own = document.importNode(want, true);
      old.insertBefore(own, here);
      if (own.nodeType === Node.ELEMENT_NODE) noteFolds(own);
    }
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

// What stands for something else now may be corrected to it, unless it has its own id.
function removeGone(old, fresh, wanted) {
  const had = new Set([...old.childNodes].map(keyOf));
  const news = [...fresh.childNodes].filter((node) => !node.id && !had.has(keyOf(node))).map((node) => node.nodeName);
  for (const node of [...old.childNodes]) {
    const key = keyOf(node);
    if (!key || wanted.has(key)) continue;
    const place = node.id ? -1 : news.indexOf(node.nodeName);
    if (place < 0) node.remove();
    else news.splice(place, 1);
  }
}

function find(here, want, wanted) {
  const key = keyOf(want);
  for (let node = key ? here : null; node; node = node.nextSibling) {
    if (keyOf(node) === key && isKind(node, want)) return node;
  }
  const fits = here && !want.id && !here.id && isKind(here, want);
  return fits && (!keyOf(here) || !wanted.has(keyOf(here))) ? here : null;
}

// Puts a whole builder, or pieces of the page, where they belong.
export function correctPage(text) {
  const answer = new DOMParser().parseFromString(text, "text/html");
  const focused = document.activeElement?.id;
  const title = answer.querySelector("title")?.textContent;
  if (title) document.title = title;
  const builder = document.getElementById("builder");
  const pieces = [...answer.querySelectorAll("[hx-swap-oob]")];
  for (const piece of pieces) {
    piece.how = piece.getAttribute("hx-swap-oob");
    piece.removeAttribute("hx-swap-oob");
  }
  const whole = answer.getElementById("builder");
  if (whole) correct(builder, whole);
  for (const piece of pieces) if (!whole?.contains(piece)) place(piece);
  if (focused && document.activeElement === document.body) focusAgain(document.getElementById(focused));
}

// What went into a fold that is closed has its place there.
function focusAgain(element) {
  const fold = element?.parentElement.closest("details:not([open])");
  (fold?.querySelector("summary") ?? element)?.focus({ preventScroll: true });
}

const came = [];

function place(piece) {
  const [how, selector] = piece.how.split(":");
  const target = selector ? document.querySelector(selector) : document.getElementById(piece.id);
  if (!target) return;
  came.push(piece.id);
  if (how === "delete") target.remove();
  else if (how === "innerHTML") target.replaceChildren(...[...piece.childNodes].map((node) => document.importNode(node, true)));
  else if (how === "true" || how === "outerHTML") {
    if (target.nodeName === piece.nodeName) correct(target, piece);
    else target.replaceWith(document.importNode(piece, true));
  } else for (const node of [...piece.childNodes]) target[SIDES[how]]?.(document.importNode(node, true));
}

const SIDES = { beforeend: "append", afterbegin: "prepend", beforebegin: "before", afterend: "after" };

// Tells htmx and the site's own scripts of what came in.
export function wake() {
  const builder = document.getElementById("builder");
  window.htmx?.process(builder);
  for (const id of came.splice(0)) say("htmx:oobAfterSwap", document.getElementById(id));
  say("htmx:afterSettle", builder);
}

const say = (name, target) => target?.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { target, elt: target } }));
