import type { MailKind } from "../domain/mail-kinds.ts";
import type { MailReason } from "../domain/mail-reasons.ts";
import type { ReadModel, Stored } from "./read-model.ts";

/** A lock of sign-in. It may have ended since. */
export interface LockDocument {
  /** The failures came from a browser that has signed in to the account before, and only such browsers were locked. */
  knownBrowser: boolean;
  until: Date;
  failures: number;
  at: Date;
}

/** A code for a forgotten password, and what became of it. */
export interface ResetCodeDocument {
  /** The event that asked for the code; it is the `_id` of its mail, too. */
  causeId: string;
  /** For the projector only. */
  nonce: string;
  /** How often another code was typed in instead. */
  refused: number;
  refusedAt: Date | null;
  acceptedAt: Date | null;
}

/** How an account can sign in (part `main`), of consumers and admins. After a deletion the document stays, empty, with `removed`. */
export interface SignInHelpDocument extends Stored {
  /** `accessId(audience, subjectId)`. */
  _id: string;
  /** The account was deleted. */
  removed: boolean;
  /** When a consumer's email was confirmed, or an admin's first password set. `null` until then: nobody can sign in. */
  readySince: Date | null;
  lastSignInAt: Date | null;
  /** The latest lock of each kind of browser, unless a password reset has ended it. */
  locks: LockDocument[];
  /** The latest codes, newest first, at most `resetCodesKept`. */
  resetCodes: ResetCodeDocument[];
}

export const resetCodesKept = 5;

/** A mail to an account (part `mails`). It is deleted with the account. */
export interface MailDocument extends Stored {
  /** The id of the event that asked for it. */
  _id: string;
  /** `accessId(audience, subjectId)`. */
  account: string;
  kind: MailKind;
  askedAt: Date;
  /** Until when its link or code can be used; `null` if it has none. */
  expiresAt: Date | null;
  /** `waiting`: not tried yet. `started`: being sent, or tried again because the mail server doesn't answer. */
  state: "waiting" | "started" | "sent" | "failed" | "skipped";
  /** When it got into this state. */
  stateAt: Date;
  /** Why it failed or was skipped. */
  reason: MailReason | null;
  /** What the mail server answered, if it refused the mail. */
  smtpStatus: number | null;
}

export const signInHelpReadModel = {
  name: "signInHelp",
  version: 2,
  collections: {
    main: { deletes: false, indexes: [] },
    mails: { deletes: true, indexes: [{ key: { account: 1, askedAt: -1 } }] },
  },
} as const satisfies ReadModel<"main" | "mails">;
