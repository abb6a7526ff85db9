/** The cells that an export has in addition while its read models miss events. */
export interface MarkCells {
  readonly head: readonly string[];
  /** @param since the time since which the row is not up to date */
  ofRow(since: Date | undefined): readonly string[];
  readonly foot: readonly (readonly string[])[];
}

/**
 * A last column that names the time since which a row is not up to date, and a last line, because rows may be
 * missing. An export of complete read models (`since` is undefined) has neither, so its columns stay.
 */
export function markCells(since: Date | undefined, shownDate: (instant: Date) => string): MarkCells {
  if (since === undefined) return { head: [], ofRow: () => [], foot: [] };
  return {
    head: ["Not up to date since"],
    ofRow: (ofRow) => [ofRow ? shownDate(ofRow) : ""],
    foot: [[`This report is not complete: since ${shownDate(since)} rows may be missing or not up to date.`]],
  };
}
