import { type ReactNode, useId } from "react";
import BootstrapModal from "react-bootstrap/Modal";
import { pressGuard } from "./press-guard.ts";

export interface ModalProps {
  show: boolean;
  /** Names the thing it is about: "Deactivate ABCD-123?". */
  title: ReactNode;
  onClose: () => void;
  onClosed?: (() => void) | undefined;
  children: ReactNode;
  footer?: ReactNode;
  size?: "lg" | "xl" | undefined;
  /** While something runs: neither Escape nor the backdrop nor the cross closes it. */
  locked?: boolean | undefined;
}

/** A dialog that keeps the focus inside and gives it back to where it came from. */
export function Modal({
  show,
  title,
  onClose,
  onClosed,
  children,
  footer,
  size,
  locked = false,
}: ModalProps) {
  const titleId = useId();
  return (
    <BootstrapModal
      show={show}
      onHide={() => !locked && onClose()}
      {...(onClosed ? { onExited: onClosed } : {})}
      {...(size ? { size } : {})}
      aria-labelledby={titleId}
      backdrop={locked ? "static" : true}
      keyboard={!locked}
      centered
      scrollable
    >
      <BootstrapModal.Header>
        <BootstrapModal.Title as="h2" id={titleId}>
          {title}
        </BootstrapModal.Title>
        <button type="button" className="btn-close" aria-label="Close" {...pressGuard(locked, onClose)} />
      </BootstrapModal.Header>
      {/* A long text is scrolled with the keyboard, too. */}
      <BootstrapModal.Body {...(size ? { tabIndex: 0 } : {})}>{children}</BootstrapModal.Body>
      {footer && <BootstrapModal.Footer>{footer}</BootstrapModal.Footer>}
    </BootstrapModal>
  );
}
