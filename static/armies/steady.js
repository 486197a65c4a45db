// Nothing moves under a finger. What was tapped stays where it is, however much comes in
// above it; and where that cannot be, a second tap at the same spot is still meant for
// what was tapped first.

const TAP = 600; // How long a finger is thought to be about to tap again [ms].
const SIGHT = 400; // How long until somebody has seen that things moved [ms].
const SPOT = 24; // How far apart two taps at one spot may be [px].
const PRESSED = "button, a[href], summary, label, input, select, textarea";

let tap = null; // { control, id, x, y, at }
let last = null; // The tap before any scrolling: a message keeps clear of it all the same.
let moved = 0;
const placed = new WeakMap(); // How far what scrolls was scrolled when the page changed.

const controlOf = (target) => {
  const found = target.closest(PRESSED);
  return found?.control ?? found;
};

const still = (one) => (one.control?.isConnected ? one.control : one.id ? document.getElementById(one.id) : null);

function isAgain(event) {
  if (!tap || Math.hypot(event.clientX - tap.x, event.clientY - tap.y) > SPOT) return false;
  const now = performance.now();
  return now - tap.at < TAP || now - moved < SIGHT && moved > tap.at;
}

document.addEventListener(
  "click",
  (event) => {
    // Keys and scripts press without a pointer: they cannot miss.
    if (!event.isTrusted || event.detail === 0) return;
    const control = controlOf(event.target);
    const meant = isAgain(event) ? tap : null;
    const again = meant && still(meant);
    if (meant?.id !== undefined && moved > meant.at && control !== again) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (again && !again.matches("a")) again.click();
      return;
    }
    tap = { control, id: control?.id, x: event.clientX, y: event.clientY, at: performance.now() };
    last = tap;
  },
  true,
);

// Who scrolls by hand sees what comes under the finger: the next tap is meant for that.
document.addEventListener(
  "scroll",
  (event) => {
    const one = event.target === document ? document.scrollingElement : event.target;
    if (one.scrollTop !== placed.get(one)) tap = null;
  },
  true,
);

function notePlaces() {
  const panes = document.querySelectorAll("#builder .pane, #builder .builder-side");
  for (const one of [document.scrollingElement, ...panes]) placed.set(one, one.scrollTop);
}

function scroller(element) {
  for (let one = element.parentElement; one; one = one.parentElement) {
    const isFull = one.matches(".pane") || one.scrollHeight > one.clientHeight;
    if (isFull && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return document.scrollingElement;
}

function isInView(element) {
  const box = element?.getBoundingClientRect();
  return box && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
}

// A pane that ends too soon to be scrolled so far gets room at its end.
function scrollBack(element, top) {
  const pane = scroller(element);
  pane.style.paddingBottom = "";
  const left = () => element.getBoundingClientRect().top - top;
  pane.scrollBy({ top: left(), behavior: "instant" });
  const room = Math.ceil(left());
  if (room < 1) return;
  pane.style.paddingBottom = `${parseFloat(getComputedStyle(pane).paddingBottom) + room}px`;
  const spare = pane.scrollHeight - pane.clientHeight - pane.scrollTop;
  if (spare < room) pane.style.paddingBottom = `${parseFloat(getComputedStyle(pane).paddingBottom) + room - spare}px`;
  pane.scrollBy({ top: left(), behavior: "instant" });
}

// A message that would lie over what was tapped, or has the focus, goes to the top.
function clearFinger() {
  const toasts = document.getElementById("toasts");
  delete toasts.dataset.at;
  const used = [last && still(last), document.activeElement?.closest("#builder *")].filter(isInView);
  const boxes = used.map((one) => (one.closest("[data-stepper]") ?? one).getBoundingClientRect());
  if ([...toasts.children].some((toast) => boxes.some((box) => isOver(toast.getBoundingClientRect(), box)))) toasts.dataset.at = "top";
}

const isOver = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

// Notes what was tapped, or what is looked at, and returns what puts it back in place
// after a change of the page.
export function hold() {
  const tapped = tap && still(tap);
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("#builder [id]");
  const anchor = isInView(tapped) ? tapped : middle;
  const top = anchor?.getBoundingClientRect().top;
  const side = document.querySelector(".builder-side")?.scrollTop ?? 0;
  return () => {
    moved = performance.now();
    const column = document.querySelector(".builder-side");
    if (column) column.scrollTop = side;
    const after = anchor && (anchor.isConnected ? anchor : anchor.id && document.getElementById(anchor.id));
    if (after) scrollBack(after, top);
    notePlaces();
    clearFinger();
  };
}
