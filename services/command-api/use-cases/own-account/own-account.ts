import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { formatPinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { streams } from "@ornament/contracts/events/streams";
import { loadState, type PositionTracker } from "@ornament/platform/commands/handle-command";
import { consumerDecider, liveAccount } from "../../aggregates/consumer/decider.ts";
import type { Ornament } from "../../aggregates/consumer/state.ts";
import { pinDecider } from "../../aggregates/pin/decider.ts";
import { readDeviceLimit } from "../../aggregates/setting/read-settings.ts";
import type { Dependencies } from "../../dependencies.ts";
import { lastLogins } from "./last-logins.ts";

/**
 * The signed-in consumer with all ornaments and devices, from the consumer's and the PINs' streams alone (design §1).
 * `positions` is told of what was read. Throws `consumer_not_found`.
 */
export async function loadOwnAccount(
  dependencies: Pick<Dependencies, "store">,
  consumerId: number,
  positions?: PositionTracker,
): Promise<SignedInConsumer> {
  const { store } = dependencies;
  const loaded = await loadState(store, streams.consumer(consumerId), consumerDecider);
  const account = liveAccount(loaded.state);
  positions?.note(loaded.position);
  const [deviceLimit, ...pins] = await Promise.all([
    readDeviceLimit(store),
    ...account.ornaments.map((ornament) => loadOwnPin(dependencies, consumerId, ornament, positions)),
  ]);
  const rows = pins.filter((pin) => pin !== undefined).sort((a, b) => a.id - b.id);
  const selected = account.selected === undefined ? null : pinIdOf(account.selected);
  return {
    id: consumerId,
    email: account.email ?? "",
    marketingEmail: account.marketingEmail,
    isActivated: account.status === "confirmed",
    createdAt: (loaded.events[0]?.createdAt ?? new Date(0)).toISOString(),
    currentPin: rows.some(({ id }) => id === selected) ? selected : null,
    pins: { count: rows.length, rows },
    deviceLimit,
  };
}

/** `undefined` for an ornament whose PIN belongs to somebody else by now. */
async function loadOwnPin(
  { store }: Pick<Dependencies, "store">,
  consumerId: number,
  { code, name }: Ornament,
  positions: PositionTracker | undefined,
): Promise<OwnPin | undefined> {
  const { state, events, position } = await loadState(store, streams.pin(code), pinDecider);
  positions?.note(position);
  if (state.ownerId !== consumerId) return undefined;
  const id = pinIdOf(code);
  const logins = lastLogins(events);
  const devices = [...state.devices.values()].map((device) => ({
    id: device.id,
    name: device.name ?? "",
    title: device.userAgent ?? "",
    pinCodeId: id,
    lastLogin: (logins.get(device.id) ?? new Date(0)).toISOString(),
  }));
  return {
    id,
    pin: formatPinCode(code),
    name,
    status: !state.blocked,
    blocked: state.blocked,
    countDevices: devices.length,
    devices,
  };
}
