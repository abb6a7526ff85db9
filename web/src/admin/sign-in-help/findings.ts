import type { AccountMail, SignInHelp, SignInPause } from "@ornament/contracts/api/sign-in-help";
import { limits } from "@ornament/contracts/domain/limits";
import type { MailKind } from "@ornament/contracts/domain/mails";
import { reasonOf, type Sentence, times } from "./mail-details.ts";

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
export function findingsOf(help: SignInHelp, whose: Whose, pins: readonly PinWithDevices[] = []): Finding[] {
  const blocking = [...lastingPauses(help, whose), ...notReady(help, whose)];
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
