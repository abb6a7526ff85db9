import { type ReactNode, useEffect, useRef } from "react";
import { Banner } from "../messages/banner.tsx";
import { Button } from "../press/button.tsx";
import { Modal } from "./modal.tsx";

export interface ConfirmDialogProps {
  show: boolean;
  title: ReactNode;
  /** Repeats the title's verb: "Deactivate". */
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** Called when the dialog has faded out. */
  onClosed?: (() => void) | undefined;
  children?: ReactNode;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  /** The input isn't complete yet, so the button is disabled. */
  disabled?: boolean | undefined;
  /** The dialog shows the result of the action and can only be closed. */
  answered?: boolean | undefined;
  error?: string | undefined;
  cancelLabel?: string | undefined;
  /** A wide dialog, for a table. */
  wide?: boolean | undefined;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { show, busy, answered = false } = props;
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (show && answered) closeButton.current?.focus();
  }, [show, answered]);
  return (
    <Modal
      show={show}
      title={props.title}
      onClose={props.onCancel}
      onClosed={props.onClosed}
      locked={busy}
      size={props.wide ? "lg" : undefined}
      footer={
        <>
          <Button tone="quiet" onClick={props.onCancel} disabled={busy} ref={closeButton}>
            {props.cancelLabel ?? "Cancel"}
          </Button>
          <Button
            tone={props.danger ? "danger" : "primary"}
            onClick={props.onConfirm}
            busy={busy}
            disabled={props.disabled || answered}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div className="vstack gap-4">
        {props.children}
        <Banner tone="error">{props.error}</Banner>
      </div>
    </Modal>
  );
}
