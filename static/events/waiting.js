// The page of a friendly game asks only while it is seen, and at once when it is seen again.

const waits = () => document.querySelector("[data-waits]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target === waits()) event.preventDefault();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && waits()) htmx.trigger(waits(), "seen-again");
});
