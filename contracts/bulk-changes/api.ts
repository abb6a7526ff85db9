import { z } from "zod";
import { pinsTable } from "../pins/columns.ts";
import { bulkChangePaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import { done, isoInstant, tableQuery } from "../tables/table.ts";
import { pinIdSchema } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { commentInput } from "../values/text.ts";
import { leftAloneReasons } from "./events.ts";

const change = z.enum(["deactivate", "activate"]).describe("The change of each PIN.");

const leftAlone = z.object({
  id: pinIdSchema,
  pin: z.string().describe("XXXX-XXX."),
  reason: z
    .enum(leftAloneReasons)
    .describe(
      "`already`: it had the wanted state; `changed_since`: an undo left it, because it was changed after the undone bulk change; `not_found`: there is no such PIN; `unreadable`: its history can't be read.",
    ),
});
export type LeftAloneRow = z.output<typeof leftAlone>;

/** A deactivation or activation of many PINs. */
export const bulkChange = z.object({
  id: z.string(),
  change,
  comment: z.string(),
  batch: z.string().nullable().describe("The batch of all of its PINs; `null` if they are of several."),
  state: z
    .enum(["running", "stopping", "completed", "stopped"])
    .describe("`stopping`: it ends with the PINs that are under way."),
  total: z.number().int().describe("The listed PINs."),
  done: z.number().int().describe("PINs done so far: changed or left alone."),
  changed: z.number().int().describe("PINs that it changed."),
  already: z.number().int().describe("PINs that had the wanted state before."),
  refused: z.number().int().describe("PINs that it left alone for another reason."),
  startedAt: isoInstant,
  updatedAt: isoInstant,
  admin: z
    .object({ id: z.number().int(), email: z.string().nullable() })
    .nullable()
    .describe("The admin who started it. `email` is `null` after the admin's data were erased."),
  undoes: z
    .object({ id: z.string(), startedAt: isoInstant })
    .nullable()
    .describe("The bulk change that it undoes."),
  undoneBy: z.string().nullable().describe("The latest bulk change that undoes it."),
});
export type BulkChangeRow = z.output<typeof bulkChange>;

const bulkChangeProfile = bulkChange.extend({
  leftAlone: z.array(leftAlone).describe("At most 100 PINs that it left alone, those with `already` last."),
  undoable: z.number().int().describe("PINs that an undo would change now: nobody has changed them since."),
});
export type BulkChangeProfile = z.output<typeof bulkChangeProfile>;

const params = z.strictObject({ id: z.uuid() });

const started = z.object({ id: z.string().describe("The bulk change's id."), message: z.string() });

const { page: _page, limit: _limit, ...search } = tableQuery(pinsTable).shape;

/** The ids of chosen PINs in a query, with commas between them. */
const chosenIds = z
  .string()
  .regex(/^\d{1,11}(,\d{1,11})*$/, "Not a list of ids")
  .transform((text) => [...new Set(text.split(",").map(Number))])
  .pipe(z.array(pinIdSchema).max(limits.chosenPins, `At most ${limits.chosenPins} PINs`));

/** The characters of a sealed list: five bytes for each PIN, and its batch and position, as base64. */
const largestList = Math.ceil((limits.bulkChangePins * 5 + 1_000) * (4 / 3));

/** Deactivation and activation of many PINs. */
export const bulkChangeRoutes = defineRoutes(bulkChangePaths, {
  listPinsToChange: {
    summary:
      "Lists the PINs of a bulk change before it starts, and counts the ones that it would change as of now: the PINs of a search of the Pins table, or those with the given ids. The list is sealed; `startBulkChange` takes it from the same admin, once and within ten minutes.",
    query: z.strictObject({
      change,
      ids: chosenIds.optional().describe(`Up to ${limits.chosenPins}, with commas; else the search counts.`),
      ...search,
      batch: z.string().max(limits.batchName).optional().describe("Only PINs of this batch."),
    }),
    response: z.object({
      pins: z.string().describe("The sealed list of all found PINs, for `startBulkChange`."),
      count: z.number().int().describe("The found PINs."),
      wouldChange: z.number().int().describe("Those that the change would change as of now."),
      batch: z.string().nullable().describe("The batch of all found PINs; `null` if they are of several."),
      running: z.number().int().describe("Bulk changes that are running now."),
    }),
    reads: ["pins", "bulkChanges"],
    refuses: ["too_many_pins"],
  },
  startBulkChange: {
    summary: "Changes the PINs of a list in the background; each PIN is decided as it is then.",
    body: z.strictObject({
      pins: z.string().min(1).max(largestList).describe("`pins` of `listPinsToChange`."),
      change,
      comment: commentInput,
    }),
    largestBody: largestList + 10_000,
    response: started,
    refuses: ["pin_list_invalid", "too_many_pins", "bulk_change_running"],
  },
  stopBulkChange: {
    summary: "Stops a bulk change with the PINs that are under way. PINs that it has changed stay changed.",
    params,
    response: done,
    refuses: ["bulk_change_not_found", "bulk_change_ended"],
  },
  undoBulkChange: {
    summary: "Starts the bulk change that changes back the PINs which nobody has changed since.",
    params,
    body: z.strictObject({ comment: commentInput }),
    response: started,
    refuses: ["bulk_change_not_found", "bulk_change_running", "bulk_change_of_nothing"],
  },
  listBulkChanges: {
    summary: "The bulk changes, newest first, at most 20.",
    response: z.object({ rows: z.array(bulkChange) }),
    reads: ["bulkChanges", "admins"],
  },
  bulkChangeProfile: {
    summary: "A bulk change with the PINs that it left alone, and the number that an undo would change.",
    params,
    response: bulkChangeProfile,
    reads: ["bulkChanges", "admins", "pins"],
    refuses: ["bulk_change_not_found"],
  },
});
