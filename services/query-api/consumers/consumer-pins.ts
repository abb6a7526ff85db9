import type { ConsumerPin } from "@ornament/contracts/api/consumers";
import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { OwnedPinDocument } from "@ornament/contracts/read-models/consumers";
import type { PinDocument } from "@ornament/contracts/read-models/pins";
import { toDeviceRow } from "../pins/pin-rows.ts";
import { type AdminEmails, toStatusChange } from "../pins/status-changes.ts";

/** The parts of a shown PIN that its document does not have. */
export interface PinOptions {
  readonly deviceLimit: number;
  readonly withDevices: boolean;
  readonly emails: AdminEmails;
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
    statusChange: toStatusChange(pin?.statusChange ?? null, options.emails),
    registeredAt: pin?.registeredAt?.toISOString() ?? null,
    pinDeactivationComments: (pin?.comments ?? []).map(({ comment, createdAt }) => ({
      comment,
      createdAt: createdAt.toISOString(),
    })),
  };
}
