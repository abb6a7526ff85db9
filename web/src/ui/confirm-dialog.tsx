import { type ReactNode, useLayoutEffect, useRef } from "react";
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
  disabled?: boolean | undefined;
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
    error,
    cancelLabel,
  } = props;
  const confirmButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  // A button that is switched off under the focus would lose it to the page behind.
  useLayoutEffect(() => {
    if (disabled && document.activeElement === confirmButton.current) cancelButton.current?.focus();
  }, [disabled]);
  return (
    <Modal
      show={show}
      title={title}
      onClose={onCancel}
      onClosed={onClosed}
      locked={busy}
      footer={
        <>
          <Button tone="quiet" onClick={onCancel} disabled={busy} ref={cancelButton}>
            {cancelLabel ?? "Cancel"}
          </Button>
          <Button
            tone={danger ? "danger" : "primary"}
            onClick={onConfirm}
            busy={busy}
            disabled={disabled}
            ref={confirmButton}
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
