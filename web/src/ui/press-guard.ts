import type { MouseEvent, MouseEventHandler } from "react";

/**
 * What a control carries that can't be pressed for now. Never the attribute `disabled`: a browser takes the focus from a control that
 * gets it, and whoever works by keyboard or screen reader is back at the top of the page. This control keeps the focus, says that
 * it is disabled, and ignores presses; as a submit button it stops Enter in a field, too.
 */
export function pressGuard<E extends HTMLElement>(
  disabled: boolean,
  onPress: MouseEventHandler<E> | undefined,
): { "aria-disabled": true | undefined; onClick: MouseEventHandler<E> } {
  return {
    "aria-disabled": disabled || undefined,
    onClick: (event: MouseEvent<E>) => {
      if (disabled) event.preventDefault();
      else onPress?.(event);
    },
  };
}
