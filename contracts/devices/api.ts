import { z } from "zod";
import { managedDevicePaths } from "../routes/back-office.ts";
import { devicePaths } from "../routes/consumer-site.ts";
import { playerPaths } from "../routes/public.ts";
import { requestLimits } from "../routes/request-limits.ts";
import { defineRoutes } from "../routes/route.ts";
import { doneWithVersion, isoInstant, versionRead } from "../tables/table.ts";
import { idParameter } from "../values/account-id.ts";
import { asOneLine, beginningOf } from "../values/hidden-characters.ts";
import { pinIdSchema } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import { lineOfText } from "../values/text.ts";

export const deviceIdSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A device bound to a PIN. `title`: the browser's user agent. `name`: the name that a person gave it. */
export const deviceRow = z.object({
  id: deviceIdSchema,
  name: z.string(),
  title: z.string(),
  pinCodeId: pinIdSchema,
  lastLogin: isoInstant,
});
export type DeviceRow = z.output<typeof deviceRow>;

/** The browser's user agent. A longer one is cut. */
export const userAgentInput = z.string().transform((text) => beginningOf(asOneLine(text), limits.userAgent));
export const heldDeviceToken = z.string().max(2000).optional();

/** A device bound to a PIN, with its token. The browser keeps the token and opens the player with it. */
export const boundDevice = z.object({
  id: deviceIdSchema,
  deviceToken: z.string(),
  pinCodeId: pinIdSchema,
  title: z.string(),
});

export const binding = z.object({ device: boundDevice, playerUrl: z.string() });

/** The devices of the caller's ornaments. */
export const deviceRoutes = defineRoutes(devicePaths, {
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

/** Devices in the back office. */
export const managedDeviceRoutes = defineRoutes(managedDevicePaths, {
  updateDeviceName: {
    summary: "Renames a device. An empty name removes the name.",
    body: z.strictObject({
      id: deviceIdSchema,
      name: lineOfText(limits.deviceName),
      version: versionRead.optional().describe("The version of the PIN that was read."),
    }),
    response: doneWithVersion,
    refuses: ["pin_not_found", "device_not_found"],
  },
  removeDevice: {
    summary: "Forgets a device of a PIN. Answers the number of devices that the PIN still has.",
    params: z.strictObject({ id: idParameter }),
    body: z.strictObject({ name: z.string().max(limits.userAgent).optional() }),
    response: z.object({ count: z.number().int(), message: z.string() }),
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
