import type { accountRoutes, OwnPin, SignedInConsumer } from "@ornament/contracts/account/api";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import type { PositionTracker } from "@ornament/platform/commands/context";
import type { Handler } from "@ornament/platform/http/route-request";
import type { LoadedConsumer, LoadedPin } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import { liveAccount } from "../consumers/decider.ts";
import type { Ornament } from "../consumers/state.ts";
import { callingConsumer } from "../http/caller.ts";
import { versionAt } from "../http/changed-meanwhile.ts";
import { knownDevice, lastLogins } from "../pins/state.ts";
import type { Browser } from "../sessions/known-browsers.ts";
import { currentDeviceLimit } from "../settings/current-settings.ts";

/** `browser` is marked as this device where it is bound; `positions` notes what was read. */
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
export async function loadOwnAccount(
  parts: Parts,
  consumerId: number,
  asking: Asking,
): Promise<SignedInConsumer> {
  const loaded = asking.account ?? (await parts.consumers.load(consumerId));
  const account = liveAccount(loaded.state);
  asking.positions.note(loaded.position);
  const [deviceLimit, ...found] = await Promise.all([
    asking.deviceLimit ?? currentDeviceLimit(parts),
    ...account.ornaments.map((ornament) => ownPin(parts, consumerId, ornament, asking)),
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
}

/** `undefined` for an ornament whose PIN does not belong to the consumer any more. */
async function ownPin(
  { pins }: Parts,
  consumerId: number,
  { code, name }: Ornament,
  { browser, positions, pins: known }: Asking,
): Promise<OwnPin | undefined> {
  const { state, events, position } = known?.get(code) ?? (await pins.load(code));
  positions.note(position);
  if (state.ownerId !== consumerId) return undefined;
  const id = pinIdOf(code);
  const named = browser?.nameAt({ code, consumerId });
  const thisDevice = knownDevice(state, { browser: named, knownDeviceIds: [] });
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
}

/** `GET api/user/account`. Throws `consumer_not_found`. */
export const ownAccount =
  (parts: Parts): Handler<typeof accountRoutes.ownAccount> =>
  ({ caller, ...request }) =>
    loadOwnAccount(parts, callingConsumer(caller).id, {
      browser: parts.knownBrowsers.find(request),
      positions: request.positions,
    });

/** `PUT api/user/update-marketing-email`. */
export const updateOwnMarketing =
  ({ consumers, contexts }: Parts): Handler<typeof accountRoutes.updateOwnMarketing> =>
  async (request) => {
    const { marketingEmail } = request.body;
    const { id } = callingConsumer(request.caller);
    await consumers.handle(id, { type: "SetMarketing", marketingEmail }, contexts.of(request));
    return { success: true, message: "Your choice was saved." };
  };
