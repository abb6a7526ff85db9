/** The cells that an export has in addition while its read models miss events. */
export interface MarkCells {
  readonly head: readonly string[];
  /** @param since the time since which the row is not up to date */
  ofRow(since: Date | undefined): readonly string[];
}

/**
 * A last column that names the time since which a row is not up to date. Its title says that rows may be
 * missing. An export of complete read models (`since` is undefined) hasn't got it, so its columns stay.
 */
export function markCells(since: Date | undefined, shownDate: (instant: Date) => string): MarkCells {
  if (since === undefined) return { head: [], ofRow: () => [] };
  return {
    head: [`Not up to date since (rows may be missing since ${shownDate(since)})`],
    ofRow: (ofRow) => [ofRow ? shownDate(ofRow) : ""],
  };
}
