/** What may be asked of a PIN. */
export type PinCommand =
  | { type: "Import"; code: string; batchName: string; importId: string }
  | { type: "Register"; consumerId: number; name: string }
  | { type: "Release"; consumerId: number }
  | { type: "Deactivate"; comment: string }
  | { type: "Activate"; comment: string }
  /** `knownDeviceIds`: the devices that the browser's device token proves. One that is bound here is signed in again. */
  | {
      type: "BindDevice";
      consumerId: number;
      userAgent: string;
      limit: number;
      knownDeviceIds: readonly number[];
      /** Milliseconds since 1970. */
      now: number;
    }
  | { type: "RenameDevice"; deviceId: number; name: string }
  /** `consumerId`: only on this consumer's PIN; `null` for an admin. */
  | { type: "RemoveDevices"; deviceIds: readonly number[]; consumerId: number | null };
