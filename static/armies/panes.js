// The panes of the builder: what the page shows is told, focus goes into a pane that opens
// and comes back from it, the shop follows the army, lists are searched. Without scripts
// panes are plain pages.

/* An answer has the pieces that changed: the page tells what it shows. */

const state = () => document.getElementById("state");

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.target?.id !== "builder" || !state()) return;
  event.detail.headers["X-Shown"] = state().dataset.shown;
});

/* Focus: a pane that opened takes it, and what opened it has it back. */

const PANES = { "has-unit": "unit", "has-shop": "shop", "has-problems": "problems", "has-targets": "targets" };
let shown = new Set();
let unit = "";
let openers = [];

function openPanes() {
  const classes = [...(state()?.classList ?? [])];
  return new Set(classes.filter((one) => one in PANES).map((one) => PANES[one]));
}

// Where one chooses an enemy one types its name; on a phone no keyboard covers the list unasked.
function searchOf(pane) {
  const isTyped = pane.id === "targets" && window.matchMedia("(pointer: fine)").matches;
  return isTyped ? pane.querySelector("#target-search") : null;
}

function focus(id) {
  const pane = document.getElementById(id);
  pane.scrollTop = 0;
  (searchOf(pane) ?? pane).focus({ preventScroll: true });
}

function followFocus() {
  const now = openPanes();
  const opened = [...now].filter((id) => !shown.has(id));
  const closed = [...shown].filter((id) => !now.has(id));
  const another = state()?.dataset.unit !== unit && now.has("unit");
  shown = now;
  unit = state()?.dataset.unit ?? "";
  if (another) opened.unshift("unit"); // a list of enemies lies above it
  if (opened.length) {
    focus(opened.at(-1));
  } else if (closed.length) {
    document.getElementById(openers.pop())?.focus({ preventScroll: true });
  }
}

document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("#builder a[id]:not(.close, [role=tab])");
    if (!link) return;
    if (!link.closest(".pane, .pop")) openers = [];
    openers.push(link.id);
  },
  true,
);

document.addEventListener("htmx:afterSettle", followFocus);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const top = [...openPanes()].at(-1);
    if (top && !event.target.closest("details.menu[open]")) document.querySelector(`#${top} .close`)?.click();
    return;
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const tab = step && event.target.closest("#unit [role=tab]");
  if (!tab) return;
  const tabs = [...tab.parentNode.querySelectorAll("[role=tab]")];
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  event.preventDefault();
  next.focus();
  next.click();
});

/* Lists that are searched: a field names its list by data-filter. */

function search(field) {
  const list = document.getElementById(field.dataset.filter);
  const words = field.value.toLowerCase().split(/\s+/);
  for (const one of list?.querySelectorAll("[data-name]") ?? []) {
    one.hidden = !words.every((word) => one.dataset.name.includes(word));
  }
  for (const group of list?.querySelectorAll(":scope > section") ?? []) {
    group.hidden = group.querySelector("[data-name]:not([hidden])") === null;
  }
}

function fits(box) {
  document.getElementById(box.dataset.filterFits)?.classList.toggle("only-fits", box.checked);
}

// Enter takes the first link that was found.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-filter]")) return;
  event.preventDefault();
  document.querySelector(`#${event.target.dataset.filter} [data-name]:not([hidden]) a`)?.click();
});

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-filter]")) search(event.target);
  if (event.target.matches("[data-filter-fits]")) fits(event.target);
});

/* The shop is drawn anew after a change where it is in view, as it was searched. */

let asked;

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.elt?.id !== "shop-body") return;
  search(document.getElementById("shop-search"));
  fits(document.getElementById("shop-fits"));
});

const revision = () => document.querySelector("#act [name=revision]")?.value;
let drawn = revision();

document.addEventListener("htmx:afterSettle", () => {
  if (revision() === drawn) return;
  drawn = revision();
  clearTimeout(asked);
  asked = setTimeout(() => {
    const body = document.getElementById("shop-body");
    if (body?.checkVisibility()) window.htmx.trigger(body, "refresh");
    followHistory();
  }, 300);
});

/* What was done is told anew where it is open: its times are of when it was asked for. */

let told = revision();

function followHistory() {
  if (told === revision() || !document.getElementById("history")?.open) return;
  told = revision();
  window.htmx.trigger("#history-list", "refresh");
}

document.addEventListener("toggle", (event) => event.target.id === "history" && followHistory(), true);

shown = openPanes();
unit = state()?.dataset.unit ?? "";
if (shown.has("targets")) focus("targets");
