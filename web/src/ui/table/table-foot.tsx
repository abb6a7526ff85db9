import type { ListAction, ListState } from "./list-state.ts";
import { Pager } from "./pager.tsx";
import { RangeLine } from "./range-line.tsx";

/** Under a table: which rows these are, and the way to the others. */
export function TableFoot({
  state,
  dispatch,
  count,
}: {
  state: ListState;
  dispatch: (action: ListAction) => void;
  count: number | undefined;
}) {
  if (count === undefined) return null;
  const { page, limit } = state;
  return (
    <div className="o-table-foot">
      <RangeLine page={page} limit={limit} count={count} />
      <Pager
        page={page}
        limit={limit}
        count={count}
        onPage={(next) => dispatch({ type: "page", page: next })}
      />
    </div>
  );
}
