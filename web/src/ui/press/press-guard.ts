import type { MouseEvent, MouseEventHandler } from "react";

/**
 * The properties of a control that is disabled for now. The attribute `disabled` would take the focus from
 * the control and put people who use a keyboard or screen reader back at the top of the page. This control
 * keeps the focus, is announced as disabled, and ignores clicks. As a submit button it also ignores Enter in
 * a field. `onDisabledPress` can then say what is missing.
 */
export function pressGuard<E extends HTMLElement>(
  disabled: boolean,
  onPress: MouseEventHandler<E> | undefined,
  onDisabledPress?: (() => void) | undefined,
): { "aria-disabled": true | undefined; onClick: MouseEventHandler<E> } {
  return {
    "aria-disabled": disabled || undefined,
    onClick: (event: MouseEvent<E>) => {
      if (!disabled) return onPress?.(event);
      event.preventDefault();
      onDisabledPress?.();
    },
  };
}
