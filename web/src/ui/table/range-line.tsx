import { groupedNumber } from "../grouped-number.ts";
import { rowRange } from "./pager-window.ts";

/** 'Showing {start} to {end} of {count} entries'. Not shown for an empty table. */
export function RangeLine({ page, limit, count }: { page: number; limit: number; count: number }) {
  if (count === 0) return null;
  const { start, end } = rowRange(page, limit, count);
  return (
    <p className="o-range-line o-numbers">
      {`Showing ${groupedNumber(start)} to ${groupedNumber(end)} of ${groupedNumber(count)} entries`}
    </p>
  );
}
