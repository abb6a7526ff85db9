import type { ReactNode } from "react";

const signs = { good: "✓", bad: "!", plain: "–" } as const;
const colours = { good: "success-emphasis", bad: "danger-emphasis", plain: "body-secondary" } as const;

export interface StateMarkProps {
  tone: keyof typeof signs;
  /** Replaces the sign of the tone. */
  sign?: ReactNode;
  children: ReactNode;
}

/** A state shown by a word, a colour and a sign, never by colour alone. */
export function StateMark({ tone, sign = signs[tone], children }: StateMarkProps) {
  return (
    <span className={`o-state text-${colours[tone]}`}>
      <span className="o-state-sign" aria-hidden="true">
        {sign}
      </span>
      <span>{children}</span>
    </span>
  );
}
