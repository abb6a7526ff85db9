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
  const {
    show,
    title,
    confirmLabel,
    onConfirm,
    onCancel,
    onClosed,
    children,
    danger,
    busy,
    disabled,
    answered = false,
    error,
    cancelLabel,
    wide,
  } = props;
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (show && answered) closeButton.current?.focus();
  }, [show, answered]);
  return (
    <Modal
      show={show}
      title={title}
      onClose={onCancel}
      onClosed={onClosed}
      locked={busy}
      size={wide ? "lg" : undefined}
      footer={
        <>
          <Button tone="quiet" onClick={onCancel} disabled={busy} ref={closeButton}>
            {cancelLabel ?? "Cancel"}
          </Button>
          <Button
            tone={danger ? "danger" : "primary"}
            onClick={onConfirm}
            busy={busy}
            disabled={disabled || answered}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="vstack gap-4">
        {children}
        <Banner tone="error">{error}</Banner>
      </div>
    </Modal>
  );
}
