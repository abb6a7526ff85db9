import { limits } from "@ornament/contracts/domain/limits";
import { type KeyboardEvent, useRef, useState } from "react";
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
import { useUpdatePinStatusMutation } from "./pin-status-api.ts";

/** The PIN as it was when the dialog opened. */
export interface PinStatusTarget {
  id: number;
  /** XXXX-XXX */
  pin: string;
  blocked: boolean;
  /** The comment with which the dialog begins. */
  comment?: string;
}

const tooShort = `At least ${limits.comment.min} characters`;
const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";

/**
 * Asks for confirmation and for the comment: 2 to 120 characters, not counting spaces at the ends. A typed
 * comment is discarded only after a question, and a reload or a session that ended keeps it for this PIN.
 */
export function PinStatusDialog({ target, onClosed }: { target: PinStatusTarget; onClosed: () => void }) {
  const { id, pin, blocked, comment: given = "" } = target;
  const verb = blocked ? "Activate" : "Deactivate";
  const draft = `${verb} ${id}`;
  const [show, setShow] = useState(true);
  const [comment, setComment] = useState(
    () => fittingValues({ comment: given }, keptValues(sessionStore, draft)).comment,
  );
  const [problem, setProblem] = useState<string>();
  const [update, { isLoading, error, reset }] = useUpdatePinStatusMutation();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = comment.trim();
  const complete = text.length >= limits.comment.min;

  const close = () => {
    forgetValues(sessionStore, draft);
    setShow(false);
  };
  const question = useDiscardQuestion(`the comment on ${pin}`, show && text !== "", close);
  const keepWriting = () => {
    question.keepWriting();
    field.current?.focus();
  };
  const type = (next: string) => {
    setComment(next);
    setProblem(undefined);
    if (error !== undefined) reset();
    question.keepWriting();
    keepValues(sessionStore, draft, { comment: next });
  };
  const confirm = async () => {
    if (isLoading) return;
    if (!complete) return setProblem(tooShort);
    const { data } = await update({ id, status: blocked, comment: text });
    if (data) close();
  };
  const confirmByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void confirm();
  };
  return (
    <Modal
      show={show}
      title={`${verb} ${pin}?`}
      onClose={question.asking ? keepWriting : question.leave}
      onClosed={onClosed}
      locked={isLoading}
      footer={
        question.asking ? (
          <DiscardQuestion
            question="Discard your comment?"
            onKeepWriting={keepWriting}
            onDiscard={question.discard}
          />
        ) : (
          <>
            <Button tone="quiet" onClick={question.leave} disabled={isLoading}>
              Cancel
            </Button>
            <Button
              tone={blocked ? "primary" : "danger"}
              onClick={() => void confirm()}
              busy={isLoading}
              disabled={!complete}
            >
              {verb}
            </Button>
          </>
        )
      }
    >
      <div className="o-stack">
        <p>
          {blocked
            ? "The ornament can be used again by its owner."
            : "The ornament cannot be used until it is activated again."}
        </p>
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
                {commandKey}+Enter {blocked ? "activates" : "deactivates"}.
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
