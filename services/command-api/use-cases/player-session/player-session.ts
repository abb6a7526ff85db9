import type { playerRoutes } from "@ornament/contracts/api/ornaments";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { CurrentSettings } from "../../aggregates/setting/current-settings.ts";
import type { DeviceTokens } from "../../sessions/device-tokens.ts";
import { codeOfDevice } from "../own-pin/own-pin.ts";

interface Needs {
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly pins: Pick<Aggregates["pins"], "load">;
  readonly settings: Pick<CurrentSettings, "deviceLimit">;
  readonly deviceTokens: Pick<DeviceTokens, "verify">;
  readonly clock: () => Date;
}

/**
 * `GET api/player/session`: the date when the videos begin, for a valid device token. If the account, the PIN
 * or the number of devices does not permit watching, the status is the URL fragment of the landing page that
 * explains it. 401 for an invalid token or a forgotten device.
 */
export const playerSession =
  ({ consumers, pins, settings, deviceTokens, clock }: Needs): Handler<typeof playerRoutes.playerSession> =>
  async ({ caller, positions }) => {
    const claims = deviceTokens.verify(caller.kind === "device" ? caller.token : "");
    if (!claims) throw new Refusal("device_token_invalid");
    const { deviceId, consumerId } = claims;
    const code = codeOfDevice(deviceId);
    const [account, pin, limit] = await Promise.all([
      consumers.load(consumerId),
      pins.load(code),
      settings.deviceLimit(),
    ]);
    positions.note(account.position);
    positions.note(pin.position);
    if (account.state.status !== "confirmed") return { status: "deactivated" };
    const { ownerId, devices, blocked } = pin.state;
    if (ownerId !== consumerId || !devices.has(deviceId)) throw new Refusal("device_token_invalid");
    if (blocked) return { status: "lockedpin" };
    if (devices.size > limit) return { status: "maximum-number-devices" };
    const registered = pin.events.findLast(({ type }) => type === "PinRegistered");
    const ornament = account.state.ornaments.find((owned) => owned.code === code);
    return {
      status: "ok",
      registeredAt: (registered?.createdAt ?? clock()).toISOString(),
      ornamentName: ornament?.name ?? "",
    };
  };
