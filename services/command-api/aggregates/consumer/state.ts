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

/** The newest code to reset the password: how many wrong codes were tried, and whether the right one was. */
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
  readonly reset: {
    readonly code: ResetCode | undefined;
    /** The newest one. A code that is asked for later does not end it. */
    readonly proof: ResetPermission | undefined;
    /** The links in the latest mails. None of them ends another. */
    readonly links: readonly ResetPermission[];
  };
  /** In the order they were added. */
  readonly ornaments: readonly Ornament[];
  readonly selected: string | undefined;
  readonly mails: { readonly activation: MailTimes; readonly notice: MailTimes; readonly reset: MailTimes };
}

/** `none`: no account has this id. */
export type ConsumerState = { readonly status: "none" } | ConsumerAccount;

export const noReset: ConsumerAccount["reset"] = { code: undefined, proof: undefined, links: [] };

export const noConsumer: ConsumerState = { status: "none" };
