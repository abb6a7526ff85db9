import { type ReactNode, useId } from "react";
import type { Theme } from "./theme.ts";

const surfaces = { consumer: "o-card", admin: "o-panel" } as const satisfies Record<Theme, string>;

/** One kind of control, on the surface that it has in the theme. */
export function Examples({ title, theme, children }: { title: string; theme: Theme; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={`${surfaces[theme]} o-stack`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}

/** A control in one state. */
export function Example({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div className="o-stack-tight">
      <h3 className="o-hint">{state}</h3>
      {children}
    </div>
  );
}
