// The page of a bulk check: what somebody has opened to read is not taken away.

document.addEventListener("htmx:beforeRequest", (event) => {
  const found = event.target.closest?.("#found");
  if (found !== event.target) return;
  const reads = found.querySelector("details[open]") || found.contains(document.activeElement);
  if (reads) event.preventDefault();
});
