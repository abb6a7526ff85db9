import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

/** A text with a copy button next to it. `children` shows the text in another form, such as a link. */
export function Copyable({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <span className="o-copyable">
      {children ?? text}
      <CopyButton text={text} label={`Copy ${text}`} />
    </span>
  );
}
