import { type actionLogTable, logGroups, logRoles } from "@ornament/contracts/action-log/columns";
import { actionLogPaths } from "@ornament/contracts/routes/back-office";
import { api } from "../../app/api/api-base.ts";
import { type AnswerOf, callsTo } from "../../app/calls/contract-calls.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import type { ListState } from "../../ui/table/list-state.ts";
import { savedFile } from "../instant/saved-file.ts";

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

const { call } = callsTo(actionLogPaths);

/** The answer to a call with a page number. Without one the answer is the whole list. */
type LogPage = Exclude<AnswerOf<"listActionLog">, unknown[]>;

export const { useListActionLogQuery, useConsumerActionLogQuery, useExportActionLogMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listActionLog: build.query<LogPage, LogParams>({
        query: (query) => call("listActionLog", { query }),
        providesTags: ["Log"],
      }),
      consumerActionLog: build.query<LogPage, { params: LogParams; consumerId: number }>({
        query: ({ params: query, consumerId: id }) => call("consumerActionLog", { params: { id }, query }),
        providesTags: ["Log"],
      }),
      exportActionLog: build.mutation<
        string,
        { params: Omit<LogParams, "page" | "limit">; consumerId: number | undefined }
      >({
        queryFn: savedFile(
          ({ params, consumerId }) => call("exportActionLog", { query: { ...params, userId: consumerId } }),
          ({ consumerId }) => (consumerId === undefined ? "System action log.csv" : "Actions log report.csv"),
        ),
      }),
    }),
  });
