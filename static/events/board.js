// Extras of the judges' pages: choosing all, keys. Pages work without them.

const all = document.querySelector("[data-choose-all]");
const boxes = () => [...document.querySelectorAll("#chosen input[name=list]")];

if (all) {
  all.hidden = boxes().length === 0;
  all.addEventListener("click", () => {
    const chosen = boxes().every((box) => box.checked);
    for (const box of boxes()) box.checked = !chosen;
    all.textContent = chosen ? "Choose all that are legal" : "Choose none";
  });
}

const rows = () => [...document.querySelectorAll(".board .no a")];

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.metaKey || event.ctrlKey || event.altKey) return;
  const links = rows();
  const at = links.indexOf(document.activeElement);
  if (event.key === "j" && links.length) links[Math.min(at + 1, links.length - 1)].focus();
  if (event.key === "k" && links.length) links[Math.max(at - 1, 0)].focus();
  if (event.key === "x" && at >= 0) links[at].closest("tr").querySelector("input")?.click();
  if (event.key === "/") {
    const find = document.querySelector("input[name=words]");
    if (find) {
      event.preventDefault();
      find.focus();
    }
  }
});
