import { z } from "zod";
import { deviceRow } from "../devices/api.ts";
import { accountPaths } from "../routes/consumer-site.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { done, isoInstant, versionRead } from "../tables/table.ts";
import { accountIdSchema, idParameter } from "../values/account-id.ts";
import { pinIdSchema } from "../values/inputs.ts";

/** A device of one of the consumer's ornaments. `thisDevice`: the request came from this device's browser. */
const ownDevice = deviceRow.extend({ thisDevice: z.boolean() });

/** One of the consumer's ornaments. `name` is the ornament's name; "" without one. */
export const ownPin = z.object({
  id: pinIdSchema,
  pin: z.string(),
  name: z.string(),
  status: z.boolean(),
  blocked: z.boolean(),
  countDevices: z.number().int(),
  devices: z.array(ownDevice),
});
export type OwnPin = z.output<typeof ownPin>;

/** The signed-in consumer with all data of the consumer site. Ornaments are in the order of their entry. */
export const signedInConsumer = z.object({
  id: accountIdSchema,
  email: z.string(),
  marketingEmail: z.boolean(),
  isActivated: z.boolean(),
  createdAt: isoInstant,
  currentPin: pinIdSchema.nullable(),
  pins: z.object({ count: z.number().int(), rows: z.array(ownPin) }),
  deviceLimit: z.number().int(),
  version: versionRead,
});
export type SignedInConsumer = z.output<typeof signedInConsumer>;

/** The caller's account. */
export const accountRoutes = defineRoutes(accountPaths, {
  ownAccount: {
    summary: "The caller's account with its ornaments and their devices.",
    response: signedInConsumer,
    limit: requestLimits.readAccount,
    refuses: ["consumer_not_found"],
  },
  updateOwnMarketing: {
    summary: "The consumer's consent to marketing emails.",
    body: z.strictObject({ marketingEmail: z.boolean() }),
    response: done,
    limit: requestLimits.changeConsent,
    refuses: ["consumer_not_found"],
  },
  deleteConsumer: {
    summary: "Deletes the caller's account: its PINs are released, its personal data are erased.",
    params: z.strictObject({ id: idParameter }),
    response: done,
    refuses: ["consumer_not_found"],
  },
});
