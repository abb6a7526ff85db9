import { limits } from "@ornament/contracts/values/limits";
import { type ReactNode, useId } from "react";
import Form from "react-bootstrap/Form";
import { groupedNumber } from "../grouped-number.ts";
import { Icon } from "../icon.tsx";
import { pressGuard } from "../press/press-guard.ts";
import { type ListState, pagesOf } from "./list-state.ts";

export interface TableFootProps {
  state: Pick<ListState, "page" | "limit">;
  change: (part: { page: number } | { limit: number }) => void;
  count: number | undefined;
  /** The page of the shown rows, if it can be another one than the chosen page that is being loaded. */
  shown?: Pick<ListState, "page" | "limit"> | undefined;
  /** Replaces the line with the range of the rows. */
  line?: ReactNode;
  /** The name of the pages, if the screen has several tables. */
  label?: string;
}

/** Under a table: the range of its rows, the page size, and the pager. */
export function TableFoot({ state, change, count, shown = state, line, label }: TableFootProps) {
  if (count === undefined) return line ?? null;
  const { page, limit } = state;
  return (
    <div className="o-table-foot">
      {line ?? <RangeLine page={shown.page} limit={shown.limit} count={count} />}
      {count > 0 && <PageSize limit={limit} onChange={(next) => change({ limit: next })} />}
      <Pager
        page={page}
        limit={limit}
        count={count}
        onPage={(next) => change({ page: next })}
        label={label}
      />
    </div>
  );
}

/** The choice of the number of rows on a page. */
function PageSize({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const id = useId();
  return (
    <div className="o-page-size">
      <label htmlFor={id}>Show</label>
      <Form.Select id={id} value={limit} onChange={({ target }) => onChange(Number(target.value))}>
        {limits.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Form.Select>
      <span>entries</span>
    </div>
  );
}

/** 'Showing {start} to {end} of {count} entries'. Not shown for an empty table. */
function RangeLine({ page, limit, count }: { page: number; limit: number; count: number }) {
  if (count === 0) return null;
  const { start, end } = rowRange(page, limit, count);
  return (
    <p className="o-range-line mb-0 text-body-secondary o-numbers">
      {`Showing ${groupedNumber(start)} to ${groupedNumber(end)} of ${groupedNumber(count)} entries`}
    </p>
  );
}

interface PagerProps {
  page: number;
  limit: number;
  count: number;
  onPage: (page: number) => void;
  /** The name of the pages, if a screen has the pages of several lists. */
  label?: string | undefined;
}

/**
 * Shown only when there is more than one page. A narrow window has the place of the page instead of the numbers.
 */
function Pager({ page, limit, count, onPage, label = "Pages" }: PagerProps) {
  if (limit >= count) return null;
  const pages = pagesOf(count, limit);
  return (
    <nav className="o-pager" aria-label={label}>
      <ul className="pagination">
        <li className="page-item">
          <Step label="Previous page" icon="previous" disabled={page <= 1} onPress={() => onPage(page - 1)} />
        </li>
        {pagerWindow(page, pages).map((item) => (
          <li key={item} className="page-item o-pager-number">
            {typeof item === "number" ? (
              <button
                type="button"
                className={item === page ? "page-link active" : "page-link"}
                aria-label={`Page ${groupedNumber(item)}`}
                aria-current={item === page ? "page" : undefined}
                onClick={() => onPage(item)}
              >
                {groupedNumber(item)}
              </button>
            ) : (
              "…"
            )}
          </li>
        ))}
        <li className="o-pager-place o-numbers">{`${groupedNumber(page)} of ${groupedNumber(pages)}`}</li>
        <li className="page-item">
          <Step label="Next page" icon="next" disabled={page >= pages} onPress={() => onPage(page + 1)} />
        </li>
      </ul>
    </nav>
  );
}

function Step(props: { label: string; icon: "previous" | "next"; disabled: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="page-link"
      aria-label={props.label}
      {...pressGuard(props.disabled, props.onPress)}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/**
 * A page number, or a gap shown as an ellipsis. Gaps have different names, so that they serve as React keys.
 */
export type PagerItem = number | "gap-before" | "gap-after";

const mostShownInFull = 10;
const atEachEnd = 3;

/**
 * The pages that a pager offers. Up to 10 pages: all of them. More: the first 3, the last 3 and 3 around the
 * current page, with an ellipsis for pages that are left out.
 */
export function pagerWindow(page: number, pages: number): PagerItem[] {
  if (pages <= mostShownInFull) return range(1, pages);
  const shown = [
    ...range(1, atEachEnd),
    ...range(page - 1, page + 1).filter((one) => one > atEachEnd && one <= pages - atEachEnd),
    ...range(pages - atEachEnd + 1, pages),
  ];
  return shown.flatMap((one, index): PagerItem[] => {
    const before = shown[index - 1];
    if (before === undefined || one === before + 1) return [one];
    return [before === atEachEnd ? "gap-before" : "gap-after", one];
  });
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The first and last row of a page, counted from 1. */
export const rowRange = (page: number, limit: number, count: number) => ({
  start: Math.min((page - 1) * limit + 1, count),
  end: Math.min(page * limit, count),
});
