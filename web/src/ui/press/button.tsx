import type { ComponentProps } from "react";
import { pressGuard } from "./press-guard.ts";

/**
 * `action` is the main button of a consumer's screen, `primary` the main button of a back office page.
 * `danger` confirms an action that can't be undone in a dialog; `danger-quiet`, outlined, opens that dialog.
 */
export type ButtonTone = "action" | "primary" | "quiet" | "plain" | "danger" | "danger-quiet";

type Taken =
  | ("children" | "onClick" | "form" | "className" | "autoFocus" | "ref" | "aria-label" | "aria-describedby")
  | ("aria-expanded" | "aria-controls" | "aria-keyshortcuts");

export interface ButtonProps extends Pick<ComponentProps<"button">, Taken> {
  tone?: ButtonTone | undefined;
  type?: "button" | "submit" | undefined;
  /** Shows and announces that the action is running. The button keeps the focus and ignores clicks. */
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  /** Disabled for now. The button keeps the focus and ignores clicks. */
  disabled?: boolean | undefined;
  /** Called for a press while the button is disabled, to say what is missing. */
  onDisabledPress?: (() => void) | undefined;
  wide?: boolean | undefined;
  small?: boolean | undefined;
}

export function Button({
  children,
  tone = "primary",
  type = "button",
  busy,
  busyLabel,
  disabled = false,
  wide = false,
  small = false,
  className,
  onClick,
  onDisabledPress,
  ...rest
}: ButtonProps) {
  return (
    <>
      <button
        {...rest}
        {...pressGuard(disabled || busy === true, onClick, disabled ? onDisabledPress : undefined)}
        type={type}
        className={`btn btn-${tone}${small ? " btn-sm" : ""}${wide ? " w-100" : ""} ${className ?? ""}`.trim()}
        aria-busy={busy || undefined}
        onMouseDown={(event) => {
          // The field keeps the focus and a phone its keyboard, so that a refused value can be corrected
          // immediately.
          if (type === "submit") event.preventDefault();
        }}
      >
        {busy && <span className="spinner-border spinner-border-sm" aria-hidden="true" />}
        <span key={String(busy)} className="o-button-text">
          {busy ? (busyLabel ?? children) : children}
        </span>
      </button>
      {busy !== undefined && (
        <span className="visually-hidden" role="status">
          {busy && (busyLabel ?? "One moment…")}
        </span>
      )}
    </>
  );
}
