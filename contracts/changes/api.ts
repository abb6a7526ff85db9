import { z } from "zod";
import { logEntry } from "../action-log/api.ts";
import { changedTableNames } from "../action-log/columns.ts";
import { changesPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { pageNumber, pageOf, pageSize, searchTerm } from "../tables/table.ts";
import { timeZoneSchema } from "../values/inputs.ts";

const changedThing = z.object({
  subject: z.string().describe("The changed thing, as in the filter `subject` of the log: `pin-AB12CD3`."),
  kind: z
    .enum(["act", "changed", "added"])
    .describe("An import or a bulk change of many PINs, one thing that changed, or a new account."),
  entries: z.array(logEntry).describe("Its newest entries between the instants, newest first; at most 10."),
  more: z.number().int().describe("The number of its earlier entries between the instants."),
});
export type ChangedThing = z.output<typeof changedThing>;

const between = {
  from: z.iso.datetime().describe("The first instant, ISO 8601 in UTC. Changes at it are not in the answer."),
  to: z.iso.datetime().describe("The last instant, ISO 8601 in UTC. Changes at it are in the answer."),
  query: searchTerm,
};
const inOrder = { path: ["from"], message: "The first time must be before the last" };
const isInOrder = ({ from, to }: { from: string; to: string }) => Date.parse(from) < Date.parse(to);

const params = z.strictObject({ table: z.enum(changedTableNames).describe("The table.") });
const reads = ["actionLog", "admins", "consumers"] as const;

/** The changes of a table between two instants: entries of the System action log. */
export const changesRoutes = defineRoutes(changesPaths, {
  listChanges: {
    summary:
      "What changed in a table between two instants: the entries of the System action log that changed something, grouped by their thing. An import and a bulk change are one entry. They come first, then changed things, then new accounts.",
    params,
    query: z.strictObject({ ...between, page: pageNumber, limit: pageSize }).refine(isInOrder, inOrder),
    response: pageOf(changedThing),
    reads,
  },
  exportChanges: {
    summary:
      "The same entries as CSV, newest first, a line for each changed value: Thing, Changed, Before, After, Date, Action, Role, By, Position.",
    params,
    query: z
      .strictObject({
        ...between,
        timeZone: timeZoneSchema.describe("The IANA time zone of the dates, such as America/Chicago."),
      })
      .refine(isInOrder, inOrder),
    response: z.string(),
    reads,
    answers: "csv",
    look: "actionLog",
  },
});
