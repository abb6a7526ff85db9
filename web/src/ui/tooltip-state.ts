import { type FocusEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";

const delayMs = { show: 250, hide: 120 };

/** When a tooltip is open, and what its element and the tooltip itself must listen to. */
export function useTooltipState(target: HTMLElement | null) {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hovered = useRef(false);
  const focused = useRef(false);
  const tapped = useRef<{ wasOpen: boolean }>(undefined);
  const shown = useRef(false);
  const tip = useRef<HTMLElement>(null);

  const show = useCallback((next: boolean, delay = 0) => {
    clearTimeout(timer.current);
    const change = () => {
      shown.current = next;
      // A tooltip that is removed below the mouse doesn't say that the mouse left it.
      if (!next) hovered.current = false;
      setOpen(next);
    };
    if (delay === 0) change();
    else timer.current = setTimeout(change, delay);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const on = useMemo(() => {
    const leave = () => {
      if (!hovered.current && !focused.current) show(false, delayMs.hide);
    };
    return {
      hover: {
        onPointerEnter: ({ pointerType }: PointerEvent) => {
          if (pointerType === "touch") return;
          hovered.current = true;
          show(true, shown.current ? 0 : delayMs.show);
        },
        onPointerLeave: ({ pointerType }: PointerEvent) => {
          if (pointerType === "touch") return;
          hovered.current = false;
          leave();
        },
      },
      press: ({ pointerType }: PointerEvent) => {
        tapped.current = pointerType === "touch" ? { wasOpen: shown.current } : undefined;
      },
      // A second tap closes it. The focus that a tap brings comes before the click.
      click: () => {
        show(!tapped.current?.wasOpen);
        tapped.current = undefined;
      },
      focus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        // A mouse leaves the focus behind where it pressed: the tooltip would stay open.
        focused.current = currentTarget.matches(":focus-visible");
        if (focused.current) show(true, delayMs.show);
      },
      blur: () => {
        focused.current = false;
        leave();
      },
    };
  }, [show]);

  useEffect(() => {
    if (!open) return;
    // On the window and before all others: a dialog around the tooltip must not see this Escape. One that covers the tooltip must.
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      show(false);
      const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
      if (dialog && !dialog.contains(target)) return;
      event.stopPropagation();
      event.preventDefault();
    };
    const pressElsewhere = ({ target: pressed }: Event) => {
      if (!(pressed instanceof Node)) return;
      if (!target?.contains(pressed) && !tip.current?.contains(pressed)) show(false);
    };
    window.addEventListener("keydown", close, true);
    document.addEventListener("pointerdown", pressElsewhere, true);
    return () => {
      window.removeEventListener("keydown", close, true);
      document.removeEventListener("pointerdown", pressElsewhere, true);
    };
  }, [open, show, target]);

  return { open, on, tip };
}
