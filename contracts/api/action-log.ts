import { z } from "zod";
import { idParameter } from "../domain/account-id.ts";
import { timeZoneSchema } from "../domain/inputs.ts";
import { actionLogTable } from "../tables/action-log.ts";
import { actionLogAddresses } from "./addresses/back-office.ts";
import { bothAdmins, defineRoutes } from "./route.ts";
import { isoInstant, pageNumber, pageSize, searchTerm, sortQuery } from "./table.ts";

/** An entry of the System action log. `admin` is `null` for consumers and for the system. */
export const logEntry = z.object({
  id: z.string(),
  admin: z.object({ id: z.number().int(), email: z.string().nullable(), role: z.string() }).nullable(),
  /** The label at the time: IT Admin, Customer support, Customer or System. */
  role: z.string(),
  actionType: z.object({ name: z.string() }),
  value: z.string(),
  createdAt: isoInstant,
});
export type LogEntryRow = z.output<typeof logEntry>;

/**
 * Without `page` the whole list is streamed, newest first. With it, one page is answered. `query` is searched in
 * role, action, value and the date as shown in `timeZone`; upper and lower case are the same.
 */
const logQuery = z.strictObject({
  page: pageNumber.unwrap().optional(),
  limit: pageSize,
  ...sortQuery(actionLogTable),
  query: searchTerm,
  timeZone: timeZoneSchema,
});

export const logPage = z.object({
  rows: z.array(logEntry),
  count: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});

/** The System action log and a consumer's part of it. */
export const actionLogRoutes = defineRoutes(actionLogAddresses, {
  listActionLog: {
    summary: "The System action log: the whole list, or a page of it.",
    callers: bothAdmins,
    query: logQuery,
    response: z.union([z.array(logEntry), logPage]),
    reads: ["actionLog", "admins"],
    answers: "json-stream",
  },
  consumerActionLog: {
    summary:
      "The consumer's own actions and those of admins on the consumer: the whole list, or a page of it.",
    callers: bothAdmins,
    params: z.strictObject({ id: idParameter }),
    query: logQuery,
    response: z.union([z.array(logEntry), logPage]),
    reads: ["actionLog", "admins"],
    answers: "json-stream",
  },
  exportActionLog: {
    summary: "The log as CSV, with the page's search and order: Role, Action, New value, Date.",
    callers: bothAdmins,
    query: logQuery.omit({ page: true, limit: true }).extend({ userId: idParameter.optional() }),
    response: z.string(),
    reads: ["actionLog", "consumers"],
    answers: "csv",
  },
});
