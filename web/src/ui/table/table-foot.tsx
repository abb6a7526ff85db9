import type { ListState, PageAction } from "./list-state.ts";
import { Pager } from "./pager.tsx";
import { RangeLine } from "./range-line.tsx";

/** Under a table: the range of its rows, and the pager. */
export function TableFoot({
  state,
  dispatch,
  count,
}: {
  state: Pick<ListState, "page" | "limit">;
  dispatch: (action: PageAction) => void;
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
