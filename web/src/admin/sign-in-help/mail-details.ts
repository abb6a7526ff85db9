import type { AccountMail, SignInHelp } from "@ornament/contracts/api/sign-in-help";
import type { MailKind } from "@ornament/contracts/domain/mails";
import { mailReasonText } from "@ornament/contracts/domain/mails";

/** Text with instants in it, which are shown as dates. */
export type Sentence = readonly (string | { readonly instant: string })[];

/** Further facts of a mail: when it was requested, why it was not sent, and the state of its code or link. */
export function detailsOf(mail: AccountMail, help: SignInHelp): Sentence[] {
  const { state, askedAt, stateAt } = mail;
  const details: Sentence[] = [];
  if (state === "failed" || state === "skipped") details.push([`Reason: ${reasonOf(mail)}.`]);
  // A mail is usually sent within a second.
  if (Date.parse(stateAt) - Date.parse(askedAt) > 60_000)
    details.push(["Requested ", { instant: askedAt }, "."]);
  if (state === "sent") details.push(...wrongTries(mail), ...validity(mail, help));
  return details;
}

function wrongTries({ code }: AccountMail): Sentence[] {
  if (!code || code.refused === 0 || code.refusedAt === null) return [];
  const end = code.usedUp ? ". The code was tried too often and no longer works." : ".";
  return [[`A wrong code was entered ${times(code.refused)}, last `, { instant: code.refusedAt }, end]];
}

/** The mails that invalidate the code or link of an older mail. */
const replacedBy: Readonly<Partial<Record<MailKind, readonly MailKind[]>>> = {
  "consumer-reset-code": ["consumer-reset-code", "consumer-password-changed"],
  "admin-invitation": ["admin-invitation", "admin-reset-link", "admin-password-changed"],
  "admin-reset-link": ["admin-invitation", "admin-reset-link", "admin-password-changed"],
};

/**
 * Until when the code or link works, or why it doesn't. A confirmation link needs no text once the email is
 * confirmed.
 */
function validity(mail: AccountMail, { mails, readySince }: SignInHelp): Sentence[] {
  const { id, kind, expiresAt, expired, code, voidSince } = mail;
  if (code?.acceptedAt) return [["The code was used ", { instant: code.acceptedAt }, "."]];
  if (expiresAt === null || code?.usedUp || (kind === "activation-link" && readySince !== null)) return [];
  if (voidSince !== null) return [["Void: the email was changed ", { instant: voidSince }, "."]];
  const newer = mails.slice(
    0,
    mails.findIndex((other) => other.id === id),
  );
  const replacement = newer.reverse().find((other) => replacedBy[kind]?.includes(other.kind));
  if (replacement)
    return [
      [replacement.expiresAt === null ? "A new password has been set since." : "A newer one replaced it."],
    ];
  return [[expired ? "Expired " : "Works until ", { instant: expiresAt }, "."]];
}

export const times = (count: number) => (count === 1 ? "once" : `${count} times`);

/** The reason why a mail failed or was skipped. */
export const reasonOf = ({ reason, smtpStatus }: AccountMail): string =>
  mailReasonText(reason ?? "unknown", smtpStatus);
