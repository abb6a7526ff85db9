import { type ReactNode, useEffect, useRef } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";

export interface ConfirmDialogProps {
  show: boolean;
  title: ReactNode;
  /** Repeats the title's verb: "Deactivate". */
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** Once it has faded away. */
  onClosed?: (() => void) | undefined;
  children?: ReactNode;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  /** The answer that was typed isn't enough yet to confirm. */
  disabled?: boolean | undefined;
  /** The question has been answered, and its place is taken by what came of it: only closing is left. */
  answered?: boolean | undefined;
  error?: string | undefined;
  cancelLabel?: string | undefined;
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
      <div className="o-stack">
        {children}
        <Banner tone="error">{error}</Banner>
      </div>
    </Modal>
  );
}
