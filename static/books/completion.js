// A rule that is written as text: what may stand at the caret is offered below the field.
// All of it is extra: without it the same text is typed and kept.

const MOST = 8;
const kept = new Map(); // the words of a place, asked once
let open = null; // { field, box, spot }

function wordsOf(field) {
  const address = field.dataset.words;
  if (!kept.has(address)) {
    const asked = fetch(address).then((answer) => (answer.ok ? answer.json() : null));
    kept.set(address, asked.catch(() => null));
  }
  return kept.get(address);
}

// The string in which the caret stands: where it begins, what it holds up to the caret,
// whether it is the name of a member, and of which member it is a value.
export function spotAt(text, caret) {
  const around = []; // what is open: { kind, member, isName }
  let from = -1;
  for (let at = 0; at < caret; at += 1) {
    const sign = text[at];
    const within = around.at(-1);
    if (from >= 0) {
      if (sign === "\\") at += 1;
      else if (sign === '"') {
        if (within?.isName) within.member = text.slice(from, at);
        from = -1;
      }
    } else if (sign === '"') from = at + 1;
    else if (sign === "{") around.push({ kind: "{", member: within?.member ?? "", isName: true });
    else if (sign === "[") around.push({ kind: "[", member: within?.member ?? "", isName: false });
    else if (sign === "}" || sign === "]") around.pop();
    else if (sign === ":" && within) within.isName = false;
    else if (sign === "," && within) within.isName = within.kind === "{";
  }
  const within = around.at(-1);
  if (from < 0 || !within) return null;
  return { from, typed: text.slice(from, caret), isName: within.isName, member: within.member };
}

export function matching(words, spot) {
  const all = spot.isName ? words.members : (words.words[spot.member] ?? []);
  const wanted = spot.typed.toLowerCase();
  const begins = ([key]) => key.toLowerCase().startsWith(wanted);
  const holds = ([key, name]) => !begins([key]) && `${key} ${name}`.toLowerCase().includes(wanted);
  return [...all.filter(begins), ...all.filter(holds)].slice(0, MOST);
}

function close() {
  if (!open) return;
  open.box.remove();
  open.field.removeAttribute("aria-activedescendant");
  open = null;
}

async function offer(field) {
  const words = await wordsOf(field);
  if (!words || document.activeElement !== field) return;
  const spot = spotAt(field.value, field.selectionStart);
  const found = spot ? matching(words, spot) : [];
  close();
  if (!found.length) return;
  const box = document.createElement("ul");
  box.className = "text-offers";
  box.id = "text-offers";
  box.setAttribute("role", "listbox");
  found.forEach(([key, name], place) => {
    const line = document.createElement("li");
    line.id = `text-offer-${place}`;
    line.setAttribute("role", "option");
    line.setAttribute("aria-selected", "false");
    line.dataset.key = key;
    const code = document.createElement("code");
    code.textContent = key;
    line.append(code, ` ${name}`);
    box.append(line);
  });
  field.after(box);
  field.setAttribute("aria-controls", box.id);
  field.setAttribute("aria-autocomplete", "list");
  open = { field, box, spot };
}

function choose(line) {
  const { field, spot } = open;
  const rest = field.value.slice(field.selectionStart);
  const end = rest.startsWith('"') ? rest : `"${rest}`;
  const head = field.value.slice(0, spot.from) + line.dataset.key;
  field.value = head + end;
  field.setSelectionRange(head.length + 1, head.length + 1);
  close();
  field.focus();
}

function walk(step) {
  const lines = [...open.box.children];
  const now = lines.findIndex((one) => one.ariaSelected === "true");
  const next = (now + step + lines.length) % lines.length;
  lines.forEach((one, place) => one.setAttribute("aria-selected", String(place === (now < 0 && step < 0 ? lines.length - 1 : next))));
  const chosen = lines.find((one) => one.ariaSelected === "true");
  open.field.setAttribute("aria-activedescendant", chosen.id);
  chosen.scrollIntoView({ block: "nearest" });
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.("textarea[data-words]")) offer(event.target);
});

document.addEventListener("keydown", (event) => {
  if (!open || event.target !== open.field) return;
  const chosen = open.box.querySelector("[aria-selected=true]");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    walk(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    event.stopPropagation();
    close();
  } else if ((event.key === "Enter" || event.key === "Tab") && chosen) {
    event.preventDefault();
    choose(chosen);
  }
});

document.addEventListener("mousedown", (event) => {
  const line = event.target.closest?.(".text-offers li");
  if (!line) return;
  event.preventDefault();
  choose(line);
});

document.addEventListener("focusout", (event) => {
  if (open?.field === event.target) close();
});
