import { z } from "zod";
import { deviceIdSchema, pinIdSchema } from "../pins/api.ts";
import { ornamentPaths } from "../routes/consumer-site.ts";
import { playerPaths } from "../routes/public.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { signedInConsumer } from "../sign-in/consumer-api.ts";
import { done, isoInstant, versionRead } from "../tables/table.ts";
import { accountIdSchema } from "../values/account-id.ts";
import { asOneLine, beginningOf } from "../values/hidden-characters.ts";
import { emailInput, pinCodeInput } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { lineOfText } from "../values/text.ts";

/** The browser's user agent. A longer one is cut. */
const userAgentInput = z.string().transform((text) => beginningOf(asOneLine(text), limits.userAgent));
const heldDeviceToken = z.string().max(2000).optional();

/** A device bound to a PIN, with its token. The browser keeps the token and opens the player with it. */
export const boundDevice = z.object({
  id: deviceIdSchema,
  deviceToken: z.string(),
  pinCodeId: pinIdSchema,
  title: z.string(),
});

const binding = z.object({ device: boundDevice, playerUrl: z.string() });

/** The consumer's ornaments and devices. */
export const ornamentRoutes = defineRoutes(ornamentPaths, {
  activatePins: {
    summary:
      "Adds one or more PINs to the caller's account, all or none; with `device` the first is bound to it.",
    body: z.strictObject({
      userId: accountIdSchema,
      email: emailInput,
      marketingEmail: z.boolean().optional(),
      pin: z
        .array(z.strictObject({ pin: pinCodeInput, name: lineOfText(limits.ornamentName).default("") }))
        .min(1, "Required")
        .max(limits.ornamentsPerAccount),
      device: userAgentInput.optional(),
      deviceToken: heldDeviceToken,
    }),
    response: z.object({ user: signedInConsumer, count: z.number().int(), binding: binding.nullable() }),
    limit: requestLimits.enterPins,
    refuses: [
      "consumer_not_found",
      "not_activated",
      "pins_refused",
      "too_many_ornaments",
      "pin_entry_limited",
    ],
  },
  selectPin: {
    summary: "Saves the chosen ornament as the current one.",
    body: z.strictObject({ pinId: pinIdSchema }),
    response: done,
    limit: requestLimits.selectOrnament,
    refuses: ["pin_not_found", "lockedpin"],
  },
  renameOwnPin: {
    summary: "Renames one of the caller's ornaments.",
    body: z.strictObject({
      id: pinIdSchema,
      name: lineOfText(limits.ornamentName),
      version: versionRead.optional(),
    }),
    response: done,
    limit: requestLimits.renameOrnament,
    refuses: ["pin_not_found"],
  },
  bindDevice: {
    summary:
      "Binds this device to the PIN within its limit, or signs it in again. With `isCurrentDevice` false it binds nothing and answers whether it would succeed.",
    body: z.strictObject({
      pinId: pinIdSchema,
      device: userAgentInput,
      isCurrentDevice: z.boolean().default(true),
      deviceToken: heldDeviceToken,
    }),
    response: z.discriminatedUnion("bound", [
      z.object({ bound: z.literal(true), ...binding.shape }),
      /** `device`: which of the PIN's devices this browser is. */
      z.object({
        bound: z.literal(false),
        allowed: z.boolean(),
        device: boundDevice.omit({ deviceToken: true }).nullable(),
      }),
    ]),
    limit: requestLimits.bindDevice,
    refuses: ["pin_not_found", "lockedpin", "device_limit_reached", "player_url_missing"],
  },
  removeOwnDevices: {
    summary: "Forgets devices of the caller's PINs. A device that is forgotten already is accepted.",
    body: z.strictObject({ devices: z.array(deviceIdSchema).min(1, "Required").max(500) }),
    response: z.object({
      success: z.literal(true),
      results: z.array(z.object({ id: deviceIdSchema, name: z.string() })),
    }),
    limit: requestLimits.removeDevices,
    refuses: ["device_not_found"],
  },
});

/** The answer to the video player: `ok`, or the hash of the landing page to which it sends the browser. */
export const playerSession = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ok"), registeredAt: isoInstant, ornamentName: z.string() }),
  z.object({ status: z.enum(["deactivated", "lockedpin", "maximum-number-devices"]) }),
]);

export const playerRoutes = defineRoutes(playerPaths, {
  playerSession: {
    summary: "Whether the bearer's device token is valid.",
    response: playerSession,
  },
});
