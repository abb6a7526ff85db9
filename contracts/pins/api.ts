import { z } from "zod";
import { deviceRow } from "../devices/api.ts";
import { pinPaths } from "../routes/back-office.ts";
import { defineRoutes } from "../routes/route.ts";
import {
  doneWithVersion,
  isoInstant,
  pageOf,
  similarMark,
  tableQuery,
  versionRead,
} from "../tables/table.ts";
import type { FilterKey } from "../tables/table-keys.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { pinIdSchema } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { commentInput } from "../values/text.ts";
import { pinsTable } from "./columns.ts";

export const pinComment = z.object({ comment: z.string(), createdAt: isoInstant });

/** The latest activation or deactivation of a PIN: by whom, when and why. */
export const pinStatusChange = z.object({
  blocked: z.boolean().describe("Whether the PIN was deactivated; false: activated again."),
  comment: z.string(),
  createdAt: isoInstant,
  role: z.string().describe("The role's label at that time."),
  admin: z
    .object({ id: z.number().int(), email: z.string().nullable() })
    .nullable()
    .describe("`null` where no admin did it. `email` is `null` after the admin's data were erased."),
});
export type PinStatusChange = z.output<typeof pinStatusChange>;

/** A row of the Pins table. `status` true is Registered. Activate is offered where `blocked`. */
export const pinRow = z.object({
  id: pinIdSchema,
  pin: z.string().describe("XXXX-XXX."),
  email: z.string().nullable(),
  userId: accountIdSchema.nullable(),
  status: z.boolean(),
  blocked: z.boolean(),
  countDevices: z.number().int(),
  deviceLimit: z.number().int(),
  batchName: z.string(),
  registeredAt: isoInstant.nullable(),
  /** The Commentary: the latest deactivation comment; "" without one. It stays after an activation. */
  comment: z.string(),
  pinDeactivationComments: z.array(pinComment).describe("Newest first; the first is the Commentary."),
  /** `null` for a PIN that was never deactivated. */
  statusChange: pinStatusChange.nullable(),
  version: versionRead.describe("The version of the PIN that was read."),
});
export type PinRow = z.output<typeof pinRow>;

/** A consumer's PIN as the back office shows it. */
export const consumerPin = pinRow
  .omit({ email: true, userId: true })
  .extend({ name: z.string(), devices: z.array(deviceRow) });
export type ConsumerPin = z.output<typeof consumerPin>;

/** A PIN with its owner and devices. */
export const pinProfile = pinRow.extend({
  name: z.string().describe("The name that the owner gave the ornament; empty without one."),
  devices: z.array(deviceRow).describe("The devices of the PIN, in the order in which they were added."),
  ownerVersion: versionRead.nullable().describe("The version of the owner's account, which has the name."),
});
export type PinProfile = z.output<typeof pinProfile>;

const batchFilter = z
  .string()
  .max(limits.batchName)
  .optional()
  .describe("Only PINs of this batch, named as in the table.");

/** PINs in the back office. */
export const pinRoutes = defineRoutes(pinPaths, {
  listPins: {
    summary: "The Pins table.",
    query: tableQuery(pinsTable).extend({ batch: batchFilter }),
    response: pageOf(pinRow).extend(similarMark),
    reads: ["pins", "consumers", "settings", "admins"],
  },
  listBatches: {
    summary: "The PIN batches, newest first, at most 500.",
    response: z.object({
      rows: z.array(
        z.object({ batchName: z.string(), pins: z.number().int().describe("The number of its PINs.") }),
      ),
    }),
    reads: ["pins"],
  },
  countPins: {
    summary: "The number of PINs of each filter of the Pins table.",
    query: z.strictObject({ batch: batchFilter }),
    response: z.object({
      counts: z.object(
        Object.fromEntries(pinsTable.filters.map((filter) => [filter, z.number().int()])) as Record<
          FilterKey<typeof pinsTable>,
          z.ZodInt
        >,
      ),
    }),
    reads: ["pins", "settings"],
  },
  pinProfile: {
    summary: "A PIN with its owner and devices.",
    params: z.strictObject({ id: idParameter.pipe(pinIdSchema) }),
    response: pinProfile,
    reads: ["pins", "consumers", "settings", "admins"],
    refuses: ["pin_not_found"],
  },
  updatePinStatus: {
    summary: "Activates (`status` true) or deactivates a PIN, with a comment.",
    body: z.strictObject({
      id: pinIdSchema,
      status: z.boolean(),
      comment: commentInput,
      version: versionRead.optional(),
    }),
    response: doneWithVersion,
    refuses: ["pin_not_found", "pin_already_blocked", "pin_not_blocked"],
  },
});
