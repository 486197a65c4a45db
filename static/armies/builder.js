// The builder's extras. Without scripts every control is a plain form.

import { correctPage, noteFolds, toggledFolds, wake } from "./correct.js";
import { startQueue } from "./queue.js";
import { tell } from "./saving.js";
import { hold } from "./steady.js";
import { overlay, read, settleControls } from "./taps.js";

const pageRevision = (root) => Number(root.querySelector("[name=revision]")?.value ?? 0);

let known = pageRevision(document);

function revision() {
  known = Math.max(known, pageRevision(document));
  return known;
}

const knows = (text) => text.includes('name="revision"');

function show(text) {
  const putBack = hold();
  correctPage(text);
  settleControls();
  putBack();
  revision();
  wake();
}

startQueue({ read, revision, knows, show, tell });
noteFolds();

// htmx redraws the whole builder where another view of the army was asked for: what was
// opened or closed by hand stays so, and what waits to be saved is shown again.
let putBack = null;
let folds = [];

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "builder") return;
  folds = toggledFolds();
  putBack = hold();
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (!putBack || event.detail.target?.id !== "builder" && event.detail.elt?.id !== "builder") return;
  noteFolds();
  for (const [id, open] of folds) {
    const found = document.getElementById(id);
    if (found) found.open = open;
  }
  putBack();
  putBack = null;
  overlay();
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

// Alt+Z takes the last change back and Alt+Shift+Z makes it again, wherever the focus is.
document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.code !== "KeyZ") return;
  event.preventDefault();
  document.getElementById(event.shiftKey ? "redo" : "undo")?.click();
});
