import { accessId } from "@ornament/contracts/access/document";
import type { Audience } from "@ornament/contracts/events/fields";
import type { MailKind } from "@ornament/contracts/mails/kinds";
import { present } from "@ornament/contracts/projections/read-model";
import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";
import type {
  AccountMail,
  Refusal as ShownRefusal,
  SignInHelp,
  SignInPause,
  signInHelpRoutes,
} from "@ornament/contracts/sign-in-help/api";
import {
  type AccountAddressDocument,
  type LockDocument,
  type MailDocument,
  type ResetCodeDocument,
  type SignInHelpDocument,
  signInHelpReadModel,
} from "@ornament/contracts/sign-in-help/document";
import { limits } from "@ornament/contracts/values/limits";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { factsOf, shownRefusals, toRefusal } from "./refusals.ts";

export function signInHelpHandlers(
  readSide: ReadSide,
  clock: () => Date,
): HandlersFor<typeof signInHelpRoutes> {
  const read = async (
    view: ReadView,
    audience: Audience,
    id: number,
    missing: ErrorCode,
  ): Promise<SignInHelp> => {
    const account = accessId(audience, id);
    const [found, mails] = await Promise.all([
      view.collection<SignInHelpDocument>(signInHelpReadModel).findOne({ _id: account }),
      view
        .collection<MailDocument>(signInHelpReadModel, "mails")
        .find({ account, ...present })
        .sort({ askedAt: -1, _id: -1 })
        .limit(mailsShown + 1)
        .toArray(),
    ]);
    if (!found || found.removed) throw new Refusal(missing);
    const now = clock();
    const refusals = shownRefusals(found.refusals, now);
    const facts = await factsOf(view, refusals);
    return toSignInHelp(
      found,
      mails,
      refusals.map((refusal) => toRefusal(refusal, id, facts, now)),
      now,
    );
  };
  return {
    consumerSignInHelp: reading(readSide, ({ params }, view) =>
      read(view, "consumer", params.id, "consumer_not_found"),
    ),
    adminSignInHelp: reading(readSide, ({ params }, view) =>
      read(view, "admin", params.id, "admin_not_found"),
    ),
  };
}

export const mailsShown = 20;
const hour = 3_600_000;
const endedPauseMilliseconds = 24 * hour;

/** The sign-in help of an account. @param mails the latest mails, one more than are shown if there are more */
export function toSignInHelp(
  { readySince, lastSignInAt, addresses, locks, resetCodes }: SignInHelpDocument,
  mails: readonly MailDocument[],
  refusals: readonly ShownRefusal[],
  now: Date,
): SignInHelp {
  return {
    readySince: textOf(readySince),
    lastSignInAt: textOf(lastSignInAt),
    pauses: locks
      .filter(({ until }) => until.getTime() > now.getTime() - endedPauseMilliseconds)
      .map((lock) => toPause(lock, now)),
    mails: mails.slice(0, mailsShown).map((mail) => {
      const code = resetCodes.find(({ causeId }) => causeId === mail._id);
      return toMail(mail, code, addresses, now);
    }),
    moreMails: mails.length > mailsShown,
    limitedMails: limitedMails(mails, now),
    refusals: [...refusals],
  };
}

export const textOf = (instant: Date | null | undefined) => instant?.toISOString() ?? null;

/** The facts of a mail that support and the person may know. */
export const mailFacts = (mail: MailDocument) => ({
  kind: mail.kind,
  askedAt: mail.askedAt.toISOString(),
  state: mail.state,
  stateAt: mail.stateAt.toISOString(),
  reason: mail.reason,
  smtpStatus: mail.smtpStatus,
  expiresAt: textOf(mail.expiresAt),
});

const toPause = ({ knownBrowser, until, failures }: LockDocument, now: Date): SignInPause => ({
  knownBrowser,
  until: until.toISOString(),
  failures,
  ended: until <= now,
});

function toMail(
  mail: MailDocument,
  code: ResetCodeDocument | undefined,
  addresses: readonly AccountAddressDocument[],
  now: Date,
): AccountMail {
  const { _id, kind, expiresAt } = mail;
  return {
    id: _id,
    ...mailFacts(mail),
    to: kind === "it-admin-asked" ? null : addressOf(mail, addresses),
    expired: expiresAt !== null && expiresAt <= now,
    voidSince: textOf(voidSince(mail, addresses)),
    code: code
      ? {
          refused: code.refused,
          refusedAt: textOf(code.refusedAt),
          usedUp: code.refused >= limits.resetCodeAttempts,
          acceptedAt: textOf(code.acceptedAt),
        }
      : null,
  };
}

/** The mail reactor sends a mail to the address that the account has at that time. */
function addressOf({ state, stateAt }: MailDocument, addresses: readonly AccountAddressDocument[]) {
  const isOnItsWay = state === "waiting" || state === "started";
  const address = isOnItsWay ? addresses[0] : addresses.find(({ since }) => since <= stateAt);
  return address?.email ?? null;
}

/** The kinds whose link or code ends when the consumer's email address is changed. */
const endedByChange: ReadonlySet<MailKind> = new Set(["activation-link", "consumer-reset-code"]);

function voidSince({ kind, askedAt }: MailDocument, addresses: readonly AccountAddressDocument[]) {
  if (!endedByChange.has(kind)) return null;
  return addresses.findLast(({ since }) => since > askedAt)?.since ?? null;
}

/** The kinds that people request themselves, of which at most `limits.mailsPerHour` are sent within an hour. */
const limitedKinds = [
  "activation-link",
  "address-already-registered",
  "consumer-reset-code",
  "admin-reset-link",
] as const satisfies readonly MailKind[];

function limitedMails(mails: readonly MailDocument[], now: Date): SignInHelp["limitedMails"] {
  return limitedKinds.flatMap((kind) => {
    const asked = mails.filter((mail) => mail.kind === kind);
    const first = asked[limits.mailsPerHour - 1];
    if (!first) return [];
    const until = new Date(first.askedAt.getTime() + hour);
    return until > now ? [{ kind, until: until.toISOString() }] : [];
  });
}
