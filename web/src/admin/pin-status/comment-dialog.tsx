import { limits } from "@ornament/contracts/domain/limits";
import { type ReactNode, useState } from "react";
import {
  fittingValues,
  forgetValues,
  keepValues,
  keptValues,
} from "../../app/browser-storage/kept-values.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { TextArea } from "../../ui/form-fields/text-area.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { commandKey } from "../../ui/press/command-key.ts";
import { keptForEver } from "../typed-text/kept-for-ever.ts";
import { ReasonDialog, useReasonDialog } from "../typed-text/reason-dialog.tsx";

const tooShort = `At least ${limits.comment.min} characters`;

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
  /** Whether the change can't be confirmed now. */
  disabled?: boolean;
  busy: boolean;
  error: unknown;
  /** Why the change is not possible any more. It takes the place of the fields, and the dialog can only be closed. */
  ended?: ReactNode;
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
  const { verb, draft, busy, error, disabled = false, ended } = props;
  const [comment, setComment] = useState(
    () => fittingValues({ comment: "" }, keptValues(sessionStore, draft)).comment,
  );
  const [problem, setProblem] = useState<string>();
  const text = comment.trim();
  const complete = text.length >= limits.comment.min;
  const dialog = useReasonDialog(props.commentName, text !== "", () => forgetValues(sessionStore, draft));

  const type = (next: string) => {
    setComment(next);
    setProblem(undefined);
    if (error !== undefined) props.onReset();
    dialog.typed();
    keepValues(sessionStore, draft, { comment: next });
  };
  const confirm = async () => {
    if (busy || disabled) return;
    if (!complete) return setProblem(tooShort);
    if (await props.onConfirm(text)) dialog.close();
  };
  const fields = (
    <>
      {props.children}
      <TextArea
        label="Comment"
        value={comment}
        onChange={type}
        maxLength={limits.comment.max}
        hint={
          <>
            {tooShort}. The comment is {keptForEver}
            <span className="o-keyboard-hint">
              {" "}
              {commandKey()}+Enter {props.keysVerb}.
            </span>
          </>
        }
        error={problem ?? (error === undefined ? undefined : fieldErrorsOf(error).comment)}
        required
        autoFocus
        ref={dialog.field}
      />
      <Banner tone="error">
        {error === undefined || fieldErrorsOf(error).comment ? undefined : messageOf(error)}
      </Banner>
    </>
  );
  return (
    <ReasonDialog
      dialog={dialog}
      title={props.title}
      discard="Discard your comment?"
      act={{ label: verb, tone: props.tone, disabled: !complete || disabled }}
      busy={busy}
      onAct={() => void confirm()}
      onClosed={props.onClosed}
      ended={ended !== undefined}
    >
      {ended ?? fields}
    </ReasonDialog>
  );
}
