import { everyField, everyRow, type TableKeys } from "@ornament/contracts/tables/table-keys";
import type { MouseEvent, ReactNode } from "react";
import { Button } from "../../ui/press/button.tsx";
import { isNarrowed, type List, type Narrowed } from "../../ui/table/list-state.ts";

/** The words of a table for its search and filters. */
export interface NarrowingLabels {
  search: Readonly<Record<string, string>>;
  filters: Readonly<Record<string, string>>;
  /** The name of the dates, such as "Account created". */
  datesOf: string | undefined;
}

/** Shows all rows again. */
export function ClearSearch<T extends TableKeys>({ list, small }: { list: List<T>; small?: boolean }) {
  const [, dispatch] = list;
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears, so the table takes the focus.
    currentTarget.closest(".o-panel")?.querySelector("section")?.focus();
    dispatch({ type: "clear" });
  };
  return (
    <Button small={small ?? false} tone={small ? "plain" : "quiet"} onClick={clear}>
      Clear search
    </Button>
  );
}

/** Says why a table doesn't show all its rows. Nothing if it does. */
export function NarrowingLine(props: { state: Narrowed; labels: NarrowingLabels; action: ReactNode }) {
  const { state, labels, action } = props;
  if (!isNarrowed(state)) return null;
  return (
    <div className="o-narrowing">
      <p>
        Only: <strong>{narrowingTexts(state, labels).join(" · ")}</strong>
      </p>
      {action}
    </div>
  );
}

/** The search and filters of a table, one text for each. */
export function narrowingTexts(state: Narrowed, labels: NarrowingLabels): string[] {
  const { query, field, filter, batch, startDate, endDate } = state;
  const term = query.trim();
  const where = field === everyField ? "" : ` in ${labels.search[field]}`;
  const dates = datesText(startDate, endDate);
  return [
    term && `“${term}”${where}`,
    filter === everyRow ? "" : (labels.filters[filter] ?? ""),
    batch && `PIN batch “${batch}”`,
    dates && [labels.datesOf, dates].filter(Boolean).join(" "),
  ].filter((text) => text !== "");
}

function datesText(from: string, to: string): string {
  if (from && from === to) return from;
  if (from && to) return `${from} to ${to}`;
  if (from) return `from ${from} on`;
  return to && `until ${to}`;
}
