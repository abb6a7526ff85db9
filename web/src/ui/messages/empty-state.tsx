import type { ReactNode } from "react";

/** One line that says why there is nothing to show, and at most one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="o-empty">
      <p>{children}</p>
      {action}
    </div>
  );
}
