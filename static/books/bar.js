// What is to mend in a draft is asked when its page is there, and after each edit of it.
// All of it is extra: without it the check page says the same.

const box = document.querySelector("[data-verdict]");
let asked = 0;

// On a phone the bar is wider than the page: what is open is brought into view.
const bar = document.querySelector(".book-bar ul");
const here = bar.querySelector("[aria-current]");
if (here) bar.scrollLeft = here.offsetLeft + here.offsetWidth - bar.clientWidth;

async function show() {
  const turn = ++asked;
  let answer;
  try {
    answer = await fetch(box.dataset.verdict);
  } catch {
    return;
  }
  if (!answer.ok || turn !== asked) return;
  const holder = document.createElement("div");
  holder.innerHTML = await answer.text();
  box.replaceChildren(holder.querySelector(".verdict"));
  mark(holder);
  const findings = holder.querySelector("[data-unit-findings]");
  document.querySelector("[data-unit-findings]")?.remove();
  if (findings) document.querySelector(".unit-head")?.closest("[data-unit]").prepend(findings);
}

function mark(holder) {
  for (const one of document.querySelectorAll(".desk-tree a[data-level]")) delete one.dataset.level;
  for (const one of holder.querySelectorAll("[data-mark]")) {
    const link = document.querySelector(`.desk-tree a[data-key="${CSS.escape(one.dataset.mark)}"]`);
    if (link) link.dataset.level = one.textContent;
  }
}

document.addEventListener("draft:shown", show);
show();
