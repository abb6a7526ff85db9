import { emailInKeptTextMessage, namesEmail } from "@ornament/contracts/values/email";
import { limits } from "@ornament/contracts/values/limits";
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
import { Button, type ButtonTone } from "../../ui/press/button.tsx";
import { commandKey } from "../../ui/press/command-key.ts";
import { DiscardQuestion, keptForEver, useTypedText } from "./typed-text.tsx";

const tooShort = `At least ${limits.comment.min} characters`;

export interface ReasonDialogProps<Done> {
  /** "Deactivate ABCD-123?" */
  title: ReactNode;
  /** The name of the text. A comment is the word of the specification for the reason of a PIN's status. */
  label?: "Reason" | "Comment";
  hint?: ReactNode;
  /** The act in words, "the deactivation of ABCD-123": who leaves the page before it, or is signed out, reads it. */
  of: string;
  /** Identifies the text that a reload, or a session that ended, keeps. Without it nothing is kept. */
  keep?: string;
  /** The button that acts. It repeats the title's verb. `keys`: what Ctrl+Enter does, "deactivates". */
  act: { label: string; tone?: ButtonTone; busyLabel?: string; keys?: string };
  /** Whether everything but the reason is complete. */
  ready?: boolean;
  /** What the act means, and fields before the reason. */
  children?: ReactNode;
  /** Fields after the reason, with the error of the last attempt, and whether it came before the reason was complete. */
  after?: (error: unknown, early: boolean) => ReactNode;
  /** Sends the act with the trimmed text. */
  run: (text: string) => PromiseLike<{ data?: Done | undefined; error?: unknown }>;
  onDone?: (done: Done) => void;
  /** Shown in place of the fields after a refusal that makes the act impossible. The dialog can only be closed. */
  ended?: (error: unknown) => ReactNode;
  onClosed: () => void;
}

/**
 * Asks for the reason of an act: 2 to 120 characters, not counting spaces at the ends. A typed text is discarded only
 * after a question, Ctrl+Enter acts, and nothing closes the dialog while the act runs.
 */
export function ReasonDialog<Done>(props: ReasonDialogProps<Done>) {
  const { label = "Reason", keep, act, ready = true, run, onDone } = props;
  const name = label.toLowerCase();
  const [show, setShow] = useState(true);
  const [text, setText] = useState(
    () => fittingValues({ text: "" }, keep && keptValues(sessionStore, keep)).text,
  );
  const [attempt, setAttempt] = useState<{ early?: true; busy?: true; error?: unknown }>({});
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const reason = text.trim();
  const asking = asked && reason !== "";
  useTypedText(props.of, show && reason !== "");

  const { busy = false, error } = attempt;
  const fieldErrors = fieldErrorsOf(error);
  const ended = error !== undefined && props.ended?.(error);
  const complete = reason.length >= limits.comment.min;
  // A comment may name a person, for example the one who reported the theft.
  const personal = label === "Reason" && namesEmail(text);

  const type = (next: string) => {
    setText(next);
    setAttempt({});
    setAsked(false);
    if (keep) keepValues(sessionStore, keep, { text: next });
  };
  const close = () => {
    if (keep) forgetValues(sessionStore, keep);
    setShow(false);
  };
  const keepWriting = () => {
    setAsked(false);
    field.current?.focus();
  };
  const leave = () => {
    if (asking) keepWriting();
    else if (reason === "" || ended) close();
    else setAsked(true);
  };
  const send = async () => {
    if (busy || ended || !ready || personal) return;
    if (!complete) return setAttempt({ early: true });
    setAttempt({ busy: true });
    const answer = await run(reason);
    setAttempt(answer.error === undefined ? {} : { error: answer.error });
    if (answer.data === undefined) return;
    close();
    onDone?.(answer.data);
  };
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  const buttons = ended ? (
    <Button onClick={close} autoFocus>
      Close
    </Button>
  ) : asking ? (
    <DiscardQuestion question={`Discard your ${name}?`} onKeepWriting={keepWriting} onDiscard={close} />
  ) : (
    <>
      <Button tone="quiet" onClick={leave} disabled={busy}>
        Cancel
      </Button>
      <Button
        tone={act.tone}
        onClick={() => void send()}
        busy={busy}
        busyLabel={act.busyLabel}
        disabled={!complete || personal || !ready}
      >
        {act.label}
      </Button>
    </>
  );
  return (
    <Modal
      show={show}
      title={props.title}
      onClose={leave}
      onClosed={props.onClosed}
      locked={busy}
      footer={buttons}
    >
      {ended || (
        <form
          noValidate
          className="vstack gap-4"
          onKeyDown={sendByKeys}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {props.children}
          <TextArea
            label={label}
            value={text}
            onChange={type}
            maxLength={limits.comment.max}
            hint={
              props.hint ?? (
                <>
                  {tooShort}. The {name} is {keptForEver}
                  {act.keys && (
                    <span className="o-keyboard-hint">
                      {" "}
                      {commandKey()}+Enter {act.keys}.
                    </span>
                  )}
                </>
              )
            }
            error={personal ? emailInKeptTextMessage : attempt.early ? tooShort : fieldErrors[name]}
            required
            autoFocus
            ref={field}
          />
          {props.after?.(error, attempt.early === true)}
          <Banner tone="error">
            {error !== undefined &&
              !(name in fieldErrors || "confirmation" in fieldErrors) &&
              messageOf(error)}
          </Banner>
        </form>
      )}
    </Modal>
  );
}
