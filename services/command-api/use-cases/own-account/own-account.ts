import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { formatPinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import type { PositionTracker } from "@ornament/platform/commands/context";
import type { Aggregates, LoadedConsumer, LoadedPin } from "../../aggregates/aggregates.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import type { Ornament } from "../../aggregates/consumer/state.ts";
import { knownDevice } from "../../aggregates/pin/state.ts";
import type { CurrentSettings } from "../../aggregates/setting/current-settings.ts";
import type { Browser } from "../../sessions/known-browsers.ts";
import { versionAt } from "../stale-edits/version-after.ts";
import { lastLogins } from "./last-logins.ts";

interface Needs {
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly pins: Pick<Aggregates["pins"], "load">;
  readonly settings: Pick<CurrentSettings, "deviceLimit">;
}

/**
 * The request: `browser` is marked as this device where it is bound; `positions` notes the positions that
 * were read.
 */
interface Asking {
  readonly browser: Browser | undefined;
  readonly positions: PositionTracker;
  /** The account as this request has read it already. */
  readonly account?: LoadedConsumer | undefined;
  readonly pins?: ReadonlyMap<string, LoadedPin> | undefined;
  readonly deviceLimit?: number | undefined;
}

/**
 * The signed-in consumer with all ornaments, in the order in which they were added, and their devices. They
 * are read from the streams, so this works without the read models. Throws `consumer_not_found`.
 */
export type LoadOwnAccount = (consumerId: number, asking: Asking) => Promise<SignedInConsumer>;

export function loadOwnAccount({ consumers, pins, settings }: Needs): LoadOwnAccount {
  /** `undefined` for an ornament whose PIN does not belong to the consumer any more. */
  const loadOwnPin = async (
    consumerId: number,
    { code, name }: Ornament,
    { browser, positions, pins: known }: Asking,
  ): Promise<OwnPin | undefined> => {
    const { state, events, position } = known?.get(code) ?? (await pins.load(code));
    positions.note(position);
    if (state.ownerId !== consumerId) return undefined;
    const id = pinIdOf(code);
    const thisDevice = knownDevice(state, {
      browser: browser?.nameAt({ code, consumerId }),
      knownDeviceIds: [],
    });
    const logins = lastLogins(events);
    const devices = [...state.devices.values()].map((device) => ({
      id: device.id,
      name: device.name ?? "",
      title: device.userAgent ?? "",
      pinCodeId: id,
      thisDevice: device === thisDevice,
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
  };

  return async (consumerId, asking) => {
    const loaded = asking.account ?? (await consumers.load(consumerId));
    const account = liveAccount(loaded.state);
    asking.positions.note(loaded.position);
    const [deviceLimit, ...found] = await Promise.all([
      asking.deviceLimit ?? settings.deviceLimit(),
      ...account.ornaments.map((ornament) => loadOwnPin(consumerId, ornament, asking)),
    ]);
    const rows = found.filter((pin) => pin !== undefined);
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
      version: versionAt(loaded.position),
    };
  };
}
