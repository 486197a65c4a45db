// A list on its way: what was written stays on the page until the site has answered.
// Without scripts the forms are sent by the browser, and its Back button brings them back.

const LOST = "This did not arrive, or its answer got lost. Nothing that you wrote is gone: send it again. A list that had arrived counts once.";
const BACK = "The network is back: send it again.";

function notes() {
  return document.querySelectorAll("[data-lost]");
}

function keep(event) {
  const form = event.target.closest?.("form[data-sends]");
  if (!form) return;
  event.stopPropagation(); // the words stand beside the form, not in a corner
  const note = document.createElement("p");
  note.className = "message message--warning";
  note.dataset.lost = "";
  note.setAttribute("role", "alert");
  note.textContent = LOST;
  form.append(note);
}

document.addEventListener("htmx:sendError", keep, true);
document.addEventListener("htmx:timeout", keep, true);
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.closest?.("form[data-sends]")) for (const note of notes()) note.remove();
});
addEventListener("online", () => {
  for (const note of notes()) note.textContent = BACK;
});
