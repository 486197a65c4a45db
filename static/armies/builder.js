// The builder's extras. Without scripts every control is a plain form.

import { correctPage, noteFolds, toggledFolds, wake } from "./correct.js";
import { awaitView, startQueue, viewCame } from "./queue.js";
import { tell } from "./saving.js";
import { hold } from "./steady.js";
import { overlay, read, settleControls } from "./taps.js";

const pageRevision = (root) => Number(root.querySelector("[name=revision]")?.value ?? 0);

let known = pageRevision(document);

function revision() {
  known = Math.max(known, pageRevision(document));
  return known;
}

const knows = (text) => text.includes('name="revision"') || text.includes('id="state"');

// The answer has the pieces that differ from what is shown.
function headers() {
  const shown = document.getElementById("state")?.dataset.shown;
  return shown ? { "X-Shown": shown } : {};
}

function show(text) {
  const putBack = hold();
  correctPage(text);
  settleControls();
  putBack();
  revision();
  wake();
}

startQueue({ read, revision, headers, knows, show, tell });
noteFolds();

// htmx redraws the builder where another view of the army was asked for: what was opened
// or closed by hand stays so, and what waits to be saved is shown again.
let putBack = null;
let folds = [];
const SETTLING = 60; // How long htmx takes to put in what came [ms].

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "builder") return;
  folds = toggledFolds();
  putBack = hold();
});

document.addEventListener("htmx:afterSettle", () => {
  if (!putBack) return;
  noteFolds();
  for (const [id, open] of folds) {
    const found = document.getElementById(id);
    if (found) found.open = open;
  }
  putBack();
  putBack = null;
  overlay();
});

document.addEventListener("htmx:beforeSend", (event) => event.detail.target?.id === "builder" && awaitView());
document.addEventListener("htmx:afterRequest", (event) => event.detail.target?.id === "builder" && setTimeout(viewCame, SETTLING));

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
