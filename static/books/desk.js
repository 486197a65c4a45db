// The page of a unit: a field is kept when it is left, a part when it is added. All of it is
// extra: without it the same form is sent whole by its buttons.

import { watchOdds } from "./preview.js";
import { inTurn } from "./turns.js";

const PIECE = { "X-Piece": "1" };
const desk = document.querySelector(".desk");

const form = () => document.getElementById("unit-form");
const fieldsOf = (root) => [...root.querySelectorAll("[name^='/units/']")];

function say(text) {
  let box = document.querySelector("[data-desk-state]");
  if (!box) {
    box = document.createElement("p");
    box.className = "desk-state";
    box.setAttribute("role", "status");
    box.dataset.deskState = "";
    form().prepend(box);
  }
  box.textContent = text;
}

function setSeen(value) {
  for (const one of document.querySelectorAll("input[name=seen]")) one.value = value;
}

const errorsOf = (root) => root.querySelectorAll(".cell-error, .desk-error");

// Takes over the values of the answer where nobody is typing something else.
function take(fresh) {
  const typed = new Map();
  for (const one of fieldsOf(form()))
    if (one.value !== (one.dataset.was ?? one.value)) typed.set(one.name, one.value);
  const opened = [...document.querySelectorAll("[data-part] > details[open]")].map(
    (one) => one.closest("[data-part]").id,
  );
  const now = document.activeElement;
  const name = now?.name;
  const start = now?.selectionStart;
  const text = name && now.value !== now.dataset.was ? now.value : undefined;
  const findings = document.querySelector("[data-unit-findings]");
  if (findings) fresh.prepend(findings);
  document.querySelector("[data-unit]").replaceWith(fresh);
  remember();
  for (const id of opened)
    for (const one of document.getElementById(id)?.querySelectorAll(":scope > details") ?? []) one.open = true;
  for (const [key, value] of typed) {
    const one = form().elements[key];
    if (one) one.value = value;
  }
  const back = name && form().elements[name];
  if (back && back.focus) {
    if (!name.startsWith("text:") && text !== undefined) back.value = text;
    back.focus({ preventScroll: true });
    if (start != null && back.setSelectionRange) back.setSelectionRange(start, start);
  }
}

function remember() {
  for (const one of fieldsOf(form())) one.dataset.was = one.dataset.kept ?? one.value;
}

function send(values, after) {
  inTurn(async () => {
    const data = new FormData();
    data.set("csrfmiddlewaretoken", form().elements.csrfmiddlewaretoken.value);
    data.set("seen", form().elements.seen.value);
    for (const [name, value] of values) data.set(name, value);
    say("Keeping …");
    let answer;
    try {
      answer = await fetch(form().action, { method: "POST", body: data, headers: PIECE });
    } catch {
      say("Not kept: the site could not be reached. What you typed is still here; try again.");
      return;
    }
    if (answer.redirected && answer.ok) {
      location.assign(answer.url);
      return;
    }
    if (![200, 400, 409].includes(answer.status)) {
      say("Not kept: the site refused it. Open the page anew.");
      return;
    }
    const holder = document.createElement("div");
    holder.innerHTML = await answer.text();
    const fresh = holder.querySelector("[data-unit]");
    const seen = fresh.querySelector("input[name=seen]").value;
    for (const [name] of values) {
      const one = form().elements[name];
      if (one?.dataset && answer.ok) one.dataset.was = one.value;
    }
    take(fresh);
    setSeen(seen);
    after?.(answer.ok);
    say(answer.ok ? "Kept." : (errorsOf(form())[0]?.textContent ?? "Not kept."));
    if (answer.ok) document.dispatchEvent(new CustomEvent("draft:changed", { detail: { seen } }));
  });
}

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.form !== form() || !field.name.startsWith("/units/")) return;
  if (field.value !== field.dataset.was) send([[field.name, field.value]]);
});

const changed = () =>
  fieldsOf(form())
    .filter((one) => one.value !== one.dataset.was)
    .map((one) => [one.name, one.value]);

document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  const clash = event.submitter?.closest("[data-clash]")?.dataset.clash;
  if (clash) {
    event.preventDefault();
    send([[clash, form().elements[clash].value]]);
    return;
  }
  const act = event.submitter?.value ?? "fields";
  if (["undo", "redo", "duplicate"].includes(act)) return;
  event.preventDefault();
  act.startsWith("unit-") || act.startsWith("delete") || act === "fields" ? send([["do", act], ...changed()]) : doAct(act);
});

function doAct(act) {
  const name = `text:${act}`;
  const typed = form().elements[name];
  if (typed && !typed.value.trim()) {
    typed.focus();
    return;
  }
  const values = [["do", act], ...changed()];
  if (typed) values.push([name, typed.value]);
  send(values, (kept) => {
    const again = form().elements[name];
    if (!again) return;
    if (!kept) again.value = typed.value;
    again.focus();
  });
}

document.addEventListener("keydown", (event) => {
  const add = event.target.dataset?.add;
  if (event.key !== "Enter" || !event.target.name) return;
  if (add) {
    event.preventDefault();
    doAct(add);
  } else if (event.target.form === form() && event.target.tagName === "INPUT") {
    event.preventDefault();
    event.target.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

// A part is dragged within its list; buttons do the same.
const listOf = (at) => at.slice(0, at.lastIndexOf("/"));
let dragged = "";

function targetOf(event) {
  let part = event.target.closest("[data-part]");
  while (part && listOf(part.dataset.part) !== listOf(dragged)) part = part.parentElement.closest("[data-part]");
  return part;
}

function isBelow(part, event) {
  const box = part.getBoundingClientRect();
  return event.clientY > box.top + box.height / 2;
}

function unmark() {
  for (const one of document.querySelectorAll(".is-over, .is-over-below")) one.classList.remove("is-over", "is-over-below");
}

document.addEventListener("dragstart", (event) => {
  dragged = event.target.dataset?.drag ?? "";
  if (dragged) event.dataTransfer.setData("text/plain", dragged);
});

document.addEventListener("dragover", (event) => {
  const part = dragged && targetOf(event);
  if (!part) return;
  event.preventDefault();
  unmark();
  part.classList.add(isBelow(part, event) ? "is-over-below" : "is-over");
});

document.addEventListener("dragend", () => {
  dragged = "";
  unmark();
});

document.addEventListener("drop", (event) => {
  const part = dragged && targetOf(event);
  if (!part) return;
  event.preventDefault();
  const beside = [...document.querySelectorAll("[data-part]")]
    .map((one) => one.dataset.part)
    .filter((at) => listOf(at) === listOf(dragged));
  const before = beside[beside.indexOf(part.dataset.part) + (isBelow(part, event) ? 1 : 0)] ?? "";
  if (before !== dragged) {
    const act = `before:${dragged}`;
    send([["do", act], [`text:${act}`, before.slice(before.lastIndexOf("/") + 1)], ...changed()]);
  }
});

// A special rule that was made among the sentences stands among those of the unit.
function takeRules(holder) {
  const fresh = holder.querySelector("#rules");
  const now = document.getElementById("rules");
  const isTyped = [...now.querySelectorAll("input")].some((one) => one.value || one === document.activeElement);
  if (fresh && !isTyped) now.replaceWith(fresh);
}

document.addEventListener("draft:changed", (event) => {
  if (!event.detail.isRule) return;
  inTurn(async () => {
    const answer = await fetch(location.pathname, { headers: PIECE });
    if (!answer.ok) return;
    const holder = document.createElement("div");
    holder.innerHTML = await answer.text();
    takeRules(holder);
  });
});

// The contents and what players see follow the draft.
document.addEventListener("draft:changed", async () => {
  const view = document.getElementById("view");
  const answer = await fetch(location.pathname, { headers: { "X-Piece": "view" } });
  if (!answer.ok) return;
  const holder = document.createElement("div");
  holder.innerHTML = await answer.text();
  document.querySelector("[data-tree]").replaceWith(holder.querySelector("[data-tree]"));
  view.replaceChildren(holder.querySelector("[data-preview]"));
  watchOdds(view);
  search();
  document.dispatchEvent(new CustomEvent("draft:shown"));
});

// The contents are searched as one types.
function search() {
  const box = document.getElementById("tree-search");
  box.hidden = false;
  const wanted = box.value.trim().toLowerCase();
  for (const shelf of document.querySelectorAll(".desk-tree [data-shelf]")) {
    const lines = [...shelf.querySelectorAll("li")];
    for (const line of lines) line.hidden = !line.textContent.toLowerCase().includes(wanted);
    shelf.hidden = wanted !== "" && lines.every((line) => line.hidden);
  }
}

// On a phone one pane is shown at a time.
for (const link of document.querySelectorAll(".desk-panes a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(link);
  });
}

function open(link) {
  desk.dataset.pane = link.hash.slice(1);
  for (const one of document.querySelectorAll(".desk-panes a")) one.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  scrollTo(0, 0);
}

desk.dataset.live = "";
document.getElementById("tree-search").addEventListener("input", search);
search();
open(document.querySelector(".desk-panes a[href='#unit-form']"));
remember();
