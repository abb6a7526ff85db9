import { type ReactNode, useId } from "react";

const classOf = {
  full: "o-panel",
  table: "o-panel o-panel-table",
} as const;

export interface PanelProps {
  title?: string;
  children: ReactNode;
  width?: keyof typeof classOf;
}

/** A card. With a title it is a region with that name, except around a table, which is a region itself. */
export function Panel({ title, children, width = "full" }: PanelProps) {
  const titleId = useId();
  if (title === undefined) return <div className={classOf[width]}>{children}</div>;
  return (
    <section className={classOf[width]} aria-labelledby={width === "table" ? undefined : titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
