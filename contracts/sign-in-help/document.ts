import type { MailKind, MailReason } from "../mails/kinds.ts";
import type { ReadModel, Stored } from "../projections/read-model.ts";

/** A lock of sign-in. It may have ended. */
export interface LockDocument {
  /** Whether the failures came from browsers that had signed in before. Only such ones were locked. */
  knownBrowser: boolean;
  until: Date;
  failures: number;
  at: Date;
}

/** A code for a forgotten password, and its state. */
export interface ResetCodeDocument {
  /** The event that requested the code; it is also the `_id` of its mail. */
  causeId: string;
  /** For the projector only. */
  nonce: string;
  refused: number;
  refusedAt: Date | null;
  acceptedAt: Date | null;
}

/** An email address of an account and the time when the account got it. */
export interface AccountAddressDocument {
  /** `null` after an erasure. */
  email: string | null;
  since: Date;
}

export const refusalKinds = [
  "pin-entry-paused",
  "pin-of-another-account",
  "reset-code-locked",
  "device-limit",
  "pin-deactivated",
] as const;

/** A refusal that support may be asked about. Fields that a kind doesn't have are `null`. */
export interface RefusalDocument {
  id: string;
  kind: (typeof refusalKinds)[number];
  at: Date;
  until: Date | null;
  /** The PIN, without the hyphen. */
  code: string | null;
  limit: number | null;
  userAgent: string | null;
}

/** The sign-in state of an account (part `main`). After a deletion the document stays, empty, with `removed`. */
export interface SignInHelpDocument extends Stored {
  _id: string;
  removed: boolean;
  /** When a consumer's email address was confirmed, or an admin's first password was set; `null` until then. */
  readySince: Date | null;
  lastSignInAt: Date | null;
  /** The latest email addresses, newest first, at most `addressesKept`. */
  addresses: AccountAddressDocument[];
  /** The latest lock of each kind of browser, unless a password reset has ended it. */
  locks: LockDocument[];
  /** The latest codes, newest first, at most `resetCodesKept`. */
  resetCodes: ResetCodeDocument[];
  /** The latest refusals, newest first, at most `refusalsKept`. */
  refusals: RefusalDocument[];
}

export const resetCodesKept = 5;
export const refusalsKept = 10;
export const addressesKept = 20;

/** A mail to an account (part `mails`). It is deleted with the account. */
export interface MailDocument extends Stored {
  _id: string;
  account: string;
  kind: MailKind;
  askedAt: Date;
  /** The end of the validity of its link or code; `null` if it has none. */
  expiresAt: Date | null;
  /** `waiting`: not tried yet. `started`: being sent, or tried again. */
  state: "waiting" | "started" | "sent" | "failed" | "skipped";
  stateAt: Date;
  reason: MailReason | null;
  /** The SMTP status of the mail server's refusal. */
  smtpStatus: number | null;
}

export const signInHelpReadModel = {
  name: "signInHelp",
  version: 4,
  collections: {
    main: { deletes: false, indexes: [] },
    mails: { deletes: true, indexes: [{ key: { account: 1, askedAt: -1 } }] },
  },
} as const satisfies ReadModel<"main" | "mails">;
