// The builder's extras. Without scripts every control is a plain form.

import { noteChange, tellBurst } from "./bursts.js";
import { correctPage, noteFolds, wake } from "./correct.js";
import { awaitView, startQueue, viewCame } from "./queue.js";
import { tell } from "./saving.js";
import { awaitPane, paneCame } from "./skeleton.js";
import { hold } from "./steady.js";
import { read, settleControls } from "./taps.js";

const pageRevision = (root) => Number(root.querySelector("[name=revision]")?.value ?? 0);

let known = pageRevision(document);

function revision() {
  known = Math.max(known, pageRevision(document));
  return known;
}

const knows = (text) => text.includes('name="revision"') || text.includes('id="state"');

// The answer has the pieces that differ from what is shown, with the same panes open.
function headers() {
  const shown = document.getElementById("state")?.dataset.shown;
  return { "HX-Current-URL": location.href, ...(shown ? { "X-Shown": shown } : {}) };
}

function show(text, made) {
  const putBack = hold();
  correctPage(text);
  settleControls();
  putBack();
  const now = revision();
  noteChange(made, now);
  tellBurst(now);
  wake();
}

startQueue({ read, revision, headers, knows, show, tell });
noteFolds();

// Another view of the army, which htmx asks for, is put on the screen as an edit's answer.
const SETTLING = 60; // How long htmx takes to note the address of what came [ms].

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "builder" || !event.detail.shouldSwap) return;
  paneCame(true);
  show(event.detail.serverResponse);
  event.detail.serverResponse = "";
  event.detail.swapOverride = "none show:none"; // The link that asked may be gone by now.
});

document.addEventListener("htmx:beforeSend", (event) => {
  if (event.detail.target?.id !== "builder") return;
  document.documentElement.toggleAttribute("data-fetching", true);
  awaitView();
  awaitPane(event.detail.elt);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.target?.id !== "builder") return;
  document.documentElement.toggleAttribute("data-fetching", false);
  paneCame(false);
  setTimeout(viewCame, SETTLING);
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

// A button that stands for another one presses that: a toast leaves before its turn comes.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("[data-press]");
    if (!button) return;
    event.preventDefault();
    for (let left = Number(button.dataset.times ?? 1); left > 0; left -= 1) document.getElementById(button.dataset.press)?.click();
    button.closest(".toast").remove();
  },
  true,
);

// Alt+Z takes the last change back and Alt+Shift+Z makes it again, wherever the focus is.
document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.code !== "KeyZ") return;
  event.preventDefault();
  document.getElementById(event.shiftKey ? "redo" : "undo")?.click();
});
