// Behaviour that every page shares. All of it is extra: pages work with scripts off.

const root = document.documentElement;

/* Theme: follows the device until the button is pressed. */

function currentTheme() {
  if (root.dataset.theme) return root.dataset.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function labelThemeButtons() {
  const next = currentTheme() === "dark" ? "light" : "dark";
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    button.hidden = false;
    button.setAttribute("aria-label", `Use the ${next} theme`);
    button.title = `Use the ${next} theme`;
  }
}

function toggleTheme() {
  root.dataset.theme = currentTheme() === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // The choice holds for this page only.
  }
  labelThemeButtons();
}

/* Toasts: information leaves by itself, warnings and errors stay until closed. */

const TOAST_SECONDS = 8;

function watchToasts() {
  for (const toast of document.querySelectorAll(".toast:not([data-watched])")) {
    toast.dataset.watched = "";
    if (toast.matches(".toast--error, .toast--warning")) continue;
    let timer;
    const leave = () => (timer = setTimeout(() => toast.remove(), TOAST_SECONDS * 1000));
    const stay = () => clearTimeout(timer);
    toast.addEventListener("pointerenter", stay);
    toast.addEventListener("pointerleave", leave);
    toast.addEventListener("focusin", stay);
    toast.addEventListener("focusout", leave);
    leave();
  }
}

export function toast(text, level = "info") {
  const item = document.createElement("div");
  item.className = `toast toast--${level}`;
  const words = document.createElement("p");
  words.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "toast-close";
  close.dataset.close = "";
  close.setAttribute("aria-label", "Close this message");
  close.textContent = "×";
  item.append(words, close);
  document.getElementById("toasts").append(item);
  watchToasts();
}

/* Small behaviours that are asked for by an attribute. */

async function copyText(button) {
  const source = document.getElementById(button.dataset.copy);
  const text = source.value ?? source.textContent;
  try {
    await navigator.clipboard.writeText(text.trim());
    toast("Copied.", "success");
  } catch {
    source.focus();
    source.select?.();
    toast("Press Ctrl+C or ⌘C to copy.", "warning");
  }
}

// A fold that a link leads to, or that holds where it leads, opens.
function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  let fold = target && target.closest("details:not([open])");
  if (!fold) return;
  for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", openTarget);
openTarget();

// A link away from a hint: the hint goes, the page stays.
function dismiss(link, event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const hint = link.closest("[data-hint]");
  const next = document.getElementById("content");
  hint.remove();
  history.replaceState(history.state, "", link.href);
  next?.focus({ preventScroll: true });
}

const CLICKS = {
  "[data-dismiss]": dismiss,
  "[data-theme-toggle]": toggleTheme,
  "[data-close]": (button) => button.closest(".toast").remove(),
  "[data-copy]": copyText,
  "[data-print]": () => window.print(),
};

document.addEventListener("click", (event) => {
  for (const [selector, act] of Object.entries(CLICKS)) {
    const found = event.target.closest(selector);
    if (found) act(found, event);
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// The listener runs before htmx's own, so a refused question stops both.
document.addEventListener(
  "submit",
  (event) => {
    const asker = event.submitter?.closest("[data-confirm]") ?? event.target.closest("[data-confirm]");
    if (asker && !window.confirm(asker.dataset.confirm)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);

// A field may belong to another form than the one that it stands in.
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("[data-autosubmit]")) form.requestSubmit();
});

/* Folds stay as they were put when the page is swapped: details with data-keep, and
   those with data-fold, which start closed on a phone unless its value is "open". */

const opened = new Map();
let inFold = "";

function keepFolds() {
  const phone = matchMedia("(max-width: 40rem)").matches;
  for (const fold of document.querySelectorAll("details:is([data-fold], [data-keep]):not([data-watched])")) {
    const closed = phone && fold.matches('[data-fold]:not([data-fold="open"])');
    fold.dataset.watched = "";
    fold.open = opened.get(fold.id) ?? (fold.open && !closed);
    // One that starts open stays so when what is put into it would close it.
    if (fold.matches('[data-fold="open"]')) opened.set(fold.id, fold.open);
    fold.addEventListener("toggle", () => opened.set(fold.id, fold.open));
  }
}

// A control in a fold that arrived closed could not take the focus back.
function focusInFold() {
  if (document.activeElement === document.body && inFold) document.getElementById(inFold)?.focus();
}

// A button that went with its problem leaves the focus nowhere: go on from the builder.
let inBuilder = false;

function focusBuilder() {
  const builder = document.getElementById("builder");
  if (document.activeElement !== document.body || !inBuilder || !builder) return;
  builder.tabIndex = -1;
  builder.focus({ preventScroll: true });
}

document.addEventListener("focusin", (event) => {
  inBuilder = event.target.closest("#builder") !== null;
  inFold = event.target.closest("details[data-keep]") ? event.target.id : "";
});

/* Regions with data-keep-scroll stay where they were scrolled to: when the page is
   swapped, and when somebody comes back to it or loads it again. */

let places = [];

function notePlaces() {
  const regions = document.querySelectorAll("[data-keep-scroll]");
  places = [...regions].map((region) => [region.id, region.scrollLeft, region.scrollTop]);
}

function keepPlaces() {
  for (const [id, left, top] of places) document.getElementById(id)?.scrollTo(left, top);
}

addEventListener("pagehide", () => {
  notePlaces();
  if (!places.length) return;
  try {
    sessionStorage.setItem("places", JSON.stringify([location.href, places]));
  } catch {
    // The regions begin at their corner then.
  }
});

function restorePlaces() {
  const [how] = performance.getEntriesByType("navigation");
  if (!["back_forward", "reload"].includes(how?.type)) return;
  try {
    const [address, kept] = JSON.parse(sessionStorage.getItem("places")) ?? [];
    if (address === location.href) places = kept;
  } catch {
    return;
  }
  keepPlaces();
}
restorePlaces();

/* When a part with data-hold is swapped nothing moves on the screen: what has the focus
   stays under the finger, else the region that is read, else how far the page was. */

let held = null;
const topOf = (element) => element.getBoundingClientRect().top;

function isLookedAt(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const most = element === document.activeElement ? innerHeight : innerHeight / 3;
  return element.id && bottom > 0 && top < most;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  notePlaces();
  held = null;
  if (!event.detail.target.matches("[data-hold]")) return;
  const regions = document.querySelectorAll("[data-keep-scroll]");
  const one = [document.activeElement, ...regions].find(isLookedAt);
  held = { id: one?.id ?? "", top: one ? topOf(one) : 0, page: scrollY };
});

function keepHeld() {
  keepPlaces();
  if (!held) return;
  const one = document.getElementById(held.id);
  scrollBy({ top: one ? topOf(one) - held.top : held.page - scrollY, behavior: "instant" });
}
document.addEventListener("htmx:afterSwap", keepHeld);

/* htmx: say when an answer did not arrive, and watch toasts that did. */

document.addEventListener("htmx:afterSettle", () => {
  watchToasts();
  labelThemeButtons();
  keepFolds();
  focusInFold();
  focusBuilder();
  keepHeld();
});
document.addEventListener("htmx:responseError", (event) => {
  toast(`The server answered ${event.detail.xhr.status}. Nothing was changed; reload the page and try again.`, "error");
});
document.addEventListener("htmx:sendError", () => {
  toast("The server could not be reached. Try again in a moment.", "error");
});
document.addEventListener("htmx:timeout", () => {
  toast("The server took too long to answer. Reload the page to see what was saved.", "error");
});

labelThemeButtons();
watchToasts();
keepFolds();
