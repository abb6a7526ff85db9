import type { DeviceRow, PinRow } from "@ornament/contracts/api/pins";
import type { DeviceDocument, PinDocument } from "@ornament/contracts/read-models/pins";
import { type AdminEmails, toStatusChange } from "./status-changes.ts";

/** A row of the Pins table. */
export const toPinRow = (
  pin: Omit<PinDocument, "devices">,
  deviceLimit: number,
  emails: AdminEmails,
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
  statusChange: toStatusChange(pin.statusChange, emails),
  version: String(pin.position),
  pinDeactivationComments: pin.comments.map(({ comment, createdAt }) => ({
    comment,
    createdAt: createdAt.toISOString(),
  })),
});

/** A device of a PIN. The personal fields are empty after an erasure. */
export const toDeviceRow = (device: DeviceDocument, pinId: number): DeviceRow => ({
  id: device.id,
  name: device.name ?? "",
  title: device.userAgent ?? "",
  pinCodeId: pinId,
  lastLogin: device.lastLogin.toISOString(),
});
