import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Modal } from "../../ui/dialog/modal.tsx";
import { Button, type ButtonTone } from "../../ui/press/button.tsx";
import { DiscardQuestion } from "./discard-question.tsx";
import { useDiscardQuestion } from "./use-typed-text.ts";

/**
 * The state of a dialog with a typed reason. `name` as in `useTypedText`; `forget` removes the text that a
 * reload keeps.
 */
export function useReasonDialog(name: string, isTyped: boolean, forget?: () => void) {
  const [show, setShow] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  const close = () => {
    forget?.();
    setShow(false);
  };
  const question = useDiscardQuestion(name, show && isTyped, close);
  const keepWriting = () => {
    question.keepWriting();
    field.current?.focus();
  };
  return { show, field, close, question, keepWriting, typed: question.keepWriting };
}

export interface ReasonDialogProps {
  dialog: ReturnType<typeof useReasonDialog>;
  title: ReactNode;
  /** "Discard your comment?" */
  discard: string;
  /** The button that acts. It repeats the title's verb. */
  act: { label: string; tone?: ButtonTone; disabled?: boolean; busyLabel?: string };
  busy: boolean;
  onAct: () => void;
  onClosed: () => void;
  /** The dialog can only be closed: it says why the act is not possible any more. */
  ended?: boolean;
  children: ReactNode;
}

/**
 * The frame of a dialog with a typed reason: a typed text is discarded only after a question, Ctrl+Enter acts,
 * and nothing closes the dialog while the act runs.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { dialog, title, discard, act, busy, onAct, onClosed, ended = false, children } = props;
  const { show, close, question, keepWriting } = dialog;
  const actByKeys = (event: KeyboardEvent) => {
    if (ended || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onAct();
  };
  const buttons = ended ? (
    <Button onClick={close} autoFocus>
      Close
    </Button>
  ) : (
    <>
      <Button tone="quiet" onClick={question.leave} disabled={busy}>
        Cancel
      </Button>
      <Button
        tone={act.tone}
        onClick={onAct}
        busy={busy}
        busyLabel={act.busyLabel}
        disabled={act.disabled ?? false}
      >
        {act.label}
      </Button>
    </>
  );
  const leave = question.asking ? keepWriting : question.leave;
  return (
    <Modal
      show={show}
      title={title}
      onClose={ended ? close : leave}
      onClosed={onClosed}
      locked={busy}
      footer={
        question.asking && !ended ? (
          <DiscardQuestion question={discard} onKeepWriting={keepWriting} onDiscard={question.discard} />
        ) : (
          buttons
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields inside. */}
      <div className="o-stack" onKeyDown={actByKeys}>
        {children}
      </div>
    </Modal>
  );
}
