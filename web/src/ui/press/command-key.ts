/** The name of the key that is pressed together with another one for a shortcut. */
export const commandKey = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl");

const takesText =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=file])";
const somethingOpen = "[role=dialog], [role=alertdialog]";

/** Whether a key belongs to a text field or to an open dialog, and not to the page as a whole. */
export const isTakenKey = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  (target instanceof Element && target.closest(takesText) !== null) ||
  document.querySelector(somethingOpen) !== null;
