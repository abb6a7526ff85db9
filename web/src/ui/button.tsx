import type { MouseEventHandler, ReactNode, Ref } from "react";
import BootstrapButton from "react-bootstrap/Button";

export type ButtonTone = "action" | "primary" | "quiet" | "plain" | "danger";

export interface ButtonProps {
  children: ReactNode;
  /** `action` is the consumer's one main button, `primary` the back office's. */
  tone?: ButtonTone | undefined;
  type?: "button" | "submit" | undefined;
  /** Shows that the action runs: the button stays focusable and ignores presses. */
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** Nothing to press for now, by its own press: looks disabled, keeps the focus. */
  resting?: boolean | undefined;
  wide?: boolean | undefined;
  small?: boolean | undefined;
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined;
  form?: string | undefined;
  className?: string | undefined;
  autoFocus?: boolean | undefined;
  "aria-label"?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-expanded"?: boolean | undefined;
  "aria-controls"?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({
  children,
  tone = "primary",
  type = "button",
  busy = false,
  busyLabel,
  resting = false,
  wide = false,
  small = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <BootstrapButton
      {...rest}
      {...(small ? { size: "sm" as const } : {})}
      type={type}
      variant={tone}
      className={[wide ? "o-wide" : "", className ?? ""].join(" ").trim()}
      aria-busy={busy || undefined}
      aria-disabled={resting || undefined}
      onMouseDown={(event) => {
        // The field in use keeps the focus, and a phone its keyboard: a refused answer is mended where it was typed.
        if (type === "submit") event.preventDefault();
      }}
      onClick={(event) => {
        // A disabled button would lose the focus; a busy or resting one keeps it and does nothing.
        if (busy || resting) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <span className="o-spinner" aria-hidden="true" />}
      {busy ? (busyLabel ?? children) : children}
    </BootstrapButton>
  );
}
