import { type RefusalsOf, refusing } from "@ornament/platform/commands/refusals";

/** What may be asked of a PIN. */
export type PinCommand =
  | { type: "Import"; code: string; batchName: string; importId: string }
  | { type: "Register"; consumerId: number; name: string }
  | { type: "Release"; consumerId: number }
  | { type: "Deactivate"; comment: string }
  | { type: "Activate"; comment: string }
  /**
   * A browser that is one of the bound devices is signed in again. It is recognised by `browser`, a keyed hash of its cookie, or
   * by `knownDeviceIds`, the devices that its device token proves.
   */
  | {
      type: "BindDevice";
      consumerId: number;
      userAgent: string;
      limit: number;
      browser: string;
      knownDeviceIds: readonly number[];
      /** Milliseconds since 1970. */
      now: number;
    }
  | { type: "RenameDevice"; deviceId: number; name: string }
  /** `consumerId`: only on this consumer's PIN; `null` for an admin. A device that is removed already is no error. */
  | { type: "RemoveDevices"; deviceIds: readonly number[]; consumerId: number | null };

/** Why each command is refused. */
export interface PinRefusals extends RefusalsOf<PinCommand> {
  Import: never;
  Register: "pin_not_found";
  Release: "pin_not_found";
  Deactivate: "pin_not_found" | "pin_already_blocked";
  Activate: "pin_not_found" | "pin_not_blocked";
  BindDevice: "pin_not_found" | "lockedpin" | "device_limit_reached";
  RenameDevice: "pin_not_found" | "device_not_found";
  RemoveDevices: "pin_not_found" | "device_not_found";
}

export const refuse = refusing<PinRefusals>();
