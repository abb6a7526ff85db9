import type { playerRoutes } from "@ornament/contracts/api/ornaments";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { loadState } from "@ornament/platform/commands/handle-command";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import { pinDecider } from "../../aggregates/pin/decider.ts";
import { readDeviceLimit } from "../../aggregates/setting/read-settings.ts";
import type { Dependencies } from "../../dependencies.ts";
import { deviceTokens } from "../../sessions/device-tokens.ts";
import { codeOfDevice } from "../own-ornaments/own-pin.ts";

/**
 * `GET api/player/session` (design §5): whether a device token is good, and the date that the videos begin at. The
 * hash of the landing page where the account, the PIN or the number of devices stands in the way; 401 for a token that is
 * not ours, or whose device was removed.
 */
export const playerSessionHandlers = (
  dependencies: Pick<Dependencies, "store" | "secrets" | "clock">,
): HandlersFor<typeof playerRoutes> => ({
  async playerSession({ caller, positions }) {
    const { store, clock } = dependencies;
    const token = caller.kind === "device" ? caller.token : "";
    const claims = deviceTokens(dependencies).verify(token, clock());
    if (!claims) throw new Refusal("device_token_invalid");
    const { deviceId, consumerId } = claims;
    const code = codeOfDevice(deviceId);
    const [account, pin, limit] = await Promise.all([
      loadState(store, streams.consumer(consumerId), consumerDecider),
      loadState(store, streams.pin(code), pinDecider),
      readDeviceLimit(store),
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
  },
});
