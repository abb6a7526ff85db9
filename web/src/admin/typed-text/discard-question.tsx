import { useId } from "react";
import { Button } from "../../ui/press/button.tsx";

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
