// Sentences with blanks: a blank opens its menu under it, and what is chosen is kept at once.
// All of it is extra: each blank is a link to a page with the same form.

import { inTurn } from "./turns.js";

const PIECE = { "X-Piece": "1" };
const WAIT_MS = 150;
let open = null; // { link, box } of the menu that is open

const menuOf = (html) => {
  const box = document.createElement("div");
  box.className = "blank-popup";
  box.innerHTML = html;
  return box;
};

function close({ refocus = false } = {}) {
  if (!open) return;
  const { link, box } = open;
  open = null;
  box.remove();
  link.setAttribute("aria-expanded", "false");
  if (refocus) link.focus();
}

function place(link, box) {
  const rect = link.getBoundingClientRect();
  box.style.top = `${rect.bottom + scrollY + 4}px`;
  const wide = box.offsetWidth;
  box.style.left = `${Math.max(8, Math.min(rect.left, innerWidth - wide - 8)) + scrollX}px`;
}

async function openMenu(link) {
  const was = open?.link;
  close();
  if (was === link) return;
  const { href } = link;
  // An edit that is under way writes the page anew, and the link with it.
  await inTurn(() => {});
  if (!link.isConnected) link = [...document.querySelectorAll("[data-menu]")].find((one) => one.href === href);
  if (!link || open) return;
  const answer = await fetch(href, { headers: PIECE });
  if (!answer.ok) {
    location.assign(href);
    return;
  }
  const box = menuOf(await answer.text());
  const section = link.closest("[data-rules]");
  section.append(box);
  open = { link, box };
  link.setAttribute("aria-expanded", "true");
  place(link, box);
  const first = box.querySelector("input:not([type=hidden])");
  first?.focus();
  first?.select?.();
}

const offersOf = (box) => [...box.querySelectorAll("[data-offer]")];

function walk(box, step) {
  const offers = offersOf(box);
  if (!offers.length) return;
  const now = offers.indexOf(document.activeElement);
  const next = now < 0 ? (step > 0 ? 0 : offers.length - 1) : now + step;
  if (next < 0) box.querySelector("input[type=search]")?.focus();
  else offers[Math.min(next, offers.length - 1)].focus();
}

let timer = 0;
function search(field) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (!open) return;
    const address = new URL(open.link.href);
    address.searchParams.set("q", field.value);
    const answer = await fetch(address, { headers: PIECE });
    if (!answer.ok || !open) return;
    const fresh = menuOf(await answer.text()).querySelector(".blank-offers");
    open.box.querySelector(".blank-offers")?.replaceWith(fresh);
  }, WAIT_MS);
}

function say(section, text) {
  const words = document.createElement("p");
  words.className = "sentence-error";
  words.setAttribute("role", "alert");
  words.textContent = text;
  section.prepend(words);
}

async function keep(form, submitter) {
  const section = form.closest("[data-rules]");
  const index = [...document.querySelectorAll("[data-rules]")].indexOf(section);
  const data = new FormData(form, submitter);
  const anchor = open?.link.closest("li")?.id ?? form.closest("li")?.id;
  const path = open?.link.dataset.path;
  inTurn(async () => {
    const here = document.querySelectorAll("[data-rules]")[index];
    const seen = here?.querySelector("input[name=seen]")?.value;
    if (seen) data.set("seen", seen);
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body: data, headers: PIECE });
    } catch {
      say(here, "Not kept: the site could not be reached. Try again.");
      return;
    }
    if (![200, 400, 409].includes(answer.status)) {
      say(here, "Not kept: the site refused it. Open the page anew.");
      return;
    }
    close();
    const holder = document.createElement("div");
    holder.innerHTML = await answer.text();
    const fresh = holder.querySelector("[data-rules]");
    here.replaceWith(fresh);
    const now = fresh.querySelector("input[name=seen]")?.value;
    const rule = anchor && document.getElementById(anchor);
    const blanks = rule ? [...rule.querySelectorAll("[data-path]")] : [];
    (blanks.find((one) => one.dataset.path === path) ?? blanks[0])?.focus();
    if (answer.ok) document.dispatchEvent(new CustomEvent("draft:changed", { detail: { seen: now, isRule: true } }));
  });
}

// What is kept may move the sentences: findings come and go above them.
new ResizeObserver(() => {
  if (open?.link.isConnected) place(open.link, open.box);
}).observe(document.body);

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-rules] a[data-menu]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    openMenu(link);
  } else if (open && !event.target.closest(".blank-popup")) close();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("[data-rules]")) return;
  event.preventDefault();
  if (form.matches(".blank-search")) offersOf(open.box)[0]?.click();
  else keep(form, event.submitter);
});

document.addEventListener("input", (event) => {
  if (event.target.matches(".blank-popup input[type=search]")) search(event.target);
});

document.addEventListener("keydown", (event) => {
  if (!open) return;
  if (event.key === "Escape") {
    event.preventDefault();
    close({ refocus: true });
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    walk(open.box, event.key === "ArrowDown" ? 1 : -1);
  }
});
