// The page of a unit: a field is kept when it is left, a part when it is added. All of it is
// extra: without it the same form is sent whole by its buttons.

import { watchOdds } from "./preview.js";
import { inTurn } from "./turns.js";

const PIECE = { "X-Piece": "1" };
const FADE_MS = 8000;
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

// What stands above is of an earlier step, such as "Undone.": it goes when something else was
// done, and by itself where nothing went wrong.
const ofEarlierSteps = () => document.querySelector(".messagelist");

function fadeMessages() {
  const list = ofEarlierSteps();
  if (list && [...list.children].every((one) => !one.classList.contains("error")))
    setTimeout(() => list.remove(), FADE_MS);
}

const errorsOf = (root) => root.querySelectorAll(".cell-error, .desk-error");
const typedBeside = () => [...form().querySelectorAll("[name^='text:']")].filter((one) => one.value);
const clashOf = (name, within = form()) => within.querySelector(`[data-clash="${CSS.escape(name)}"]`);

// What an author saw in a field as they began to type in it; the draft may say something else
// by now, and is not written over then.
function remember() {
  for (const one of fieldsOf(form())) one.dataset.was = form().elements[`was:${one.name}`]?.value ?? one.value;
}

// A browser tells that a field was left when it is taken off the page, too.
let taking = false;

// Takes over the unit as it is now, but for what somebody is typing.
function take(fresh, now, sent = new Map()) {
  const typed = fieldsOf(form()).filter((one) => one.value !== (sent.get(one.name) ?? one.dataset.was));
  const beside = typedBeside().filter((one) => !sent.has(one.name));
  const opened = [...document.querySelectorAll("[data-part] > details[open]")].map(
    (one) => one.closest("[data-part]").id,
  );
  const focused = document.activeElement;
  const { name, selectionStart: start } = focused ?? {};
  const inForm = focused?.form === form();
  taking = true;
  now.replaceWith(fresh);
  taking = false;
  remember();
  for (const id of opened)
    for (const one of document.getElementById(id)?.querySelectorAll(":scope > details") ?? []) one.open = true;
  for (const one of typed) retype(one, sent);
  for (const one of beside) if (form().elements[one.name]) form().elements[one.name].value = one.value;
  const back = inForm && name && form().elements[name];
  if (!back?.focus) return;
  back.focus({ preventScroll: true });
  if (start != null && back.setSelectionRange) back.setSelectionRange(start, start);
}

function retype(old, sent) {
  const one = form().elements[old.name];
  if (!one) return;
  one.value = old.value;
  if (sent.has(old.name)) return;
  one.dataset.was = old.dataset.was;
  const clash = clashOf(old.name, old.form);
  if (!clash) return;
  // A clash that waits for its author still does.
  one.closest(".cell").replaceWith(old.closest(".cell"), clash);
}

// The sentences stay as they are while somebody is at one of them, with the revision they show.
function sentencesInUse() {
  const now = document.getElementById("sentences");
  if (!now) return false;
  const typed = [...now.querySelectorAll("input:not([type=hidden]), textarea")];
  const isTyped = typed.some((one) => one.value !== one.defaultValue);
  return isTyped || now.contains(document.activeElement) || now.querySelector(".blank-popup") !== null;
}

function takeUnit(fresh, sent) {
  if (sentencesInUse()) {
    take(fresh.querySelector("#unit-form"), form(), sent);
    return;
  }
  const findings = document.querySelector("[data-unit-findings]");
  if (findings) fresh.prepend(findings);
  take(fresh, document.querySelector("[data-unit]"), sent);
}

// Texts on their way by field, and those that were refused: they are not sent once more.
const underWay = new Map();

// `told` is what a clash told of the other author, where that is settled.
function send(values, { after, told } = {}) {
  for (const [name, value] of values) underWay.set(name, value);
  inTurn(async () => {
    const data = new FormData();
    const sent = new Map(values);
    data.set("csrfmiddlewaretoken", form().elements.csrfmiddlewaretoken.value);
    data.set("seen", form().elements.seen.value);
    for (const [name, value] of values) {
      data.set(name, value);
      const was = told ?? form().elements[name]?.dataset?.was;
      if (name.startsWith("/") && was !== undefined) data.set(`was:${name}`, was);
    }
    say("Keeping …");
    ofEarlierSteps()?.remove();
    let answer;
    try {
      answer = await fetch(form().action, { method: "POST", body: data, headers: PIECE });
    } catch {
      arrived(sent);
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
    if (answer.status !== 400) arrived(sent);
    const holder = document.createElement("div");
    holder.innerHTML = await answer.text();
    const fresh = holder.querySelector("[data-unit]");
    const revision = fresh.querySelector("input[name=seen]").value;
    takeUnit(fresh, sent);
    after?.(answer.ok);
    say(answer.ok ? "Kept." : whyNot());
    if (answer.ok) document.dispatchEvent(new CustomEvent("draft:changed", { detail: { seen: revision } }));
  });
}

function whyNot() {
  const errors = [...errorsOf(form())];
  return errors.length > 1 ? `Not kept, for ${errors.length} reasons.` : (errors[0]?.textContent ?? "Not kept.");
}

function arrived(sent) {
  for (const [name, value] of sent) if (underWay.get(name) === value) underWay.delete(name);
}

function leave(event) {
  const field = event.target;
  if (taking || field.form !== form() || !field.name?.startsWith("/units/")) return;
  // Where somebody else wrote too it is for the buttons to say what stands.
  if (clashOf(field.name) || underWay.get(field.name) === field.value) return;
  if (field.value !== field.dataset.was) send([[field.name, field.value]]);
}

// What was typed before the page went on is no change to the browser: the leaving counts too.
document.addEventListener("change", leave);
document.addEventListener("focusout", leave);

const changed = () =>
  fieldsOf(form())
    .filter((one) => one.value !== one.dataset.was)
    .map((one) => [one.name, one.value]);

document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  const clash = event.submitter?.closest("[data-clash]")?.dataset.clash;
  if (clash) {
    event.preventDefault();
    settle(form().elements[clash], event.submitter.value.startsWith("mine:"));
    return;
  }
  const act = event.submitter?.value ?? "fields";
  if (["undo", "redo", "duplicate"].includes(act)) return;
  event.preventDefault();
  act.startsWith("unit-") || act.startsWith("delete") || act === "fields" ? send([["do", act], ...changed()]) : doAct(act);
});

// Keeps what is typed over what is told of the other author, or takes that.
function settle(field, isMine) {
  const theirs = field.dataset.kept ?? field.value;
  if (isMine) {
    send([[field.name, field.value]], { told: theirs });
    return;
  }
  field.value = theirs;
  field.dataset.was = theirs;
  const cell = field.closest(".cell");
  cell.classList.remove("is-wrong");
  cell.querySelector(".cell-error")?.remove();
  clashOf(field.name).remove();
  field.removeAttribute("aria-invalid");
  field.focus();
  say("Theirs stands.");
}

function doAct(act) {
  const name = `text:${act}`;
  const typed = form().elements[name];
  if (typed && !typed.value.trim()) {
    typed.focus();
    return;
  }
  const values = [["do", act], ...changed()];
  if (typed) values.push([name, typed.value]);
  const after = (kept) => {
    const again = form().elements[name];
    if (!again) return;
    if (!kept) again.value = typed.value;
    again.focus();
  };
  send(values, { after });
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

// A special rule that was made among the sentences stands among those of the unit: the form goes
// on to the revision that has it, as a whole, so that it shows what it is of.
document.addEventListener("draft:changed", (event) => {
  if (!event.detail.isRule) return;
  ofEarlierSteps()?.remove();
  inTurn(async () => {
    const answer = await fetch(location.pathname, { headers: PIECE });
    if (!answer.ok) return;
    const holder = document.createElement("div");
    holder.innerHTML = await answer.text();
    take(holder.querySelector("#unit-form"), form());
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
fadeMessages();
document.getElementById("tree-search").addEventListener("input", search);
search();
open(document.querySelector(".desk-panes a[href='#unit-form']"));
remember();
