import { useCallback, useLayoutEffect, useRef, useState } from "react";

type Measure = () => void;
const measures = new WeakMap<Element, Measure>();
/** One observer for all elements: it measures all of them before any of them changes. */
let observer: ResizeObserver | undefined;

function observe(element: Element, measure: Measure): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) measures.get(target)?.();
  });
  measures.set(element, measure);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/**
 * Whether a text is wider than its element and so is cut off. Measured again when the text or the element's width changes.
 * @returns the answer, and the `ref` of the element that cuts the text off
 */
export function useIsCut(text: string): [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [cut, setCut] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    shown.current = element;
    if (!element) return undefined;
    const unobserve = observe(element, () => setCut(isCut(element)));
    return () => {
      unobserve();
      shown.current = null;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text in an element of the same width.
  useLayoutEffect(() => {
    if (shown.current) setCut(isCut(shown.current));
  }, [text]);
  return [cut, ref];
}

/** The button or link in the element cuts its text off, too. */
const isCut = (element: HTMLElement): boolean =>
  [element, ...element.children].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
