import { type ReactNode, useId } from "react";
import BootstrapModal from "react-bootstrap/Modal";
import { pressGuard } from "../press/press-guard.ts";

export interface ModalProps {
  show: boolean;
  /** The title, which names the thing concerned: "Deactivate ABCD-123?". */
  title: ReactNode;
  onClose: () => void;
  onClosed?: (() => void) | undefined;
  children: ReactNode;
  footer?: ReactNode;
  size?: "lg" | "xl" | undefined;
  /** The class of the dialog's surface. */
  surface?: string | undefined;
  /** While an action runs, neither Escape nor the backdrop nor the cross closes the dialog. */
  locked?: boolean | undefined;
}

/** A dialog that keeps the focus inside, and returns it when it closes. */
export function Modal({ show, onClose, onClosed, size, surface, locked = false, ...props }: ModalProps) {
  const titleId = useId();
  return (
    <BootstrapModal
      show={show}
      onHide={() => !locked && onClose()}
      {...(onClosed ? { onExited: onClosed } : {})}
      {...(size ? { size } : {})}
      {...(surface ? { contentClassName: surface } : {})}
      aria-labelledby={titleId}
      backdrop={locked ? "static" : true}
      keyboard={!locked}
      centered
      scrollable
    >
      <BootstrapModal.Header>
        <BootstrapModal.Title as="h2" id={titleId}>
          {props.title}
        </BootstrapModal.Title>
        <button type="button" className="btn-close" aria-label="Close" {...pressGuard(locked, onClose)} />
      </BootstrapModal.Header>
      {/* Focusable, so that a long text can be scrolled with the keyboard. */}
      <BootstrapModal.Body {...(size ? { tabIndex: 0 } : {})}>{props.children}</BootstrapModal.Body>
      {props.footer && <BootstrapModal.Footer>{props.footer}</BootstrapModal.Footer>}
    </BootstrapModal>
  );
}
