import { type ReactElement, type ReactNode, useId } from "react";
import OverlayTrigger from "react-bootstrap/OverlayTrigger";
import BootstrapTooltip from "react-bootstrap/Tooltip";

export interface TooltipProps {
  text: ReactNode;
  /** One element that can have the focus, so that the text can be read without a mouse. */
  children: ReactElement<Record<string, unknown>>;
  placement?: "top" | "bottom" | "left" | "right" | undefined;
}

export function Tooltip({ text, children, placement = "top" }: TooltipProps) {
  const id = useId();
  return (
    <OverlayTrigger
      placement={placement}
      delay={{ show: 250, hide: 60 }}
      overlay={<BootstrapTooltip id={id}>{text}</BootstrapTooltip>}
    >
      {children}
    </OverlayTrigger>
  );
}
