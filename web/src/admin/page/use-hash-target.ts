import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** For a part of a page that a link can name by its id. It scrolls into view when it is first shown. */
export function useHashTarget<E extends HTMLElement>(
  id: string,
): { ref: RefObject<E | null>; named: boolean } {
  const { hash, key } = useLocation();
  const ref = useRef<E>(null);
  const named = hash === `#${id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again.
  useEffect(() => {
    if (named) ref.current?.scrollIntoView({ block: "center" });
  }, [named, key]);
  return { ref, named };
}
