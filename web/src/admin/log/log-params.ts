import type { ListRules, ListState } from "../../ui/table/list-state.ts";

/** The log's own order is newest first (spec §9). */
export const logRules: ListRules = {
  sortFields: ["role", "action", "newValue", "date"],
  searchFields: [],
  defaults: { fieldName: "date", direction: "DESC" },
};

/** A page of the log: the date is looked for as it is shown, so the zone is named. */
export const logParams = ({ page, limit, fieldName, direction, query }: ListState, timeZone: string) => ({
  page,
  limit,
  // Every table may be addressed by id; the log has none of its own to sort by.
  fieldName: fieldName === "id" ? "date" : fieldName,
  direction,
  query: query.trim(),
  timeZone,
});

export type LogParams = ReturnType<typeof logParams>;

/** 'No matches found', '1 entry' or 'Showing n entries' (spec §2). */
export function countLine(count: number): string {
  if (count === 0) return "No matches found";
  return count === 1 ? "1 entry" : `Showing ${count} entries`;
}
