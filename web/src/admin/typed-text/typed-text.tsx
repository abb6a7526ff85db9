import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { useBlocker } from "react-router";
import { fieldsWithText } from "../../app/browser-storage/kept-values.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Button } from "../../ui/press/button.tsx";
import { instantIn } from "../instant/shown-instant.tsx";

/** The end of the hint at a text that is stored unencrypted, so that no erasure reaches it. */
export const keptForEver = "kept forever and readable by all staff: no names or addresses of people.";

/** Marks a field as unsaved, so that `LeaveQuestion` asks before the page is left. */
export function useTypedText(name: string, isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    const field = { name };
    fieldsWithText.set([...fieldsWithText.get(), field]);
    return () => fieldsWithText.set(fieldsWithText.get().filter((other) => other !== field));
  }, [name, isTyped]);
}

/** The typed text is about something deleted. The page can be left without a question. */
export const forgetTypedText = () => fieldsWithText.set([]);

/** Asks before a field with typed text is closed. `name` as in `useTypedText`. */
export function useDiscardQuestion(name: string, isTyped: boolean, close: () => void) {
  const [asked, setAsked] = useState(false);
  useTypedText(name, isTyped);
  return {
    /** Whether the question is open; never without typed text. */
    asking: asked && isTyped,
    /** Closes immediately if nothing was typed, else opens the question. */
    leave: () => (isTyped ? setAsked(true) : close()),
    keepWriting: () => setAsked(false),
    discard: close,
  };
}

export interface DiscardQuestionProps {
  /** "Discard your comment?" */
  question: string;
  small?: boolean;
  onKeepWriting: () => void;
  onDiscard: () => void;
}

/** Replaces the buttons of a field or dialog. The focus is on the answer that keeps the text. */
export function DiscardQuestion({ question, small, onKeepWriting, onDiscard }: DiscardQuestionProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-labelledby={id} className="o-discard-question">
      <p id={id}>{question}</p>
      <Button tone="quiet" small={small} autoFocus onClick={onKeepWriting}>
        Keep writing
      </Button>
      <Button tone="danger" small={small} onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}

/** Asks before a person leaves a page with typed text by a link, by Back, or by closing the tab. */
export function LeaveQuestion() {
  const fields = useSyncExternalStore(fieldsWithText.subscribe, fieldsWithText.get);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      fieldsWithText.get().length > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        instantIn(currentLocation.search) !== instantIn(nextLocation.search)),
  );
  const typed = fields.length > 0;
  const blocked = blocker.state === "blocked";
  // The names stay while the dialog fades out.
  const named = useRef(fields);
  if (blocked && typed) named.current = fields;
  useEffect(() => {
    if (!typed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [typed]);
  return (
    <ConfirmDialog
      show={blocked}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p className="text-break">{`Not saved yet: ${named.current.map(({ name }) => name).join(", ")}.`}</p>
    </ConfirmDialog>
  );
}
