import { z } from "zod";
import { accountIdSchema, idParameter } from "../domain/account-id.ts";
import { dateOrderMessage, datesInOrder } from "../domain/dates.ts";
import { actionLogTable } from "../tables/action-log.ts";
import { actionLogAddresses } from "./addresses/back-office.ts";
import { pinIdSchema } from "./pins.ts";
import { defineRoutes } from "./route.ts";
import { dateRange, isoInstant, pageNumber, pageSize, searchTerm, sortQuery } from "./table.ts";

const account = z.object({ id: accountIdSchema, email: z.string() });

/**
 * The account or PIN of an entry, with its present email address. `null` where there is none, and for an
 * account that was deleted since. For a consumer's own action it is that consumer.
 */
const logSubjects = z.object({
  consumer: account.nullable(),
  pin: z.object({ id: pinIdSchema, pin: z.string() }).nullable(),
  admin: account.nullable(),
});

/**
 * An entry of the System action log. `admin` is the admin who acted; `null` for consumers and for the system.
 * The admin's `email` is `null` after the account was deleted.
 */
export const logEntry = z.object({
  id: z.string(),
  admin: z.object({ id: z.number().int(), email: z.string().nullable(), role: z.string() }).nullable(),
  role: z.string().describe("The label at the time: IT Admin, Customer support, Customer or System."),
  actionType: z.object({ name: z.string() }),
  value: z.string(),
  createdAt: isoInstant,
  about: logSubjects,
});
export type LogEntryRow = z.output<typeof logEntry>;

const logSearch = { ...sortQuery(actionLogTable), query: searchTerm, ...dateRange };

const inOrder = { path: ["startDate"], message: dateOrderMessage };

/**
 * Without `page` the whole list is streamed, newest first. With `page` one page is answered. `query` is
 * searched in role, action, value, the date as shown in `timeZone`, the PIN, and the email addresses of the
 * actor and the subject of the entry. Upper and lower case are the same. `startDate` and `endDate` are whole
 * days in `timeZone`.
 */
const logQuery = z
  .strictObject({ page: pageNumber.unwrap().optional(), limit: pageSize, ...logSearch })
  .refine(datesInOrder, inOrder);

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
    query: logQuery,
    response: z.union([z.array(logEntry), logPage]),
    reads: ["actionLog", "admins", "consumers"],
    answers: "json-stream",
  },
  consumerActionLog: {
    summary:
      "The consumer's own actions and those of admins on the consumer: the whole list, or a page of it.",
    params: z.strictObject({ id: idParameter }),
    query: logQuery,
    response: z.union([z.array(logEntry), logPage]),
    reads: ["actionLog", "admins", "consumers"],
    answers: "json-stream",
  },
  exportActionLog: {
    summary:
      "The System action log as CSV, with the page's search, dates and order: Role, Action, New value, Date.",
    query: z.strictObject({ ...logSearch, userId: idParameter.optional() }).refine(datesInOrder, inOrder),
    response: z.string(),
    reads: ["actionLog", "admins", "consumers"],
    answers: "csv",
    refuses: ["consumer_not_found"],
  },
});
