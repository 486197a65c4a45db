// Edits on their way to the server: in order, one request at a time, none lost.
//
// What was tapped waits here until its turn. A tap that can be joined to one that still
// waits is joined to it. A request keeps its key and revision however often it is sent,
// so the server counts it once. This module knows no markup: `read` makes a request of
// the first entries, `show` puts an answer on the screen, `tell` says how it stands.

const JOINING = 200; // How long taps on a stepper are gathered before they are sent [ms].
const SEEN = 1500; // How long a refusal stands until somebody has seen it [ms].
const PATIENCE = 20_000; // How long an answer may take [ms].
const KEEPABLE = 60_000; // Most that a browser sends on after the page was left [bytes].
const PAUSES = [1, 2, 4, 8, 16, 30]; // Between tries [s].

let waiting = [];
let request = null; // The one that was taken, until it is answered.
let state = "idle"; // idle, sending, pausing, stopped (until somebody goes on), held (by one that was refused)
let timer = 0;
let lastTap = 0;
let lastRefusal = -Infinity;
let page;
let idlers = [];

export function startQueue(functions) {
  page = functions;
  addEventListener("online", () => state === "pausing" && send());
}

// While another view of the army is on its way, nothing is sent.
let views = 0;

export function awaitView() {
  views += 1;
}

export function viewCame() {
  views = Math.max(0, views - 1);
  next();
}

export const unsent = () => [...(request?.entries ?? []), ...waiting];
export const isSending = () => state === "sending" || state === "idle" && waiting.length > 0;

// Resolves when nothing waits; at once where nothing moves until somebody goes on.
export function settled() {
  return isSending() ? new Promise((done) => idlers.push(done)) : Promise.resolve();
}

export function put(entry) {
  lastTap = performance.now();
  Object.assign(entry, { taps: 1, firstTap: lastTap, lastTap });
  if (!joined(entry)) waiting.push(entry);
  // It was tapped before anybody could read that the one before was refused.
  if (state === "idle" && lastTap < lastRefusal + SEEN && entry.control !== "again") state = "held";
  page.tell(state, unsent().length);
  next();
}

// Steps are sums and the last value counts, but no tap goes past a button's edit.
function joined(entry) {
  for (const earlier of waiting.toReversed()) {
    if (earlier.kind === "form") return false;
    if (earlier.control !== entry.control) continue;
    const { taps, firstTap } = earlier;
    if (entry.kind === "step" && earlier.kind === "step") earlier.by += entry.by;
    else if (entry.kind === "step") earlier.value = String(Math.max(0, Number(earlier.value) + entry.by));
    else Object.assign(earlier, entry);
    Object.assign(earlier, { taps: taps + 1, firstTap, lastTap });
    return true;
  }
  return false;
}

function next() {
  waiting = waiting.filter((entry) => entry.kind !== "step" || entry.by !== 0);
  if (state !== "idle" || views) return;
  clearTimeout(timer);
  if (!waiting.length) {
    page.tell(state, 0);
    for (const done of idlers.splice(0)) done();
    return;
  }
  const rest = lastTap + JOINING - performance.now();
  if (waiting.every((entry) => entry.kind === "step") && rest > 0) timer = setTimeout(next, rest);
  else take(waiting.length);
}

function take(most) {
  const read = page.read(waiting.slice(0, most));
  waiting.splice(0, read.count);
  request = { ...read, key: newKey(), revision: page.revision(), tries: 0 };
  if (!read.url) return finish();
  send();
}

function finish() {
  request = null;
  state = "idle";
  next();
}

async function send() {
  clearTimeout(timer);
  state = "sending";
  page.tell(state, unsent().length);
  const body = new URLSearchParams(request.fields);
  body.set("revision", request.revision);
  body.set("key", request.key);
  let answer = null;
  let text = "";
  try {
    answer = await fetch(request.url, {
      method: "POST",
      body,
      headers: { "HX-Request": "true", "HX-Target": "builder", ...page.headers() },
      keepalive: body.toString().length < KEEPABLE, // It goes on when the page is left.
      signal: AbortSignal.timeout(PATIENCE),
    });
    text = await answer.text();
  } catch {
    return pause("The server could not be reached.");
  }
  if (answer.status >= 500) return pause(`The server answered ${answer.status}.`);
  if (answer.status === 429) return pause("That is a great many changes in a short time.", answer.headers.get("Retry-After"));
  if (!page.knows(text)) return stop(`The server answered ${answer.status}: this army cannot be changed from here now.`);
  taken(answer.status, text);
}

function taken(status, text) {
  const { entries, revision } = request;
  request = null;
  if (status === 400 && entries.length > 1) {
    // One of them was refused, and with it all: each is sent alone.
    waiting.unshift(...entries);
    page.show(text);
    state = "idle";
    return take(1);
  }
  if (status >= 400) lastRefusal = performance.now();
  if (status >= 400 && waiting.length) {
    state = "held";
    page.show(text);
    return page.tell(state, waiting.length);
  }
  state = "idle";
  page.show(text, status < 400 ? { entries, revision } : null);
  next();
}

function pause(why, seconds) {
  const wait = Math.max(PAUSES[Math.min(request.tries, PAUSES.length - 1)], Math.min(Number(seconds) || 0, 60));
  request.tries += 1;
  state = "pausing";
  timer = setTimeout(send, wait * 1000);
  page.tell(state, unsent().length, why);
  for (const done of idlers.splice(0)) done();
}

function stop(why) {
  state = "stopped";
  page.tell(state, unsent().length, why);
  for (const done of idlers.splice(0)) done();
}

// Go on after a failure, or after a refusal: with `first`, that one before all others.
export function goOn(first) {
  lastRefusal = -Infinity;
  if (first) waiting.unshift(first);
  if (state === "held") {
    state = "idle";
    next();
  } else if (state === "pausing" || state === "stopped") send();
}

export const isHeld = () => state === "held";

// Let go of what waits, when it is no longer wanted on the army as it is now.
export function drop() {
  waiting = [];
  finish();
}

function newKey() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}
