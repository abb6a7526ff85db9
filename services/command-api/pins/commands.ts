import { type RefusalsOf, refusing } from "@ornament/platform/commands/refusals";

/** Commands of a PIN. */
export type PinCommand =
  | { type: "Import"; code: string; batchName: string; importId: string }
  | { type: "Register"; consumerId: number; name: string }
  | { type: "Release"; consumerId: number }
  /** An admin releases the PIN from the owner whom the admin has read. */
  | { type: "ReleaseFromOwner"; consumerId: number; reason: string }
  | { type: "Deactivate"; comment: string; bulkChange?: PartOfBulkChange }
  | { type: "Activate"; comment: string; bulkChange?: PartOfBulkChange }
  /**
   * Signs in a bound device again. `browser`, a keyed hash of its cookie, identifies it, or
   * else `knownDeviceIds`, the devices that its device token proves.
   */
  | {
      type: "BindDevice";
      consumerId: number;
      userAgent: string;
      limit: number;
      browser: string;
      knownDeviceIds: readonly number[];
      /** Unix time in milliseconds. */
      now: number;
    }
  /** The device opened the player without the site, e.g. with a bookmark. */
  | { type: "RecordUse"; deviceId: number; consumerId: number }
  | { type: "RenameDevice"; deviceId: number; name: string }
  /** `consumerId`: the PIN's owner; `null` for an admin. A device that is forgotten already is accepted. */
  | { type: "RemoveDevices"; deviceIds: readonly number[]; consumerId: number | null };

/** The bulk change that a command is part of. */
export interface PartOfBulkChange {
  readonly id: string;
  /** The bulk change that it undoes: a PIN whose status or owner was changed after that one is left alone. */
  readonly undoes: string | undefined;
}

/** The reasons why commands are refused. */
export interface PinRefusals extends RefusalsOf<PinCommand> {
  Import: never;
  Register: "pin_not_found";
  Release: "pin_not_found";
  ReleaseFromOwner: "pin_not_found" | "pin_owner_changed";
  Deactivate: "pin_not_found" | "pin_already_blocked" | "changed_meanwhile";
  Activate: "pin_not_found" | "pin_not_blocked" | "changed_meanwhile";
  BindDevice: "pin_not_found" | "lockedpin" | "device_limit_reached";
  RecordUse: "pin_not_found";
  RenameDevice: "pin_not_found" | "device_not_found";
  RemoveDevices: "pin_not_found" | "device_not_found";
}

export const refuse = refusing<PinRefusals>();
