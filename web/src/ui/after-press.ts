/**
 * Runs a task once no press is under way. A message that shows when a field is left would move the page between press and
 * release, and the press would miss what it was meant for.
 */
export function afterPress(task: () => void): void {
  const afterTheClick = () => setTimeout(task);
  if (document.querySelector(":active")) document.addEventListener("mouseup", afterTheClick, { once: true });
  else afterTheClick();
}
