// The builder's extras. Without scripts every control is a plain form.

// An answer redraws the whole builder: what was open stays open, and what was pressed
// stays where it is, however much has come in above it.
let open = [];
let side = 0;
let pressed = "";
let top = 0;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "builder") return;
  const all = document.querySelectorAll("#builder details[open][id]:not(#more-menu)");
  open = [...all].map((one) => one.id);
  side = document.querySelector(".builder-side")?.scrollTop ?? 0;
  const asked = event.detail.requestConfig?.triggeringEvent;
  const control = asked?.submitter ?? document.activeElement ?? event.detail.elt;
  pressed = control?.id ?? "";
  top = control?.getBoundingClientRect().top ?? 0;
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "builder" && event.detail.elt?.id !== "builder") return;
  for (const id of open) {
    const found = document.getElementById(id);
    if (found) found.open = true;
  }
  const column = document.querySelector(".builder-side");
  if (column) column.scrollTop = side;
  const control = pressed && document.getElementById(pressed);
  if (control) window.scrollBy({ top: control.getBoundingClientRect().top - top, behavior: "instant" });
  open = [];
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
