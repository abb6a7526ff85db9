import { type actionLogTable, logGroups, logRoles } from "@ornament/contracts/tables/action-log";
import { groupedNumber } from "../../ui/grouped-number.ts";
import type { ListState } from "../../ui/table/list-state.ts";

type LogState = ListState<typeof actionLogTable>;
export type LogConditions = LogState["conditions"];

/** The conditions of a call. A role or group that the API doesn't have is left out. */
const conditionParams = ({ role, group, ...rest }: LogConditions) => ({
  ...rest,
  role: logRoles.find((known) => known === role),
  group: logGroups.find((known) => known === group),
});

/** A page of the log. Its search also looks in the dates as shown, so the call names the time zone. */
export const logParams = (
  {
    page,
    limit,
    fieldName,
    direction,
    query,
    startDate,
    endDate,
    conditions,
  }: Omit<LogState, "field" | "filter" | "batch">,
  timeZone: string,
) => ({
  page,
  limit,
  fieldName,
  direction,
  query: query.trim(),
  ...conditionParams(conditions),
  ...(startDate ? { startDate } : {}),
  ...(endDate ? { endDate } : {}),
  timeZone,
});

export type LogParams = ReturnType<typeof logParams>;

/** 'No matches found', '1 entry' or 'Showing n entries'. */
export function countLine(count: number): string {
  if (count === 0) return "No matches found";
  return count === 1 ? "1 entry" : `Showing ${groupedNumber(count)} entries`;
}
