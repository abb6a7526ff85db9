import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * Whether a text is wider than its element and so is cut off. It is measured again when the text or the
 * element's width changes.
 * @returns the answer, and the `ref` of the element that cuts the text off
 */
export function useIsCut(text: string): [boolean, RefObject<HTMLSpanElement | null>] {
  const [cut, setCut] = useState(false);
  const ref = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text in an element of the same width.
  useLayoutEffect(() => {
    const { current: element } = ref;
    if (!element) return;
    const measure = () => setCut(isCut(element));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  return [cut, ref];
}

/** The button or link in the element also cuts its text off. */
const isCut = (element: HTMLElement): boolean =>
  [element, ...element.children].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
