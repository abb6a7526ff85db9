import type { ReactNode } from "react";

const signs = { good: "✓", bad: "!", plain: "–" } as const;

/** A state shown by a word, a colour and a sign, never by colour alone. */
export function StateMark({ tone, children }: { tone: keyof typeof signs; children: ReactNode }) {
  return (
    <span className={`o-state o-state-${tone}`}>
      <span aria-hidden="true">{signs[tone]}</span>
      <span>{children}</span>
    </span>
  );
}
