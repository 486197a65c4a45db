// The price sheet: Enter and arrows walk the column, Escape takes a price back, a column that is
// pasted fills the fields below. Without it the same form is typed over and sent.

const form = document.getElementById("price-form");
const prices = () => [...form.querySelectorAll("input[data-was]")];

function mark(field) {
  field.closest("tr").classList.toggle("is-changed", field.value !== field.dataset.was);
}

function walk(field, step) {
  const all = prices();
  const next = all[all.indexOf(field) + step];
  next?.focus();
  next?.select();
}

form.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches("input[data-was]")) return;
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    walk(field, step);
  } else if (event.key === "Escape") {
    field.value = field.dataset.was;
    mark(field);
  }
});

form.addEventListener("input", (event) => {
  if (event.target.matches("input[data-was]")) mark(event.target);
});

form.addEventListener("paste", (event) => {
  const field = event.target;
  if (!field.matches("input[data-was]")) return;
  const rows = event.clipboardData.getData("text").trim().split(/\r?\n/);
  if (rows.length < 2) return;
  event.preventDefault();
  const all = prices();
  const first = all.indexOf(field);
  rows.forEach((text, place) => {
    const one = all[first + place];
    if (!one) return;
    one.value = text.trim();
    mark(one);
  });
});

// Only what was typed over is sent; the draft says the rest.
form.addEventListener("submit", () => {
  for (const one of prices()) one.disabled = one.value === one.dataset.was;
});

addEventListener("pageshow", () => {
  for (const one of prices()) one.disabled = false;
});
