import { useEffect, useState } from "react";
import { observable } from "../../app/observable.ts";

/** The fields of the open page with unsaved text: "the comment on ABCD-123". */
export const fieldsWithText = observable<readonly { name: string }[]>([]);

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
