import type { ReactNode } from "react";

/** One line that says why there is nothing, and at most one thing to do about it. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="o-empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
