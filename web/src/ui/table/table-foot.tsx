import type { ReactNode } from "react";
import type { ListState } from "./list-state.ts";
import { PageSize } from "./page-size.tsx";
import { Pager } from "./pager.tsx";
import { RangeLine } from "./range-line.tsx";

export interface TableFootProps {
  state: Pick<ListState, "page" | "limit">;
  change: (part: { page: number } | { limit: number }) => void;
  count: number | undefined;
  /** The page of the shown rows, if it can be another one than the chosen page that is being loaded. */
  shown?: Pick<ListState, "page" | "limit"> | undefined;
  /** Replaces the line with the range of the rows. */
  line?: ReactNode;
}

/** Under a table: the range of its rows, the page size, and the pager. */
export function TableFoot({ state, change, count, shown = state, line }: TableFootProps) {
  if (count === undefined) return line ?? null;
  const { page, limit } = state;
  return (
    <div className="o-table-foot">
      {line ?? <RangeLine page={shown.page} limit={shown.limit} count={count} />}
      {count > 0 && <PageSize limit={limit} onChange={(next) => change({ limit: next })} />}
      <Pager page={page} limit={limit} count={count} onPage={(next) => change({ page: next })} />
    </div>
  );
}
