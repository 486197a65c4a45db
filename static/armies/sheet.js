// The set-up of a paper: shown as soon as something is chosen, printed by a button.

const print = document.querySelector("[data-print]");
print.hidden = false;
print.addEventListener("click", () => window.print());
const form = document.querySelector("[data-autosubmit]");
form.addEventListener("change", () => form.requestSubmit());
