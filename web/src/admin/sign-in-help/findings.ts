import { type MailKind, mailReasonText } from "@ornament/contracts/mails/kinds";
import type { AccountMail, SignInHelp, SignInPause } from "@ornament/contracts/sign-in-help/api";
import { limits } from "@ornament/contracts/values/limits";

/** `bad` keeps the person from signing in now, `warning` from the player. */
export interface Finding {
  readonly tone: "bad" | "warning" | "plain" | "good";
  readonly sentence: Sentence;
}

/** A PIN of the person, with its devices. */
export interface PinWithDevices {
  readonly pin: string;
  readonly countDevices: number;
  readonly deviceLimit: number;
}

export type Whose = "consumer" | "admin";

/** The obstacles to signing in, present and recent, in plain words. The most important comes first. */
export function findingsOf(
  help: SignInHelp,
  whose: Whose,
  pins: readonly PinWithDevices[] = [],
  deactivated = false,
): Finding[] {
  const blocking = [...lastingPauses(help, whose), ...notReady(help, whose)];
  if (deactivated) blocking.unshift({ tone: "bad", sentence: ["This account is deactivated."] });
  const good: Finding = { tone: "good", sentence: ["This account can sign in."] };
  return [
    ...(blocking.length > 0 ? blocking : [good]),
    ...tooManyDevices(pins),
    ...latestMail(help),
    ...limitedMails(help),
    ...endedPauses(help),
  ];
}

const at = (instant: string) => ({ instant });
const browsersOf = ({ knownBrowser }: SignInPause) =>
  knownBrowser ? "browsers that signed in before" : "new browsers";

function lastingPauses(help: SignInHelp, whose: Whose): Finding[] {
  const lasting = help.pauses.filter(({ ended }) => !ended);
  const isKnownPaused = lasting.some(({ knownBrowser }) => knownBrowser);
  const hasKnown = help.lastSignInAt !== null && !isKnownPaused;
  // Without a confirmed email there is no reset.
  const canReset = whose === "admin" || help.readySince !== null;
  const others = hasKnown ? " Browsers that signed in before can still sign in." : "";
  const end = canReset ? " A password reset ends the pause." : "";
  return lasting.map((pause) => ({
    tone: "bad",
    sentence: [
      `Sign-in is paused for ${browsersOf(pause)} until `,
      at(pause.until),
      `: ${pause.failures} failed attempts.${others}${end}`,
    ],
  }));
}

const tooManyDevices = (pins: readonly PinWithDevices[]): Finding[] =>
  pins
    .filter(({ countDevices, deviceLimit }) => countDevices > deviceLimit)
    .map(({ pin, countDevices, deviceLimit }) => ({
      tone: "warning",
      sentence: [
        `${pin} has ${countDevices} of ${deviceLimit} devices, so none of them can be used until ${countDevices - deviceLimit} ${countDevices - deviceLimit === 1 ? "is" : "are"} removed.`,
      ],
    }));

function endedPauses({ pauses }: SignInHelp): Finding[] {
  return pauses
    .filter(({ ended }) => ended)
    .map((pause) => ({
      tone: "plain",
      sentence: [
        `After ${pause.failures} failed attempts, sign-in was paused for ${browsersOf(pause)} until `,
        at(pause.until),
        ". The pause is over.",
      ],
    }));
}

const linkKinds = {
  consumer: ["activation-link"],
  admin: ["admin-invitation", "admin-reset-link"],
} as const satisfies Record<Whose, readonly MailKind[]>;

function notReady({ readySince, mails }: SignInHelp, whose: Whose): Finding[] {
  if (readySince !== null) return [];
  const what = whose === "consumer" ? "The email isn't confirmed yet." : "No password is set yet.";
  const kinds: readonly MailKind[] = linkKinds[whose];
  const link = mails.find(({ kind }) => kinds.includes(kind));
  return [{ tone: "bad", sentence: [what, ...(link ? [" ", ...stateOf(link)] : [])] }];
}

/** The mails whose links make an account ready. */
const firstLinks: ReadonlySet<MailKind> = new Set(["activation-link", "admin-invitation"]);

/** The state of the newest mail, if somebody may wait for it: it was not sent, or its code does not work. */
function latestMail({ mails, readySince, lastSignInAt }: SignInHelp): Finding[] {
  const mail = mails.find(({ kind }) => kind !== "it-admin-asked");
  // The mail with the link is named above for an account that isn't ready. A ready account no longer needs
  // it.
  if (
    !mail ||
    readySince === null ||
    firstLinks.has(mail.kind) ||
    (lastSignInAt !== null && lastSignInAt > mail.askedAt)
  )
    return [];
  if (mail.state !== "sent") return [{ tone: "plain", sentence: stateOf(mail) }];
  const sentence = mail.kind === "consumer-reset-code" ? codeState(mail) : undefined;
  return sentence ? [{ tone: "plain", sentence }] : [];
}

/** The kinds of mails within a sentence. */
const names: Readonly<Record<MailKind, string>> = {
  "activation-link": "activation link",
  "address-already-registered": "mail about the repeated registration",
  "consumer-reset-code": "reset code",
  "consumer-password-changed": "mail about the new password",
  "admin-invitation": "invitation",
  "admin-reset-link": "reset link",
  "admin-password-changed": "mail about the new password",
  "it-admin-asked": "request to the IT Admins",
};

function stateOf(mail: AccountMail): Sentence {
  const name = `The ${names[mail.kind]}`;
  if (mail.voidSince !== null) return voidSentence(mail, mail.voidSince);
  switch (mail.state) {
    case "sent":
      return mail.expired || mail.expiresAt === null
        ? [`${name}, sent `, at(mail.stateAt), ", has expired."]
        : [`${name} was sent `, at(mail.stateAt), " and works until ", at(mail.expiresAt), "."];
    case "failed":
    case "skipped":
      return [`${name} was not sent: ${reasonOf(mail)}.`];
    default:
      return [`${name} was requested `, at(mail.askedAt), " and is not sent yet."];
  }
}

function voidSentence({ kind, to, state, stateAt }: AccountMail, since: string): Sentence {
  const whom = to === null ? "" : ` to ${to}`;
  const sent = state === "sent" ? [`, sent${whom} `, at(stateAt), ","] : [];
  return [`The ${names[kind]}`, ...sent, " is void: the email was changed ", at(since), "."];
}

function codeState(mail: AccountMail): Sentence | undefined {
  const { stateAt, expired, code, voidSince } = mail;
  if (voidSince !== null) return voidSentence(mail, voidSince);
  const refused = code?.refused ?? 0;
  if (code?.acceptedAt || (refused === 0 && !expired)) return undefined;
  const sent = ["The latest reset code was sent ", at(stateAt)];
  const wrong = `A wrong code was entered ${times(refused)}`;
  if (code?.usedUp) return [...sent, `. ${wrong}, so the code no longer works.`];
  return expired ? [...sent, " and has expired."] : [...sent, `. ${wrong}.`];
}

function limitedMails({ limitedMails: limited }: SignInHelp): Finding[] {
  const resend = " An admin can still resend it.";
  return limited.map(({ kind, until }) => ({
    tone: "plain",
    sentence: [
      `No further ${names[kind]} is sent before `,
      at(until),
      `: at most ${limits.mailsPerHour} are sent in an hour.${kind === "activation-link" ? resend : ""}`,
    ],
  }));
}

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
