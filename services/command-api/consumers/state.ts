import { limits } from "@ornament/contracts/values/limits";
import { isWithin } from "@ornament/platform/commands/recorded-time";

/** A registration attempt that its link confirms. */
interface RegistrationAttempt {
  readonly nonce: string;
  /** `null` after the person's key was erased. */
  readonly passwordHash: string | null;
  readonly marketingEmail: boolean;
  /** The choice about marketing emails after the confirmation: the attempt's, or a later one. */
  readonly preference: boolean;
}

/** A mailed confirmation link and the attempt that it confirms. */
interface ConfirmationLink {
  readonly nonce: string;
  readonly attempt: string;
  readonly expiresAt: number;
}

/**
 * The newest code to reset the password: the number of wrong tries, and whether the right code was entered.
 */
export interface ResetCode {
  readonly nonce: string;
  readonly expiresAt: number;
  readonly refusals: number;
  readonly used: boolean;
}

/** A proof that the right code was entered, or a link to reset the password. */
export interface ResetPermission {
  readonly nonce: string;
  readonly expiresAt: number;
}

export interface Ornament {
  readonly code: string;
  /** The ornament's name; "" without one. */
  readonly name: string;
}

/** The times of the latest requests for mails of a kind, at most the number that may be sent in an hour. */
export type MailTimes = readonly number[];

export interface ConsumerAccount {
  readonly status: "unconfirmed" | "confirmed" | "deleted";
  readonly consumerId: number;
  /** `null` after the person's key was erased. */
  readonly email: string | null;
  /** A change of the email address between its start and its end. */
  readonly pendingEmail: { readonly email: string | null } | undefined;
  /** From the confirmed attempt or the latest reset; `null` as `email`. */
  readonly passwordHash: string | null;
  readonly marketingEmail: boolean;
  /** Oldest first. */
  readonly attempts: readonly RegistrationAttempt[];
  readonly links: readonly ConfirmationLink[];
  readonly reset: {
    readonly code: ResetCode | undefined;
    /** The newest proof. A code that is requested later does not end it. */
    readonly proof: ResetPermission | undefined;
    /** The links in the latest mails. A new link leaves the others valid. */
    readonly links: readonly ResetPermission[];
  };
  /** In the order in which they were added. */
  readonly ornaments: readonly Ornament[];
  readonly selected: string | undefined;
  readonly mails: { readonly activation: MailTimes; readonly notice: MailTimes; readonly reset: MailTimes };
}

/** `none`: no account has this id. */
export type ConsumerState = { readonly status: "none" } | ConsumerAccount;

export const noReset: ConsumerAccount["reset"] = { code: undefined, proof: undefined, links: [] };

export const noConsumer: ConsumerState = { status: "none" };

/** Whether a mail of this kind may be sent now: at most 3 an hour. */
export const mailAllowed = (times: MailTimes, now: number): boolean =>
  times.filter((at) => isWithin(at, 3_600_000, now)).length < limits.mailsPerHour;
