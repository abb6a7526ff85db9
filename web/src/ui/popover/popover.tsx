import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Icon } from "../icon.tsx";

export interface PopoverProps {
  /** The button's text. */
  label: ReactNode;
  /** The button's class. */
  className: string;
  /** The side of the button with which the box is aligned. */
  align?: "start" | "end";
  /** Next to the button, such as a button that removes the choice. */
  after?: ReactNode;
  ref?: Ref<HTMLButtonElement> | undefined;
  children: ReactNode;
}

/**
 * A button that opens a box with controls below it. A press outside, the focus outside, and Escape close the
 * box. Escape returns the focus to the button.
 */
export function Popover({ label, className, align = "start", after, ref, children }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const close = ({ target }: PointerEvent) => {
      if (!around.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [open]);

  const closeByKey = (event: KeyboardEvent) => {
    if (!open || event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(false);
    opener.current?.focus();
  };
  const closeOnLeaving = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !around.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    // It can have the focus, because Safari gives the focus to the nearest such element around a pressed button.
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls inside have the keys and the focus.
    <div ref={around} tabIndex={-1} className="o-popover" onKeyDown={closeByKey} onBlur={closeOnLeaving}>
      <button
        ref={(button) => {
          opener.current = button;
          if (typeof ref === "function") ref(button);
          else if (ref) ref.current = button;
        }}
        type="button"
        className={className}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="o-button-text">{label}</span>
        <Icon name={open ? "close" : "open"} />
      </button>
      {after}
      <div id={id} className={`o-popover-box o-popover-${align}`} hidden={!open}>
        {children}
      </div>
    </div>
  );
}

/** The rare acts of a page or table, behind one button. */
export const MoreMenu = ({ children }: { children: ReactNode }) => (
  <Popover label="More" className="btn btn-quiet" align="end">
    <div className="o-more">{children}</div>
  </Popover>
);
