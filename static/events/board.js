// Extras of the judges' pages: choosing all, keys. Pages work without them.

const all = document.querySelector("[data-choose-all]");
const boxes = () => [...document.querySelectorAll("#chosen input[name=list]")];

if (all) {
  all.hidden = boxes().length === 0;
  all.addEventListener("click", () => {
    const chosen = boxes().every((box) => box.checked);
    for (const box of boxes()) box.checked = !chosen;
    all.textContent = chosen ? "Choose all that are legal" : "Choose none";
  });
}

const rows = () => [...document.querySelectorAll(".board .no a")];
const pane = document.getElementById("pane");
const isWide = window.matchMedia("(min-width: 75rem)");
const shownRow = () => document.querySelector(".board .e.is-open .no a");

/* The pane: a row opens beside the board where there is room, else its page opens. */

function openRow(link) {
  if (!pane || !isWide.matches) return;
  shownRow()?.closest("tr").classList.remove("is-open");
  link.closest("tr").classList.add("is-open");
  pane.hidden = false;
  htmx.ajax("GET", `${link.pathname}pane/`, { source: pane, target: pane, swap: "innerHTML" });
}

function closePane() {
  const link = shownRow();
  if (!link) return;
  link.closest("tr").classList.remove("is-open");
  pane.hidden = true;
  pane.replaceChildren();
  link.focus();
}

document.querySelector(".board")?.addEventListener("click", (event) => {
  const link = event.target.closest(".no a");
  if (!link || !isWide.matches || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openRow(link);
});

/* A row tells how it is decided, and stays where it is; of two answers the later row counts. */

document.addEventListener("htmx:beforeSwap", (event) => {
  const asked = event.detail.requestConfig?.path ?? "";
  const link = shownRow();
  if (event.detail.target === pane && !(link && asked.startsWith(link.pathname))) event.detail.shouldSwap = false;
});

pane?.addEventListener("htmx:afterSwap", () => {
  htmx.process(pane); // now, not once it has settled: a key may press a button of it before
  const list = pane.querySelector("[data-state]");
  const row = shownRow()?.closest("tr");
  if (!list || !row || !pane.querySelector("[role=status]")) return;
  const state = row.querySelector(".c-state");
  if (state.textContent.trim().startsWith(list.dataset.state)) return; // points off decide nothing
  state.textContent = list.dataset.state;
  row.querySelector(".sel input")?.remove();
});

function moveBy(step) {
  const links = rows();
  if (!links.length) return;
  const here = shownRow() ?? document.activeElement;
  const at = links.indexOf(here);
  const link = links[Math.min(Math.max(at + step, 0), links.length - 1)];
  link.focus();
  openRow(link);
}

const KEYS = {
  j: () => moveBy(1),
  k: () => moveBy(-1),
  a: () => pane?.querySelector("button[value=accept]")?.click(),
  q: () => pane?.querySelector("textarea[name=text]")?.focus(),
  x: () => (shownRow() ?? document.activeElement).closest("tr")?.querySelector("input")?.click(),
  "/": () => document.querySelector("input[name=words]")?.focus(),
  Escape: closePane,
};

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox]), textarea, select")) {
    if (event.key === "Escape" && pane?.contains(event.target)) shownRow()?.focus();
    return;
  }
  const act = KEYS[event.key];
  if (!act) return;
  if (event.key !== "Escape") event.preventDefault();
  act();
});
