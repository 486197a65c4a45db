// Beside a time of the event that of this device, where its clock shows another.

const minutes = { weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" };

function tell() {
  for (const time of document.querySelectorAll("time.own-time:not([data-told])")) {
    time.dataset.told = "";
    const at = new Date(time.dateTime);
    const here = new Intl.DateTimeFormat("en-GB", minutes).format(at);
    const there = new Intl.DateTimeFormat("en-GB", { ...minutes, timeZone: time.dataset.zone }).format(at);
    if (here === there) continue;
    const clock = document.createElement("span");
    clock.className = "own-clock";
    clock.textContent = `On your clock: ${here}`;
    time.after(clock);
  }
}

tell();
document.addEventListener("htmx:afterSettle", tell);
