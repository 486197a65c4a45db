// The builder's extras. Without scripts every control is a plain form.

// An answer redraws the whole builder: what was open stays open, and nothing jumps.
let open = new Set();
let scrolled = 0;

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "builder") return;
  open = new Set([...document.querySelectorAll("#builder details[open][id]:not(.menu)")].map((one) => one.id));
  scrolled = document.querySelector(".builder-side")?.scrollTop ?? 0;
});

document.addEventListener("htmx:afterSettle", () => {
  for (const id of open) {
    const found = document.getElementById(id);
    if (found) found.open = true;
  }
  open = new Set();
  const side = document.querySelector(".builder-side");
  if (side && scrolled) side.scrollTop = scrolled;
});

// A change that failed to arrive leaves the page as it was; a press at an edge does nothing.
document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("button[aria-disabled='true']")) event.preventDefault();
  },
  true,
);

// Alt+Z takes the last change back, wherever the focus is.
document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  document.getElementById(event.shiftKey ? "redo" : "undo")?.click();
});
