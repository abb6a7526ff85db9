import { useEffect, useRef } from "react";

/** Scrolls the chosen ornament of a long list into view when the screen opens, if the buttons cover it. */
export function useChosenInView() {
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(".o-choice-chosen");
    const buttons = list.current?.parentElement?.querySelector(".o-main-action");
    if (!chosen || !buttons) return;
    if (chosen.getBoundingClientRect().bottom > buttons.getBoundingClientRect().top)
      chosen.scrollIntoView({ block: "center" });
  }, []);
  return list;
}
