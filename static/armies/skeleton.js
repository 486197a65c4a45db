// A pane that is asked for and is late opens at once as a skeleton, in its place and width:
// when it comes, nothing moves.

const LATE = 300; // How long until what is asked for is late [ms].
const PANES = { unit: "has-unit", add: "has-shop", problems: "has-problems", targets: "has-targets" };
const IDS = { add: "shop" };
const LINES = 9;

let timer = 0;
let opened = null; // { pane, skeleton, name: the class by which it opened, "" if it was open }

// `link` asks for a view of the army: its address says which pane.
export function awaitPane(link) {
  clearTimeout(timer);
  const asked = link?.href ? new URL(link.href).searchParams : new URLSearchParams();
  const key = Object.keys(PANES).findLast((one) => asked.has(one));
  const state = document.getElementById("state");
  if (!key || (key === "unit" && asked.get("unit") === state.dataset.unit)) return;
  timer = setTimeout(() => open(document.getElementById(IDS[key] ?? key), PANES[key], link), LATE);
}

function open(pane, name, link) {
  const { classList } = document.getElementById("state");
  const wasOpen = classList.contains(name);
  if (wasOpen && name !== "has-unit") return;
  classList.add(name);
  const skeleton = drawn(link.querySelector(".name")?.textContent ?? "");
  pane.classList.add("is-awaited");
  pane.scrollTop = 0;
  pane.prepend(skeleton);
  opened = { pane, skeleton, name: wasOpen ? "" : name };
}

function drawn(title) {
  const skeleton = document.createElement("div");
  const head = document.createElement("p");
  skeleton.className = "skeleton";
  skeleton.setAttribute("aria-hidden", "true");
  head.textContent = title;
  skeleton.append(head, ...Array.from({ length: LINES }, () => document.createElement("i")));
  return skeleton;
}

// What was asked for came, or did not: `came` is false where the page stays as it was.
export function paneCame(came) {
  clearTimeout(timer);
  if (!opened) return;
  const { pane, skeleton, name } = opened;
  opened = null;
  pane.classList.remove("is-awaited");
  skeleton.remove();
  if (!came && name) document.getElementById("state").classList.remove(name);
}
