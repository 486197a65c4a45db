// A unit is found by typing: lately used units first, then armies and books. The select
// stays as it is; without scripts it is the picker.

const MOST_KEPT = 6;
const MOST_SHOWN = 60;

function kept(game) {
  try {
    return JSON.parse(localStorage.getItem(`units-${game}`)) ?? [];
  } catch {
    return [];
  }
}

function keep(game, address) {
  const units = [address, ...kept(game).filter((one) => one !== address)];
  try {
    localStorage.setItem(`units-${game}`, JSON.stringify(units.slice(0, MOST_KEPT)));
  } catch {
    // Nothing is kept where storing is refused.
  }
}

function choices(select) {
  return [...select.querySelectorAll("optgroup")].map((group) => ({
    name: group.label,
    units: [...group.children].map((one) => ({ address: one.value, name: one.textContent.trim() })),
  }));
}

function matches(unit, group, words) {
  const text = `${unit.name} ${group}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function section(name, units, pick) {
  const heading = document.createElement("h2");
  heading.className = "caps";
  heading.textContent = name;
  const list = document.createElement("ul");
  for (const unit of units) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = unit.name;
    button.addEventListener("click", () => pick(unit.address));
    const row = document.createElement("li");
    row.append(button);
    list.append(row);
  }
  return [heading, list];
}

function enhance(select) {
  const game = document.body.dataset.game;
  const groups = choices(select);
  const picker = document.createElement("details");
  picker.className = "picker-fold";
  const chosen = document.createElement("summary");
  chosen.className = "chooser";
  chosen.id = `${select.id}-chooser`;
  const name = document.createElement("b");
  name.textContent = select.selectedOptions[0].textContent.trim();
  chosen.append(name);
  const panel = document.createElement("div");
  panel.className = "picker";
  const search = document.createElement("input");
  search.type = "search";
  search.setAttribute("aria-label", "Search units, books and your armies");
  search.placeholder = "A unit, a book or one of your armies";
  const found = document.createElement("div");
  found.className = "picker-found";
  panel.append(search, found);
  picker.append(chosen, panel);

  const pick = (address) => {
    keep(game, address);
    picker.open = false;
    select.value = address;
    chosen.focus();
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const every = groups.flatMap((group) => group.units);
    const late = kept(game).map((one) => every.find((unit) => unit.address === one)).filter(Boolean);
    const shown = words.length ? groups : [{ name: "Lately used", units: late }, ...groups];
    let left = MOST_SHOWN;
    found.replaceChildren();
    for (const group of shown) {
      const units = group.units.filter((one) => matches(one, group.name, words)).slice(0, left);
      left -= units.length;
      if (units.length) found.append(...section(group.name, units, pick));
    }
    if (!found.childElementCount) found.textContent = "No unit of that name.";
  };

  picker.addEventListener("toggle", () => {
    if (!picker.open) {
      // Emptied on closing: what opening reports comes late, after the first letters.
      search.value = "";
      return;
    }
    show();
    search.focus();
  });
  search.addEventListener("input", show);
  // What is typed asks nothing of the server; only a choice does.
  search.addEventListener("change", (event) => event.stopPropagation());
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    found.querySelector("button")?.click();
  });
  picker.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    picker.open = false;
    chosen.focus();
  });
  chosen.setAttribute("aria-labelledby", `${select.id}-heading ${chosen.id}`);
  select.after(picker);
  select.hidden = true;
}

function enhanceAll() {
  for (const select of document.querySelectorAll("select[data-picker]:not([hidden])")) enhance(select);
}

document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll(".picker-fold[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
  const value = event.target.closest("[data-given]");
  if (!value) return;
  event.preventDefault();
  const control = document.getElementById(value.hash.slice(1));
  for (let fold = control?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  (control?.querySelector(":scope > summary") ?? control)?.focus();
});

document.addEventListener("htmx:afterSettle", enhanceAll);
enhanceAll();
