import { z } from "zod";
import { actionLogPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import {
  dateRange,
  isoInstant,
  pageNumber,
  pageOf,
  pageSize,
  searchTerm,
  sortQuery,
  wholeNumber,
} from "../tables/table.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { dateOrderMessage, datesInOrder } from "../values/dates.ts";
import { pinIdSchema } from "../values/inputs.ts";
import { actionLogTable, logGroups, logRoles } from "./columns.ts";

const account = z.object({ id: accountIdSchema, email: z.string() });

const deleted = z.boolean().describe("Whether the account was deleted since.");

/** The accounts and the PIN of an entry as they are now; `null` where there is none, or no longer. */
const logSubjects = z.object({
  consumer: account.nullable(),
  pin: z.object({ id: pinIdSchema, pin: z.string() }).nullable(),
  admin: account.extend({ deleted }).nullable(),
});

/** An entry of the log. `admin` is the one who acted, without an `email` after the end of its retention. */
export const logEntry = z.object({
  id: z.string(),
  admin: z
    .object({ id: z.number().int(), email: z.string().nullable(), role: z.string(), deleted })
    .nullable(),
  actor: z.string().describe("`admin-{id}`, `consumer-{id}` or `system`; also of accounts deleted since."),
  role: z
    .string()
    .describe("The label at the time: IT Admin, Customer support, Auditor, Customer or System."),
  actionType: z.object({ name: z.string() }),
  value: z.string(),
  createdAt: isoInstant,
  subjects: z.array(z.string()).describe("Whom and what the entry is about, as in the filter `subject`."),
  about: logSubjects,
  changes: z
    .array(
      z.object({
        what: z.string().describe("The changed thing, such as `Role`."),
        from: z.string().nullable().describe("The value before; null if there was none."),
        to: z.string(),
      }),
    )
    .describe("The values before and after; empty for an entry that changes no value."),
  position: z.string().describe("The commit position of the event; later events have greater ones."),
  request: z.string().nullable().describe("The request that wrote it: the same for one act. Null: unknown."),
  partOf: z
    .object({ id: z.string(), action: z.string() })
    .nullable()
    .describe("The first entry of the act that the entry is part of; null for that entry itself."),
  others: z.number().int().describe("Other entries of the same act, which the filter `request` finds."),
  bulkChange: z
    .string()
    .nullable()
    .describe(
      "The id of the bulk change that the entry is part of; null for all others. The entries of its PINs are listed only with the filters `subject` and `request`, in a consumer's log, and in a search for the PIN.",
    ),
  session: z
    .object({
      id: z.string(),
      browser: z.string().nullable().describe("Null: not recorded, or erased with the person's account."),
      address: z.string().nullable().describe("The network address. Null: not recorded, or erased."),
    })
    .nullable()
    .describe("The sign-in session of the actor; null for the system, and where it is not recorded."),
});
export type LogEntryRow = z.output<typeof logEntry>;

/** An account, or the system. */
export const logActor = z
  .string()
  .regex(/^(?:(?:admin|consumer)-\d{1,16}|system)$/, "Not an actor")
  .describe("The actor: `admin-{id}`, `consumer-{id}` or `system`.");

/** The thing whose history is asked for. */
export const logSubject = z
  .string()
  .max(300)
  .regex(/^(?:pin|consumer|admin|setting|batch|import|bulkChange)-.+$/, "Not a subject")
  .describe(
    "The subject: `pin-{seven letters and digits}`, `consumer-{id}`, `admin-{id}`, `setting-{name}`, `batch-{name}`, `import-{id}` or `bulkChange-{id}`.",
  );

const logFilters = {
  actor: logActor.optional(),
  role: z.enum(logRoles).optional().describe("The actor's role at the time."),
  group: z.enum(logGroups).optional().describe("The group of actions."),
  action: z.string().max(100).optional().describe("The name of the action, as shown."),
  subject: logSubject.optional(),
  request: z.string().max(100).optional().describe("The request that wrote the entries."),
  session: z.string().max(100).optional().describe("The actor's sign-in session."),
  since: z.iso.datetime().optional().describe("The first instant, included: ISO 8601 in UTC."),
  until: z.iso.datetime().optional().describe("The instant after the last one."),
};

const logSearch = { ...sortQuery(actionLogTable), query: searchTerm, ...dateRange, ...logFilters };

const inOrder = { path: ["startDate"], message: dateOrderMessage };

/**
 * Without `page` the whole list is streamed, newest first. `query` is searched in all columns, the PIN, and
 * the email addresses of the actor and the subject.
 */
const logQuery = z
  .strictObject({ page: pageNumber.unwrap().optional(), limit: pageSize, ...logSearch })
  .refine(datesInOrder, inOrder);

export const logPage = pageOf(logEntry).extend({
  forged: z.number().int().optional().describe("Events in the group `other`, which others have written."),
});

/** An entry as a program reads it. */
const logEvent = logEntry.extend({ type: z.string().describe("The type of the event.") });
export type LogEvent = z.output<typeof logEvent>;

const position = z.string().regex(/^\d{1,19}$/, "Not a position");

const list = {
  query: logQuery,
  response: z.union([z.array(logEntry), logPage]),
  reads: ["actionLog", "admins", "consumers", "pins"],
  answers: "json-stream",
  look: "actionLog",
} as const;

/** The System action log and a consumer's part of it. */
export const actionLogRoutes = defineRoutes(actionLogPaths, {
  listActionLog: {
    summary: "The System action log: the whole list, or a page of it.",
    ...list,
  },
  consumerActionLog: {
    summary: "A consumer's own actions and those of admins on the consumer: all, or a page of them.",
    params: z.strictObject({ id: idParameter }),
    ...list,
  },
  exportActionLog: {
    summary: "The log as CSV with the page's search, dates and order: Role, Action, New value, Date.",
    query: z.strictObject({ ...logSearch, userId: idParameter.optional() }).refine(datesInOrder, inOrder),
    response: z.string(),
    reads: ["actionLog", "admins", "consumers", "pins"],
    answers: "csv",
    look: "actionLog",
    refuses: ["consumer_not_found"],
  },
  listLogEvents: {
    summary:
      "The System action log in the order of the event store, for a program that collects it. Begin without `after`, then pass `next` as `after`: immediately while `more` is true, otherwise after a pause such as 10 s. No entry is left out or comes twice, also while entries are added. An entry read earlier may have personal data that are erased since.",
    query: z.strictObject({
      after: position.optional().describe("The position after which the events begin; the start by default."),
      limit: wholeNumber(1, 1_000).default(100).describe("Events on a page: 1 to 1000; 100 by default."),
    }),
    response: z.object({
      events: z.array(logEvent),
      next: position.describe("The `after` of the next page."),
      more: z.boolean().describe("Whether further events are there already."),
    }),
    reads: ["actionLog", "admins", "consumers"],
    look: "feed",
  },
});
