import type { playerRoutes } from "@ornament/contracts/devices/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import { knownBrowserDays } from "@ornament/contracts/values/cookies";
import type { Handler, RouteRequest } from "@ornament/platform/http/route-request";
import type { LoadedPin } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import { lastLogins } from "../pins/state.ts";
import { currentDeviceLimit } from "../settings/current-settings.ts";
import { codeOfDevice } from "./device-code.ts";

/** A device that plays without the site, e.g. from a bookmark, is recorded as used once in this time. */
const useRecordedMilliseconds = 24 * 3_600_000;

/** A token ends this long after its last use: it is in addresses and histories, where a copy may be. */
const unusedMilliseconds = knownBrowserDays.consumer * 24 * 3_600_000;

type Request = Pick<RouteRequest, "correlationId" | "requestId">;

/**
 * `GET api/player/session`: the date when the videos begin, for a valid device token. If the account, the PIN
 * or the number of devices does not permit watching, the status is the URL fragment of the landing page that
 * explains it. 401 for an invalid token, and for a device that was forgotten or not used for too long.
 */
export function playerSession(parts: Parts): Handler<typeof playerRoutes.playerSession> {
  const { consumers, pins, deviceTokens, logger, clock } = parts;

  /** A device in use must not look unused to its owner. The player opens also if the record fails. */
  const recordUse = async (request: Request, pin: LoadedPin, deviceId: number, consumerId: number) => {
    const { correlationId, requestId } = request;
    const actor = { kind: "consumer", id: consumerId } as const;
    const context = parts.contexts.fresh({ correlationId, requestId, actor });
    try {
      await pins.handle(codeOfDevice(deviceId), { type: "RecordUse", deviceId, consumerId }, context, pin);
    } catch (error) {
      logger.warn({ err: error }, "The use of a device was not recorded");
    }
  };

  return async (request) => {
    const { caller, positions } = request;
    const claims = deviceTokens.verify(caller.kind === "device" ? caller.token : "");
    if (!claims) throw new Refusal("device_token_invalid");
    const { deviceId, consumerId } = claims;
    const code = codeOfDevice(deviceId);
    const [account, pin, limit] = await Promise.all([
      consumers.load(consumerId),
      pins.load(code),
      currentDeviceLimit(parts),
    ]);
    positions.note(account.position);
    positions.note(pin.position);
    if (account.state.status !== "confirmed") return { status: "deactivated" };
    const { ownerId, devices, blocked } = pin.state;
    const unused = clock().getTime() - (lastLogins(pin.events).get(deviceId)?.getTime() ?? 0);
    if (ownerId !== consumerId || !devices.has(deviceId) || unused > unusedMilliseconds)
      throw new Refusal("device_token_invalid");
    if (blocked) return { status: "lockedpin" };
    if (devices.size > limit) return { status: "maximum-number-devices" };
    if (unused >= useRecordedMilliseconds) await recordUse(request, pin, deviceId, consumerId);
    const registered = pin.events.findLast(({ type }) => type === "PinRegistered");
    const ornament = account.state.ornaments.find((owned) => owned.code === code);
    return {
      status: "ok",
      registeredAt: (registered?.createdAt ?? clock()).toISOString(),
      ornamentName: ornament?.name ?? "",
    };
  };
}
