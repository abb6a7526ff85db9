import type { ReactNode } from "react";
import { groupedNumber } from "../../ui/grouped-number.ts";

/** The first rows that are left out, each with its line number, and the number of all. */
export function RowsLeftOut({
  errors,
  all,
  children,
}: {
  errors: readonly string[];
  all: number;
  children?: ReactNode;
}) {
  if (errors.length === 0) return null;
  const more = all - errors.length;
  return (
    <div className="vstack gap-2">
      <h3 className="o-small-heading mb-0">Rows left out</h3>
      <ul className="o-left-out mb-0 ps-4 text-break" aria-label="Rows left out">
        {errors.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      {more > 0 && <p className="text-body-secondary mb-0">{`And ${groupedNumber(more)} more.`}</p>}
      {children}
    </div>
  );
}
