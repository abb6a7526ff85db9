let pressed: Element | undefined;
let waiting: (() => void)[] = [];

/** Notes where the pointer is down, for `afterPress`. `:active` can't say it: Firefox sets it after `blur`. */
export function watchPresses(): void {
  const press = ({ target }: Event) => {
    pressed = target instanceof Element ? target : undefined;
  };
  const end = () => {
    pressed = undefined;
    for (const task of waiting) setTimeout(task);
    waiting = [];
  };
  document.addEventListener("pointerdown", press, true);
  // Without `pointerup`, a press ends as a drag or with a menu.
  for (const type of ["pointerup", "pointercancel", "contextmenu"])
    document.addEventListener(type, end, true);
}

/**
 * Runs a task when the pointer isn't down. A message that appears when a field loses the focus would move the
 * page between press and release, and the click would miss its button. A press on a link leaves the screen,
 * so nothing is run.
 */
export function afterPress(task: () => void): void {
  if (pressed === undefined) setTimeout(task);
  else if (!pressed.closest("a[href]")) waiting.push(task);
}
