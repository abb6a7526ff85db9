/** A page's number, or a gap shown as an ellipsis; each gap has a name of its own. */
export type PagerItem = number | "gap-before" | "gap-after";

const allUpTo = 10;
const atEachEnd = 3;

/**
 * The pages a pager offers (spec §9): all of them up to 10; above, the first 3, a window of 3 around the current page, and the last 3,
 * with an ellipsis wherever pages are left out.
 */
export function pagerWindow(page: number, pages: number): PagerItem[] {
  if (pages <= allUpTo) return range(1, pages);
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
