import type { ReactNode } from "react";
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
  return (
    <Modal
      show={show}
      title={title}
      onClose={onCancel}
      onClosed={onClosed}
      locked={busy}
      footer={
        <>
          <Button tone="quiet" onClick={onCancel} disabled={busy}>
            {cancelLabel ?? "Cancel"}
          </Button>
          <Button tone={danger ? "danger" : "primary"} onClick={onConfirm} busy={busy} disabled={disabled}>
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
