/**
 * Runs a task when no mouse button is down. Otherwise a message that appears when a field loses the focus would move the page
 * between press and release, and the click would miss its button.
 */
export function afterPress(task: () => void): void {
  const afterTheClick = () => setTimeout(task);
  if (document.querySelector(":active")) document.addEventListener("mouseup", afterTheClick, { once: true });
  else afterTheClick();
}
