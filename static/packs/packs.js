// The draft of a pack: after each edit of a sentence the trial beside it is fetched anew.
// All of it is extra: without it an edit leads back to the whole page.

let latest = 0;

document.addEventListener("draft:changed", async ({ detail }) => {
  const turn = ++latest;
  for (const field of document.querySelectorAll("input[name=seen]")) field.value = detail.seen;
  const trial = document.querySelector("[data-pack-trial]");
  trial?.setAttribute("aria-busy", "true");
  const answer = await fetch(location.pathname);
  if (!answer.ok || turn !== latest) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const place of ["[data-pack-trial]", "#pack-state", "#pack-publish"]) {
    const fresh = page.querySelector(place);
    if (fresh) document.querySelector(place)?.replaceWith(fresh);
  }
});
