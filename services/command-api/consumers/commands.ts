import type { ItAdminAct } from "@ornament/contracts/values/roles";
import { type RefusalsOf, refusing } from "@ornament/platform/commands/refusals";

/** Permits a new password: the proof of the right code, or the link in the mail, by their nonces. */
export type ResetGrant = { readonly kind: "proof" | "link"; readonly nonce: string };

/**
 * Commands of a consumer account. Times are Unix times in milliseconds. Each `nonce` is 128 new random bits.
 */
export type ConsumerCommand =
  | {
      /** A registration attempt: the first one, or one for an email address that has an account already. */
      type: "Register";
      consumerId: number;
      email: string;
      passwordHash: string;
      marketingEmail: boolean;
      nonce: string;
      now: number;
    }
  | {
      /** `attempt`: the one that the link confirms, or else the newest. `limited`: at most 3 an hour. */
      type: "RequestActivationLink";
      attempt: string | undefined;
      nonce: string;
      now: number;
      limited: boolean;
    }
  /** `agreed`: a person has pressed to confirm, or has opened the link in the browser that registered. */
  | { type: "ConfirmEmail"; nonce: string; agreed: boolean; now: number }
  | { type: "StartEmailChange"; email: string }
  | {
      /**
       * `granted`: the email address was claimed for this account. `previousKey`: the key of the claim that
       * is then released. `nonce`: of the confirmation link to the new address, if the account has none
       * confirmed.
       */
      type: "FinishEmailChange";
      email: string;
      granted: boolean;
      previousKey: string;
      nonce: string;
      now: number;
    }
  | { type: "SetMarketing"; marketingEmail: boolean }
  | { type: "RequestPasswordReset"; nonce: string; now: number }
  /** An admin has a reset code sent, however many were sent within the hour. */
  | { type: "SendResetCode"; nonce: string; now: number; reason: string }
  /** `paused`: whether sign-in to the account is paused in any browser. */
  | { type: "EndSignInPause"; paused: boolean; now: number; reason: string }
  /** `code`: the PIN to release, which is one of the account. */
  | { type: "AskItAdmin"; act: ItAdminAct; code: string | undefined; reason: string }
  | {
      /** `matches`: whether the code is right. `proof`: the nonce of the proof that the browser then gets. */
      type: "TryResetCode";
      nonce: string;
      matches: boolean;
      proof: string;
      now: number;
    }
  | { type: "ResetPassword"; grant: ResetGrant; passwordHash: string; now: number }
  /** The PIN's stream says already that the PIN belongs to this account. */
  | { type: "AddOrnament"; code: string; name: string }
  /** The PIN's stream says already that the PIN was released. */
  | { type: "RemoveOrnament"; code: string }
  | { type: "RenameOrnament"; code: string; name: string }
  | { type: "SelectOrnament"; code: string }
  | { type: "DeleteAccount" }
  | {
      /** By an admin. `confirmation`: the email address, or the id where the address can't be read. */
      type: "EraseAccount";
      reason: string;
      confirmation: string;
    };

/** The reasons why commands are refused. */
export interface ConsumerRefusals extends RefusalsOf<ConsumerCommand> {
  Register: never;
  RequestActivationLink: "consumer_not_found" | "already_activated";
  ConfirmEmail: "link_incorrect" | "link_used" | "link_expired";
  StartEmailChange: "consumer_not_found" | "conflict";
  FinishEmailChange: "consumer_not_found";
  SetMarketing: "consumer_not_found";
  RequestPasswordReset: never;
  SendResetCode: "consumer_not_found" | "email_not_confirmed";
  EndSignInPause: "consumer_not_found" | "sign_in_not_paused";
  AskItAdmin: "consumer_not_found" | "pin_not_found";
  TryResetCode: "reset_code_invalid";
  ResetPassword: "reset_proof_invalid" | "reset_link_invalid";
  AddOrnament: "consumer_not_found" | "too_many_ornaments";
  RemoveOrnament: "consumer_not_found";
  RenameOrnament: "consumer_not_found" | "pin_not_found";
  SelectOrnament: "consumer_not_found" | "pin_not_found";
  DeleteAccount: "consumer_not_found";
  EraseAccount: "consumer_not_found" | "confirmation_mismatch";
}

export const refuse = refusing<ConsumerRefusals>();
