import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { limits } from "../domain/limits.ts";
import { maxPinId } from "../domain/pin-code.ts";
import { commentInput, lineOfText } from "../domain/text.ts";
import { pinsTable } from "../tables/pins.ts";
import { pinAddresses } from "./addresses/back-office.ts";
import { bothAdmins, defineRoutes } from "./route.ts";
import { done, isoInstant, pageOf, tableQuery } from "./table.ts";

export const pinIdSchema = z.number().int().min(0).max(maxPinId);

export const pinComment = z.object({ comment: z.string(), createdAt: isoInstant });

/** A row of the Pins table. `status` true is Registered; Activate is offered where `blocked`. */
export const pinRow = z.object({
  id: pinIdSchema,
  /** XXXX-XXX */
  pin: z.string(),
  email: z.string().nullable(),
  userId: accountIdSchema.nullable(),
  status: z.boolean(),
  blocked: z.boolean(),
  countDevices: z.number().int(),
  deviceLimit: z.number().int(),
  batchName: z.string(),
  registeredAt: isoInstant.nullable(),
  /** Newest first; the first is the Commentary. */
  pinDeactivationComments: z.array(pinComment),
});
export type PinRow = z.output<typeof pinRow>;

/** PINs in the back office. */
export const pinRoutes = defineRoutes(pinAddresses, {
  listPins: {
    summary: "The Pins table.",
    callers: bothAdmins,
    query: tableQuery(pinsTable),
    response: pageOf(pinRow),
    reads: ["pins", "consumers", "settings"],
  },
  updatePinStatus: {
    summary: "Activates (`status` true) or deactivates a PIN, with a comment.",
    callers: bothAdmins,
    body: z.strictObject({ id: pinIdSchema, status: z.boolean(), comment: commentInput }),
    response: done,
  },
  updatePinName: {
    summary: "Renames a consumer's ornament.",
    callers: bothAdmins,
    body: z.strictObject({ id: pinIdSchema, name: lineOfText(limits.ornamentName) }),
    response: done,
  },
});
