/** A registration attempt: what its link confirms. */
interface RegistrationAttempt {
  readonly nonce: string;
  readonly passwordHash: string;
  readonly marketingEmail: boolean;
  /** The choice after it is confirmed: its own, or one that was made for the account later. */
  readonly preference: boolean;
}

/** A mailed activation link and the attempt it confirms. */
interface ActivationLink {
  readonly nonce: string;
  readonly attempt: string;
  readonly expiresAt: number;
}

/** The newest password reset: its code, how many wrong codes were tried and, after the right one, the proof of it. */
export interface PasswordReset {
  readonly nonce: string;
  readonly expiresAt: number;
  readonly refusals: number;
  readonly proof: { readonly nonce: string; readonly expiresAt: number } | undefined;
}

export interface Ornament {
  readonly code: string;
  /** The nickname, "" without one. */
  readonly name: string;
}

/** When the latest mails of a kind were asked for; as many as may be sent in an hour. */
export type MailTimes = readonly number[];

export interface ConsumerAccount {
  readonly status: "unconfirmed" | "confirmed" | "deleted";
  readonly consumerId: number;
  /** `null` once the person's key is erased. */
  readonly email: string | null;
  /** An email change between its start and its end. */
  readonly pendingEmail: { readonly email: string | null } | undefined;
  /** From the confirmed attempt or the latest reset. */
  readonly passwordHash: string;
  readonly marketingEmail: boolean;
  /** Oldest first. */
  readonly attempts: readonly RegistrationAttempt[];
  readonly links: readonly ActivationLink[];
  readonly reset: PasswordReset | undefined;
  /** In the order they were added. */
  readonly ornaments: readonly Ornament[];
  readonly selected: string | undefined;
  readonly mails: { readonly activation: MailTimes; readonly notice: MailTimes; readonly reset: MailTimes };
}

/** `none`: no account has this id. */
export type ConsumerState = { readonly status: "none" } | ConsumerAccount;

export const noConsumer: ConsumerState = { status: "none" };
