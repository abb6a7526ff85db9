import { type ReactNode, useEffect, useState } from "react";
import { LineDrawing } from "../icon.tsx";
import { copyText } from "./copy-text.ts";

const shapes = {
  copy: "M9 8.5h10.5v12H9zM15 8.5v-5H4.5v12H9",
  done: "M5 12.5l4.5 4.5L19 7.5",
};
const shownMs = 2000;

export interface CopyButtonProps {
  text: string;
  /** The button's action, for screen readers: "Copy anna@example.com". */
  label: string;
}

/**
 * Copies a text and says so for a moment. In a table it is faint until its row has the pointer or the focus.
 * A touch screen always shows it.
 */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [said, setSaid] = useState("");
  // A screen reader announces changes only in an existing element. A table has many buttons, so each adds its
  // element on use.
  const [near, setNear] = useState(false);
  const approach = () => setNear(true);
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <span className="o-copy">
      <button
        type="button"
        className="o-copy-button"
        aria-label={label}
        onFocus={approach}
        onPointerEnter={approach}
        onClick={async () => {
          approach();
          const copied = await copyText(text);
          setSaid(copied ? "Copied" : "Could not copy");
        }}
      >
        <LineDrawing shape={said === "Copied" ? shapes.done : shapes.copy} />
      </button>
      {near && (
        <span className={said === "" ? "visually-hidden" : "o-copy-said"} role="status">
          {said}
        </span>
      )}
    </span>
  );
}

/** A text with a copy button next to it. `children` shows the text in another form, such as a link. */
export function Copyable({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <span className="o-copyable">
      {children ?? text}
      <CopyButton text={text} label={`Copy ${text}`} />
    </span>
  );
}
