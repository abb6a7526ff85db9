import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * For a part of a page that a link can name by its id, with a `tabIndex` of -1. When it is first shown, it scrolls
 * into view and takes the focus, so that the next Tab leads into it.
 */
export function useHashTarget<E extends HTMLElement>(
  id: string,
): { ref: RefObject<E | null>; named: boolean } {
  const { hash, key } = useLocation();
  const followed = useNavigationType() !== "POP";
  const ref = useRef<E>(null);
  const named = hash === `#${id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again.
  useEffect(() => {
    if (!named) return;
    ref.current?.scrollIntoView({ block: "center" });
    if (followed && document.activeElement?.matches(untouched)) ref.current?.focus({ preventScroll: true });
  }, [named, key]);
  return { ref, named };
}

/** The elements that have the focus after a link, until the person moves it. */
const untouched = "body, main, h1";
