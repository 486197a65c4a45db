// A preview's match-ups are worked out when they are seen, and put in their place.
// All of it is extra: without it there is a link to a page of their own.

const tokenOf = (part) => part.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";

export async function fillOdds(part) {
  const edits = part.querySelector("[name=edits]")?.value ?? "";
  const headers = { "X-Piece": "1" };
  const asked = { headers };
  if (edits) {
    asked.method = "POST";
    asked.body = edits;
    headers["Content-Type"] = "application/json";
    headers["X-CSRFToken"] = tokenOf(part);
  }
  part.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(part.dataset.previewOdds, asked);
    if (!answer.ok) return;
    const heading = part.querySelector("h3");
    const html = await answer.text();
    part.replaceChildren(heading);
    part.insertAdjacentHTML("beforeend", html);
  } catch {
    // The link stays.
  } finally {
    part.removeAttribute("aria-busy");
  }
}

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seen.unobserve(entry.target);
    fillOdds(entry.target);
  }
});

export function watchOdds(root = document) {
  for (const part of root.querySelectorAll("[data-preview-odds]")) seen.observe(part);
}

watchOdds();
