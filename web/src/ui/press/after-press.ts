/**
 * Runs a task when no mouse button is down. A message that appears when a field loses the focus would move
 * the page between press and release, and the click would miss its button. A press on a link leaves the
 * screen, so nothing is run.
 */
export function afterPress(task: () => void): void {
  const pressed = [...document.querySelectorAll(":active")].at(-1);
  if (pressed?.closest("a[href]")) return;
  const afterTheClick = () => setTimeout(task);
  if (pressed) document.addEventListener("mouseup", afterTheClick, { once: true });
  else afterTheClick();
}
