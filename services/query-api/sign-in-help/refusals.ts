import { describeDevice } from "@ornament/contracts/devices/device-description";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import type { Refusal } from "@ornament/contracts/sign-in-help/api";
import type { RefusalDocument } from "@ornament/contracts/sign-in-help/document";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { ReadView } from "../read-side/view.ts";
import { readDeviceLimit } from "../settings.ts";
import { documentsById } from "../table/all-rows.ts";

const shownMilliseconds = 30 * 24 * 3_600_000;

export interface RefusalFacts {
  readonly pins: ReadonlyMap<string, PinDocument>;
  readonly deviceLimit: number;
}

export const shownRefusals = (refusals: readonly RefusalDocument[], now: Date): RefusalDocument[] =>
  refusals.filter(({ at }) => at.getTime() > now.getTime() - shownMilliseconds);

export async function factsOf(
  view: ReadView,
  refusals: readonly Pick<RefusalDocument, "code">[],
): Promise<RefusalFacts> {
  const codes = refusals.flatMap(({ code }) => code ?? []);
  if (codes.length === 0) return { pins: new Map(), deviceLimit: 0 };
  const [pins, deviceLimit] = await Promise.all([
    documentsById(view.collection<PinDocument>(pinsReadModel), codes.map(pinIdOf)),
    readDeviceLimit(view),
  ]);
  return { pins: new Map([...pins.values()].map((pin) => [pin.code, pin])), deviceLimit };
}

export function toRefusal(
  refusal: RefusalDocument,
  consumerId: number,
  { pins, deviceLimit }: RefusalFacts,
  now: Date,
): Refusal {
  const { id, kind, until, limit, userAgent } = refusal;
  const code = refusal.code ?? "";
  const device = userAgent === null ? null : describeDevice(userAgent);
  const about = { id, at: refusal.at.toISOString() };
  const found = pins.get(code);
  const pin = { id: code === "" ? 0 : pinIdOf(code), pin: formatPinCode(code) };
  const owned = found?.consumerId === consumerId;
  switch (kind) {
    case "pin-entry-paused": {
      const end = until ?? refusal.at;
      return { kind, ...about, until: end.toISOString(), ended: end <= now };
    }
    case "pin-of-another-account":
      return { kind, ...about, pin, owner: ownerOf(found) };
    case "reset-code-locked":
      return { kind, ...about };
    case "device-limit":
      return {
        kind,
        ...about,
        pin,
        device,
        limitThen: limit ?? deviceLimit,
        limit: deviceLimit,
        devices: found?.countDevices ?? 0,
        owned,
        longestUnused: owned ? longestUnusedOf(found) : null,
      };
    case "pin-deactivated":
      return { kind, ...about, pin, device, deactivated: found?.blocked ?? false, owned };
    default:
      return unreachable(kind);
  }
}

const ownerOf = (pin: PinDocument | undefined) =>
  pin === undefined || pin.consumerId === null ? null : { id: pin.consumerId, email: pin.email };

function longestUnusedOf(pin: PinDocument | undefined) {
  const [first] = [...(pin?.devices ?? [])].sort((a, b) => a.lastLogin.getTime() - b.lastLogin.getTime());
  if (!first) return null;
  const { id, name, userAgent, lastLogin } = first;
  return { id, name: name || describeDevice(userAgent), lastLogin: lastLogin.toISOString() };
}
