import { useEffect, useRef } from "react";

/** The lowest part of the screen is covered by the buttons. */
const coveredPart = 0.3;

/** Scrolls the chosen ornament of a long list into view when the screen opens. */
export function useChosenInView() {
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(".o-choice-chosen");
    if (!chosen || chosen.getBoundingClientRect().bottom < window.innerHeight * (1 - coveredPart)) return;
    chosen.scrollIntoView({ block: "center" });
  }, []);
  return list;
}
