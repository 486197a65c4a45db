// The builder's extras. Without scripts every control is a plain form.

// An answer redraws the whole builder: what was opened or closed by hand stays so, and
// what was pressed stays where it is, however much has come in above it.
const drawn = new Map();
let toggled = [];
let side = 0;
let pressed = "";
let top = 0;

function folds() {
  return document.querySelectorAll("#builder details[id]:not(#more-menu)");
}

function noteFolds() {
  drawn.clear();
  for (const one of folds()) drawn.set(one.id, one.open);
}

noteFolds();

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "builder") return;
  toggled = [...folds()].filter((one) => one.open !== drawn.get(one.id)).map((one) => [one.id, one.open]);
  side = document.querySelector(".builder-side")?.scrollTop ?? 0;
  const asked = event.detail.requestConfig?.triggeringEvent;
  const control = asked?.submitter ?? document.activeElement ?? event.detail.elt;
  pressed = control?.id ?? "";
  top = control?.getBoundingClientRect().top ?? 0;
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "builder" && event.detail.elt?.id !== "builder") return;
  noteFolds();
  for (const [id, open] of toggled) {
    const found = document.getElementById(id);
    if (found) found.open = open;
  }
  const column = document.querySelector(".builder-side");
  if (column) column.scrollTop = side;
  const control = pressed && document.getElementById(pressed);
  if (control) window.scrollBy({ top: control.getBoundingClientRect().top - top, behavior: "instant" });
  toggled = [];
});

// What options would do is not worked out again with every change: it is told to be of
// before, until somebody asks again.
document.addEventListener("htmx:afterSettle", (event) => {
  const slot = event.detail.target;
  if (slot?.matches(".what-if-slot")) slot.closest("details").querySelector(".what-if-before").hidden = true;
  if (slot?.id !== "builder" && event.detail.elt?.id !== "builder") return;
  for (const table of document.querySelectorAll(".what-if-slot .what-if")) {
    table.closest("details").querySelector(".what-if-before").hidden = false;
  }
});

// A press at an edge (the first unit cannot go up) does nothing.
document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("button[aria-disabled='true']")) event.preventDefault();
  },
  true,
);

// Alt+Z takes the last change back and Alt+Shift+Z makes it again, wherever the focus is.
document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.code !== "KeyZ") return;
  event.preventDefault();
  document.getElementById(event.shiftKey ? "redo" : "undo")?.click();
});
