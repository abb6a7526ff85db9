import { type RefObject, useEffect, useRef } from "react";
import { isTakenKey } from "../press/command-key.ts";

const onlyModifiers: readonly string[] = ["Control", "Meta", "Shift", "Alt"];

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === "z" && ctrlKey !== metaKey && !shiftKey && !altKey;
const isPlainTab = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key === "Tab" && !ctrlKey && !metaKey && !shiftKey && !altKey;

/**
 * The keys of the newest undo that is offered. Ctrl+Z and ⌘Z undo, outside of text fields and dialogs. Tab goes
 * to its button, if it is the first key after the offer; the element that had the focus is kept in `from`.
 */
export function useUndoKeys(
  offered: number | undefined,
  {
    from,
    ...given
  }: {
    undo: (offered: number) => void;
    newestButton: () => HTMLElement | undefined;
    from: RefObject<Element | null>;
  },
): void {
  const calls = useRef(given);
  calls.current = given;
  /** The newest offer after which a key or the mouse was pressed. */
  const passed = useRef(0);
  useEffect(() => {
    if (offered === undefined) return;
    const onPointerDown = () => {
      passed.current = offered;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (onlyModifiers.includes(event.key)) return;
      const isFirst = passed.current < offered;
      passed.current = offered;
      if (isTakenKey(event)) return;
      if (isUndo(event)) {
        event.preventDefault();
        calls.current.undo(offered);
      } else if (isFirst && isPlainTab(event)) {
        event.preventDefault();
        from.current = document.activeElement;
        calls.current.newestButton()?.focus();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  }, [offered, from]);
}
