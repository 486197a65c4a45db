// The page of a friendly game asks only while it is seen, and at once when it is seen again.

const waits = () => document.querySelector("[data-waits]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target === waits()) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && waits()) htmx.trigger(waits(), "seen-again");
});

// A question that nobody has asked for fails in silence: it is asked again.
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, (event) => event.target === waits() && event.stopPropagation(), true);
}
