import {
  cloneElement,
  type FocusEventHandler,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import OverlayTrigger from "react-bootstrap/OverlayTrigger";
import BootstrapTooltip from "react-bootstrap/Tooltip";

const delayMs = { show: 250, hide: 120 };

interface TriggerProps {
  onFocus?: FocusEventHandler;
  onClick?: MouseEventHandler;
}

export interface TooltipProps {
  text: ReactNode;
  /** One element that can have the focus, so that the text can be read without a mouse. */
  children: ReactElement;
}

/**
 * A text that opens when its element is hovered, has the focus, or is pressed. It stays while the mouse is on
 * it. Escape closes it and nothing else, so that a dialog around it stays open.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const element = children as ReactElement<TriggerProps>;
  const id = useId();
  const [open, setOpen] = useState(false);
  const hovered = useRef(false);
  const hover = (on: boolean) => {
    hovered.current = on;
    setOpen(on);
  };
  useEffect(() => {
    if (!open) return;
    // On the window and before all others: a dialog around the tooltip must not see this Escape. A dialog
    // over it must.
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      hovered.current = false;
      setOpen(false);
      const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
      if (dialog && !dialog.querySelector(`[aria-describedby="${id}"]`)) return;
      event.stopPropagation();
      event.preventDefault();
    };
    window.addEventListener("keydown", close, true);
    return () => window.removeEventListener("keydown", close, true);
  }, [open, id]);
  return (
    <OverlayTrigger
      show={open}
      onToggle={(next) => setOpen(next || hovered.current)}
      delay={delayMs}
      placement="top"
      rootClose
      // A phone's tap on plain text sends no mouse events.
      rootCloseEvent={"pointerdown" as "mousedown"}
      overlay={
        <BootstrapTooltip id={id} onMouseEnter={() => hover(true)} onMouseLeave={() => hover(false)}>
          {text}
        </BootstrapTooltip>
      }
    >
      {({ onFocus, ...trigger }) =>
        cloneElement(element, {
          ...trigger,
          // A pressed element keeps the focus: the tooltip would open when the window gets the focus back.
          onFocus: (event) => event.currentTarget.matches(":focus-visible") && onFocus?.(event),
          onClick: (event) => {
            element.props.onClick?.(event);
            // Ends a wait for the tooltip's closing, as after Escape. A second press closes the tooltip.
            if (!open) onFocus?.(event);
            setOpen(true);
          },
        })
      }
    </OverlayTrigger>
  );
}
