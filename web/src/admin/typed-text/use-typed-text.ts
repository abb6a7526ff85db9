import { useEffect, useState } from "react";
import { observable } from "../../app/observable.ts";

/** The fields of the open page that hold text which isn't saved: "the comment on ABCD-123". */
export const fieldsWithText = observable<readonly { name: string }[]>([]);

/** Says that a field holds text which isn't saved, so that `LeaveQuestion` asks before the page is left. */
export function useTypedText(name: string, isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    const field = { name };
    fieldsWithText.set([...fieldsWithText.get(), field]);
    return () => fieldsWithText.set(fieldsWithText.get().filter((other) => other !== field));
  }, [name, isTyped]);
}

/** What was typed has no use any more: what it is about is deleted. The page can be left without a question. */
export const forgetTypedText = () => fieldsWithText.set([]);

/** Asks before a field with typed text is closed. `name` as in `useTypedText`. */
export function useDiscardQuestion(name: string, isTyped: boolean, close: () => void) {
  const [asked, setAsked] = useState(false);
  useTypedText(name, isTyped);
  return {
    /** The question is open. Without typed text there is nothing to ask. */
    asking: asked && isTyped,
    /** Closes at once if nothing was typed, else opens the question. */
    leave: () => (isTyped ? setAsked(true) : close()),
    keepWriting: () => setAsked(false),
    discard: close,
  };
}
