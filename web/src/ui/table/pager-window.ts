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
