import { limits } from "@ornament/contracts/domain/limits";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import {
  fittingValues,
  forgetValues,
  keepValues,
  keptValues,
} from "../../app/browser-storage/kept-values.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { Modal } from "../../ui/dialog/modal.tsx";
import { TextArea } from "../../ui/form-fields/text-area.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { DiscardQuestion } from "../typed-text/discard-question.tsx";
import { keptForEver } from "../typed-text/kept-for-ever.ts";
import { useDiscardQuestion } from "../typed-text/use-typed-text.ts";

const tooShort = `At least ${limits.comment.min} characters`;
const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";

export interface CommentDialogProps {
  title: string;
  /** The text of the button: "Deactivate". */
  verb: string;
  /** The verb after the keys: "deactivates". */
  keysVerb: string;
  tone: "primary" | "danger";
  /** What the change means. */
  children: ReactNode;
  /** The name of the comment, before it is discarded: "the comment on ABCD-123". */
  commentName: string;
  /** Identifies the comment that a reload or a session that ended keeps. */
  draft: string;
  /** The comment with which the dialog begins. */
  given?: string | undefined;
  /** Whether the change can't be confirmed now. */
  disabled?: boolean;
  busy: boolean;
  error: unknown;
  /** Called when the comment changes after an error. */
  onReset: () => void;
  /** Confirms with the trimmed comment. Resolves with whether it was done. */
  onConfirm: (comment: string) => Promise<boolean>;
  onClosed: () => void;
}

/**
 * Asks for confirmation and for the comment: 2 to 120 characters, not counting spaces at the ends. A typed
 * comment is discarded only after a question, and a reload or a session that ended keeps it.
 */
export function CommentDialog(props: CommentDialogProps) {
  const { verb, draft, given = "", busy, error, disabled = false } = props;
  const [show, setShow] = useState(true);
  const [comment, setComment] = useState(
    () => fittingValues({ comment: given }, keptValues(sessionStore, draft)).comment,
  );
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = comment.trim();
  const complete = text.length >= limits.comment.min;

  const close = () => {
    forgetValues(sessionStore, draft);
    setShow(false);
  };
  const question = useDiscardQuestion(props.commentName, show && text !== "", close);
  const keepWriting = () => {
    question.keepWriting();
    field.current?.focus();
  };
  const type = (next: string) => {
    setComment(next);
    setProblem(undefined);
    if (error !== undefined) props.onReset();
    question.keepWriting();
    keepValues(sessionStore, draft, { comment: next });
  };
  const confirm = async () => {
    if (busy || disabled) return;
    if (!complete) return setProblem(tooShort);
    if (await props.onConfirm(text)) close();
  };
  const confirmByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void confirm();
  };
  return (
    <Modal
      show={show}
      title={props.title}
      onClose={question.asking ? keepWriting : question.leave}
      onClosed={props.onClosed}
      locked={busy}
      footer={
        question.asking ? (
          <DiscardQuestion
            question="Discard your comment?"
            onKeepWriting={keepWriting}
            onDiscard={question.discard}
          />
        ) : (
          <>
            <Button tone="quiet" onClick={question.leave} disabled={busy}>
              Cancel
            </Button>
            <Button
              tone={props.tone}
              onClick={() => void confirm()}
              busy={busy}
              disabled={!complete || disabled}
            >
              {verb}
            </Button>
          </>
        )
      }
    >
      <div className="o-stack">
        {props.children}
        <TextArea
          label="Comment"
          value={comment}
          onChange={type}
          onKeyDown={confirmByKeys}
          maxLength={limits.comment.max}
          hint={
            <>
              {tooShort}. The comment is {keptForEver}
              <span className="o-keyboard-hint">
                {" "}
                {commandKey}+Enter {props.keysVerb}.
              </span>
            </>
          }
          error={problem ?? (error === undefined ? undefined : fieldErrorsOf(error).comment)}
          required
          autoFocus
          ref={field}
        />
        <Banner tone="error">
          {error === undefined || fieldErrorsOf(error).comment ? undefined : messageOf(error)}
        </Banner>
      </div>
    </Modal>
  );
}
