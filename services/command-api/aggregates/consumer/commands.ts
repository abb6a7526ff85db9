/** What may be asked of a consumer's account. Instants are milliseconds since 1970; `nonce`s are fresh 128-bit values. */
export type ConsumerCommand =
  | {
      /** A registration attempt: the first, or a repeated one for an address that has an account. */
      type: "Register";
      consumerId: number;
      email: string;
      passwordHash: string;
      marketingEmail: boolean;
      nonce: string;
      now: number;
    }
  | {
      /** `attempt`: whose password the link confirms, the newest without it. `limited`: at most 3 an hour. */
      type: "RequestActivationLink";
      attempt: string | undefined;
      nonce: string;
      now: number;
      limited: boolean;
    }
  | { type: "ConfirmEmail"; nonce: string; now: number }
  | { type: "StartEmailChange"; email: string }
  | {
      /** `granted`: the address is claimed for this account. `previousKey` names the claim to release. */
      type: "FinishEmailChange";
      email: string;
      granted: boolean;
      previousKey: string;
    }
  | { type: "SetMarketing"; marketingEmail: boolean }
  | { type: "RequestPasswordReset"; nonce: string; now: number }
  | {
      /** `matches`: whether the given code is the one of the request `nonce`; `proof` names what is handed out then. */
      type: "TryResetCode";
      nonce: string;
      matches: boolean;
      proof: string;
      now: number;
    }
  | { type: "ResetPassword"; proof: string; passwordHash: string; now: number }
  /** The PIN is already registered to this account in its own stream. */
  | { type: "AddOrnament"; code: string; name: string }
  | { type: "RenameOrnament"; code: string; name: string }
  | { type: "SelectOrnament"; code: string }
  | { type: "DeleteAccount" };
