import { useEffect, useRef } from "react";

const takesText = "input, textarea, select, [contenteditable]";
const somethingOpen = "[role=dialog], [role=alertdialog]";

/** Calls back when `/` is pressed outside of text fields and while no dialog is open. */
export function useSlashKey(onPress: () => void): void {
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (event.target instanceof Element && event.target.closest(takesText)) return;
      if (document.querySelector(somethingOpen)) return;
      event.preventDefault();
      press.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
