import type { OwnedPinDocument } from "@ornament/contracts/consumers/document";
import type { DeviceRow } from "@ornament/contracts/devices/api";
import type { ConsumerPin, PinRow, PinStatusChange } from "@ornament/contracts/pins/api";
import type { DeviceDocument, PinDocument } from "@ornament/contracts/pins/document";
import { formatPinCode } from "@ornament/contracts/values/pin-code";
import { type AdminEmail, adminEmails } from "../emails.ts";
import type { ReadView } from "../read-side/view.ts";

export const toPinRow = (
  pin: Omit<PinDocument, "devices">,
  deviceLimit: number,
  changers: Changers,
): PinRow => ({
  id: pin._id,
  pin: pin.pin,
  email: pin.email,
  userId: pin.consumerId,
  status: pin.status,
  blocked: pin.blocked,
  countDevices: pin.countDevices,
  deviceLimit,
  batchName: pin.batchName,
  registeredAt: pin.registeredAt?.toISOString() ?? null,
  comment: pin.comment,
  statusChange: toStatusChange(pin.statusChange, changers),
  version: String(pin.position),
  pinDeactivationComments: toComments(pin.comments),
});

/** A device of a PIN. The personal fields are empty after an erasure. */
export const toDeviceRow = (device: DeviceDocument, pinId: number): DeviceRow => ({
  id: device.id,
  name: device.name ?? "",
  title: device.userAgent ?? "",
  pinCodeId: pinId,
  lastLogin: device.lastLogin.toISOString(),
});

export interface PinOptions {
  readonly deviceLimit: number;
  readonly withDevices: boolean;
  readonly changers: Changers;
}

type Owned = Pick<OwnedPinDocument, "pinId" | "code" | "name" | "status">;

/** A consumer's PIN. Its name comes from the consumer's document, the rest from the PIN's. */
export function toConsumerPin(owned: Owned, pin: PinDocument | undefined, options: PinOptions): ConsumerPin {
  return {
    id: owned.pinId,
    pin: formatPinCode(owned.code),
    name: owned.name ?? "",
    status: owned.status,
    blocked: pin?.blocked ?? false,
    countDevices: pin?.countDevices ?? 0,
    deviceLimit: options.deviceLimit,
    devices: options.withDevices
      ? (pin?.devices ?? []).map((device) => toDeviceRow(device, owned.pinId))
      : [],
    batchName: pin?.batchName ?? "",
    comment: pin?.comment ?? "",
    version: String(pin?.position ?? 0),
    statusChange: toStatusChange(pin?.statusChange ?? null, options.changers),
    registeredAt: pin?.registeredAt?.toISOString() ?? null,
    pinDeactivationComments: toComments(pin?.comments ?? []),
  };
}

type Changers = ReadonlyMap<number, AdminEmail>;

export async function changersOf(
  view: ReadView,
  pins: readonly (Pick<PinDocument, "statusChange"> | undefined)[],
): Promise<Changers> {
  const ids = new Set(pins.flatMap((pin) => pin?.statusChange?.adminId ?? []));
  return ids.size === 0 ? new Map() : adminEmails(view, [...ids]);
}

function toStatusChange(change: PinDocument["statusChange"], changers: Changers): PinStatusChange | null {
  if (change === null) return null;
  const { blocked, comment, createdAt, role, adminId } = change;
  return {
    blocked,
    comment,
    createdAt: createdAt.toISOString(),
    role,
    admin: adminId === null ? null : { id: adminId, email: changers.get(adminId)?.email ?? null },
  };
}

const toComments = (comments: PinDocument["comments"]) =>
  comments.map(({ comment, createdAt }) => ({ comment, createdAt: createdAt.toISOString() }));
