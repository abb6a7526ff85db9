import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useState,
} from "react";
import Overlay from "react-bootstrap/Overlay";
import BootstrapTooltip from "react-bootstrap/Tooltip";
import { useTooltipState } from "./tooltip-state.ts";

interface TriggerProps {
  ref?: Ref<HTMLElement>;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

export interface TooltipProps {
  text: ReactNode;
  /** One element that can have the focus, so that the text can be read without a mouse. */
  children: ReactElement;
  placement?: "top" | "bottom" | "left" | "right" | undefined;
}

/**
 * A text that opens when its element is hovered, has the keyboard's focus, or is tapped. It stays while the mouse is on it.
 * Escape closes it and nothing else, so that a dialog around it stays open.
 */
export function Tooltip({ text, children, placement = "top" }: TooltipProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const trigger = children as ReactElement<TriggerProps>;
  const own = trigger.props;
  const { open, on, tip } = useTooltipState(target);
  const childRef = own.ref;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      setTarget(element);
      if (typeof childRef === "function") childRef(element);
      else if (childRef) childRef.current = element;
    },
    [childRef],
  );
  return (
    <>
      {cloneElement(trigger, {
        ...on.hover,
        ref,
        onPointerDown: both(own.onPointerDown, on.press),
        onClick: both(own.onClick, on.click),
        onFocus: both(own.onFocus, on.focus),
        onBlur: both(own.onBlur, on.blur),
      } as TriggerProps)}
      <Overlay show={open} target={target} placement={placement} ref={tip}>
        <BootstrapTooltip id={id} {...on.hover}>
          {text}
        </BootstrapTooltip>
      </Overlay>
    </>
  );
}

const both =
  <E,>(first: ((event: E) => void) | undefined, second: (event: E) => void) =>
  (event: E) => {
    first?.(event);
    second(event);
  };
