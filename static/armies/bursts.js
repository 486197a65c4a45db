// Quick taps of one control are one thing to who taps, however many requests they became:
// the message of the last offers to take all of them back.

const QUICK = 1500; // How long after a tap the next one is still of the same burst [ms].

let burst = null; // { control, changes, taps, revision, lastTap }

// `made` is the request that was answered, null for one that changed nothing; `now` the
// revision since.
export function noteChange(made, now) {
  const entries = made?.entries ?? [];
  const [first] = entries;
  if (!first || now === made.revision || entries.some((one) => one.control !== first.control)) {
    burst = null;
    return;
  }
  const goesOn = burst?.control === first.control && burst.revision === made.revision && first.firstTap - burst.lastTap < QUICK;
  const before = goesOn ? burst : { changes: 0, taps: 0 };
  const taps = entries.reduce((sum, one) => sum + one.taps, before.taps);
  burst = { control: first.control, changes: before.changes + 1, taps, revision: now, lastTap: entries.at(-1).lastTap };
}

// A message that tells of an older change than the last one would take back another.
export function tellBurst(now) {
  const button = document.querySelector("#toasts .toast-undo");
  if (!button) return;
  button.dataset.revision ??= now;
  if (Number(button.dataset.revision) !== now) return button.closest(".toast").remove();
  if (!burst || burst.changes < 2) return;
  button.dataset.times = burst.changes;
  button.textContent = `Undo all ${burst.taps}`;
}
