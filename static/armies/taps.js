// Reads what is tapped on the builder's page, and shows it at once.
//
// The markup it asks for, all of it within #builder, where every control has an id:
// * a form with method="post" and hx-post: its submits are queued, with the button that
//   was pressed. `#act` is the form of single buttons; its address says what is in view.
// * `<button name="edits" value="[…]">`: edits as JSON. Those that may be made again
//   (AGAIN) are counted at each press; a second press of another waits for nothing.
// * a form with data-autosubmit and a field `options`: only what was changed is sent.
//   A field that was bought is called `count.ID`, one that was not `of.PLACE.KEY`; the id
//   of the control stays the same when it is bought.
// * `<span data-stepper data-first="5">` with buttons data-step="-1" and data-step="1"
//   and a number field: `first` is how many the first tap brings.
// Without scripts all of these are plain forms.

import { goOn, isHeld, isSending, put, settled, unsent } from "./queue.js";

const AGAIN = new Set(["add", "duplicate", "change-count"]);
const MOST = 1000;
const MOST_TOGETHER = 50;
const FIELD = /^(of|count|roll|by)\./;

const typing = new Set(); // Ids of fields that were typed in and not sent.

const byId = (id) => document.getElementById(id);
const isOurs = (form) => form?.method === "post" && form.matches("#builder form[hx-post]");
const hasOptions = (form) => isOurs(form) && form.matches("[data-autosubmit]") && form.elements.options;

/* -- what was tapped ------------------------------------------------------------- */

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("[data-stepper] [data-step]");
    const field = button?.closest("[data-stepper]").querySelector("input");
    if (field && hasOptions(field.form)) {
      event.preventDefault();
      return step(field, Number(button.dataset.step));
    }
    // A press at an edge (the first unit cannot go up) does nothing; what waits can be undone.
    const dead = event.target.closest("button[aria-disabled='true']");
    if (dead && !(dead.id.startsWith("undo") && unsent().length)) return event.preventDefault();
    const link = event.target.closest("a[href]");
    if (link && isSending() && isPlain(event, link)) follow(event, link);
  },
  true,
);

const isPlain = (event, link) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !link.target && !link.closest("[hx-get], [hx-boost=true], [download]") &&
  link.origin === location.origin && !(link.hash && link.pathname === location.pathname && link.search === location.search);

function follow(event, link) {
  event.preventDefault();
  settled().then(() => location.assign(link.href));
}

// htmx asks for another view of the army: that waits until the army is as it was tapped.
document.addEventListener("htmx:confirm", (event) => {
  if (event.detail.target?.id !== "builder" || !isSending()) return;
  event.preventDefault();
  settled().then(() => event.detail.issueRequest(true));
});

function step(field, direction) {
  const shown = Number(field.value) || 0;
  const first = Number(field.closest("[data-stepper]").dataset.first) || 1;
  const stride = shown === 0 && direction > 0 ? first : direction;
  const count = Math.min(MOST, Math.max(0, shown + stride));
  if (count === shown) return;
  typing.delete(field.id);
  field.value = count;
  put({ kind: "step", control: field.id, by: count - shown, ...own(field) });
  mark();
}

// What is sent of a control that is no longer there when its turn comes.
const own = (field) => ({ form: field.form.id, url: field.form.action, hidden: hiddenOf(field.form), name: field.name });

const hiddenOf = (form) =>
  [...form.elements].filter((one) => one.type === "hidden" && !FIELD.test(one.name)).map((one) => [one.name, one.value]);

document.addEventListener(
  "change",
  (event) => {
    const field = event.target;
    const form = field.form;
    if (!isOurs(form) || !form.matches("[data-autosubmit]")) return;
    event.stopPropagation();
    if (!field.checkValidity()) return field.reportValidity();
    typing.delete(field.id);
    if (hasOptions(form)) put({ kind: "field", control: keyOf(field), value: valueOf(field), ...own(field), chosen: field.id });
    else putForm(form, null);
    mark();
  },
  true,
);

document.addEventListener("input", (event) => event.target.id && event.target.closest("#builder") && typing.add(event.target.id), true);

const keyOf = (field) => (field.type === "radio" ? field.name : field.id);
const valueOf = (field) => (field.type === "checkbox" ? String(Number(field.checked)) : field.value);

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!isOurs(form) || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (hasOptions(form)) return; // Each change of a field was put already.
    putForm(form, event.submitter);
    mark();
  },
  true,
);

function putForm(form, button) {
  const url = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const fields = [...new FormData(form, button)];
  const edits = button?.name === "edits" ? JSON.parse(button.value) : [];
  const entry = { kind: "form", control: button?.id ?? form.id, url, fields, edits };
  for (const field of form.elements) typing.delete(field.id);
  if (button?.id === "again" && isHeld()) return goOn(entry);
  if (mayRepeat(entry) || !unsent().some((other) => isEqual(entry, other))) put(entry);
}

const isAgain = (entry) => entry.edits.length > 0 && entry.edits.every((edit) => AGAIN.has(edit.edit));
const isMove = (entry) => entry.edits.length === 1 && entry.edits[0].edit === "move";
const isBack = (entry) => /^(undo|redo)/.test(entry.control);
const mayRepeat = (entry) => isAgain(entry) || isMove(entry) || isBack(entry);
const asked = (entry) => JSON.stringify(entry.fields.filter(([name]) => name !== "revision" && name !== "key"));
const isEqual = (one, other) => other.kind === "form" && one.control === other.control && one.url === other.url && asked(one) === asked(other);

/* -- a request of the first entries ---------------------------------------------- */

// The address of an edit, with what is in view now.
function here(url) {
  const asked = new URL(url, location.href);
  asked.search = new URL(byId("act").action, location.href).search;
  return asked.href;
}

const always = () => {
  const open = document.querySelector("#act [name=open]");
  return open ? [["open", open.value]] : [];
};

// `count` of the entries are in the request; without a url there was nothing to send.
export function read(entries) {
  const request = readFirst(entries);
  return { ...request, url: request.url && here(request.url) };
}

function readFirst(entries) {
  const [first] = entries;
  if (first.kind === "form") return readForms(entries);
  const taken = [];
  const fields = [];
  for (const entry of entries) {
    const isFirstOfIts = !taken.some((one) => one.control === entry.control);
    if (entry.kind === "form" || entry.form !== first.form || !isFirstOfIts) break;
    taken.push(entry);
    fields.push(...fieldsOf(entry));
  }
  const form = byId(first.form);
  const hidden = (form ? hiddenOf(form) : first.hidden).filter(([name]) => name !== "open");
  return { url: fields.length ? first.url : "", fields: [...hidden, ...always(), ...fields], entries: taken, count: taken.length };
}

function fieldsOf(entry) {
  const control = byId(entry.kind === "step" ? entry.control : entry.chosen);
  const name = control?.name ?? entry.name;
  if (entry.kind === "field") return [[name, entry.value]];
  if (name.startsWith("count.")) return [[name.replace("count.", "by."), entry.by]];
  return entry.by > 0 ? [[name, entry.by]] : [];
}

// Presses that only add go together; one that moves or steps back is read anew.
function readForms(entries) {
  const [first] = entries;
  const none = { url: "", fields: [], entries: [first], count: 1 };
  if (isMove(first) || isBack(first)) {
    const button = byId(first.control);
    const now = isMove(first) && button ? JSON.parse(button.value) : first.edits;
    if (!button || button.getAttribute("aria-disabled") === "true" || now[0]?.id !== first.edits[0]?.id) return none;
    return { ...none, url: first.url, fields: withEdits(first, now) };
  }
  let together = entries.findIndex((entry) => entry.kind !== "form" || entry.url !== first.url || !isAgain(entry));
  if (together < 0) together = entries.length;
  if (together < 2) return { ...none, url: first.url, fields: withEdits(first, first.edits) };
  const taken = entries.slice(0, Math.min(together, MOST_TOGETHER));
  return { url: first.url, fields: withEdits(first, taken.flatMap((entry) => entry.edits)), entries: taken, count: taken.length };
}

function withEdits(entry, edits) {
  const fields = entry.fields.filter(([name]) => name !== "edits" && name !== "open");
  if (edits.length) fields.push(["edits", JSON.stringify(edits)]);
  return [...fields, ...always()];
}

/* -- what is shown ----------------------------------------------------------------- */

// Every control shows what the server said, and over it what is still to be sent.
export function settleControls() {
  for (const field of document.querySelectorAll("#builder :is(input, select, textarea)")) {
    if (typing.has(field.id) || field.type === "hidden" || field === document.activeElement && field.matches("select")) continue;
    if (field.matches("[type=checkbox], [type=radio]")) field.checked = field.defaultChecked;
    else if (field.matches("select")) for (const one of field.options) one.selected = one.defaultSelected;
    else if (field.value !== field.defaultValue) field.value = field.defaultValue;
  }
  overlay();
}

export function overlay() {
  for (const entry of unsent()) {
    if (entry.kind === "form") continue;
    const field = byId(entry.kind === "step" ? entry.control : entry.chosen);
    if (!field) continue;
    if (entry.kind === "step") field.value = Math.min(MOST, Math.max(0, Number(field.value) + entry.by));
    else if (field.matches("[type=checkbox]")) field.checked = entry.value !== "0";
    else if (field.matches("[type=radio]")) field.checked = true;
    else field.value = entry.value;
  }
  mark();
}

function mark() {
  const now = new Map();
  for (const { chosen, control } of unsent()) now.set(chosen ?? control, (now.get(chosen ?? control) ?? 0) + 1);
  for (const one of document.querySelectorAll("[data-waiting]")) if (!now.has(one.id)) delete one.dataset.waiting;
  for (const [id, count] of now) byId(id)?.setAttribute("data-waiting", count);
  for (const one of document.querySelectorAll("#builder [data-step='-1']")) {
    const none = Number(one.closest("[data-stepper]").querySelector("input").value) === 0;
    one.toggleAttribute("aria-disabled", false);
    if (none) one.setAttribute("aria-disabled", "true");
  }
}
