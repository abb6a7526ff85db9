import { useEffect, useRef } from "react";
import { isTakenKey } from "../../ui/press/command-key.ts";

/** Calls back when `/` is pressed outside of text fields and while no dialog is open. */
export function useSlashKey(onPress: () => void): void {
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTakenKey(event)) return;
      event.preventDefault();
      press.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
