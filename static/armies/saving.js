// One line that says how saving stands, and is silent while all goes well.

import { drop, goOn, unsent } from "./queue.js";

const line = document.createElement("div");
const words = document.createElement("span");
const button = document.createElement("button");
const other = document.createElement("button");

line.id = "saving";
line.className = "saving";
words.setAttribute("role", "status");
for (const one of [button, other]) {
  one.type = "button";
  one.className = "button button--small";
}
button.id = "save-now";
other.id = "drop-unsent";
other.textContent = "Let them go";
line.append(words, button, other);
line.hidden = true;
document.body.append(line);

button.addEventListener("click", () => goOn());
other.addEventListener("click", drop);

const changes = (count) => (count === 1 ? "1 change" : `${count} changes`);

export function tell(state, count, why) {
  const root = document.documentElement;
  root.toggleAttribute("data-saving", state === "sending");
  if (count) root.dataset.unsent = count;
  else delete root.dataset.unsent;
  const isHeld = state === "held";
  if (state === "pausing" || state === "stopped") {
    if (why) words.dataset.why = why;
    words.textContent = `${words.dataset.why} ${changes(count)} not saved yet.`;
    button.textContent = "Try again now";
  } else if (isHeld) {
    words.textContent = `The change before was not made; ${changes(count)} after it ${count === 1 ? "waits" : "wait"}.`;
    button.textContent = "Make them now";
  }
  // While it tries again the line stays, so that it does not blink.
  if (state === "idle" || isHeld || why) line.hidden = state === "idle";
  other.hidden = !isHeld;
}

addEventListener("beforeunload", (event) => {
  if (unsent().length) event.preventDefault();
});
