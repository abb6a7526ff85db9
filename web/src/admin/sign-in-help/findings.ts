import type { AccountMail, SignInHelp, SignInPause } from "@ornament/contracts/api/sign-in-help";
import { limits } from "@ornament/contracts/domain/limits";
import { type MailKind, mailNames } from "@ornament/contracts/domain/mail-kinds";

/** Text with instants in it, which are shown as dates. */
export type Sentence = readonly (string | { readonly instant: string })[];

/** `bad` keeps the person from signing in now. */
export interface Finding {
  readonly tone: "bad" | "plain" | "good";
  readonly sentence: Sentence;
}

export type Whose = "consumer" | "admin";

/** What keeps somebody from signing in, or did so lately, in plain words. What matters most comes first. */
export function findingsOf(help: SignInHelp, whose: Whose): Finding[] {
  const blocking = [...lastingPauses(help), ...notReady(help, whose)];
  const start: Finding[] =
    blocking.length > 0
      ? blocking
      : [{ tone: "good", sentence: ["Nothing stands in the way of signing in."] }];
  return [...start, ...latestMail(help), ...limitedMails(help), ...endedPauses(help)];
}

const at = (instant: string) => ({ instant });
const attempts = ({ failures }: SignInPause) => `${failures} failed attempts`;
/** A name within a sentence. */
const inText = (kind: MailKind) => mailNames[kind].toLowerCase();

function lastingPauses({ pauses }: SignInHelp): Finding[] {
  const lasting = pauses.filter(({ ended }) => !ended);
  const others = lasting.some(({ knownBrowser }) => knownBrowser)
    ? ""
    : " A browser that signed in before still can.";
  return lasting.map((pause) => ({
    tone: "bad",
    sentence: [
      `Sign-in is paused for ${pause.knownBrowser ? "browsers that signed in before" : "new browsers"} until `,
      at(pause.until),
      `: ${attempts(pause)}.${pause.knownBrowser ? "" : others} A password reset ends the pause.`,
    ],
  }));
}

function endedPauses({ pauses }: SignInHelp): Finding[] {
  return pauses
    .filter(({ ended }) => ended)
    .map((pause) => ({
      tone: "plain",
      sentence: [
        `After ${attempts(pause)}, sign-in was paused for ${pause.knownBrowser ? "browsers that signed in before" : "new browsers"} until `,
        at(pause.until),
        ". The pause is over.",
      ],
    }));
}

function notReady({ readySince, mails }: SignInHelp, whose: Whose): Finding[] {
  if (readySince !== null) return [];
  const kinds: readonly MailKind[] =
    whose === "consumer" ? ["activation-link"] : ["admin-invitation", "admin-reset-link"];
  const what = whose === "consumer" ? "The email isn't confirmed yet." : "No password is set yet.";
  const link = mails.find(({ kind }) => kinds.includes(kind));
  return [{ tone: "bad", sentence: [what, ...(link ? [" ", ...linkState(link)] : [])] }];
}

function linkState(mail: AccountMail): Sentence {
  const name = `The ${inText(mail.kind)}`;
  switch (mail.state) {
    case "sent":
      return mail.expired || mail.expiresAt === null
        ? [`${name}, sent `, at(mail.stateAt), ", has expired."]
        : [`${name} was sent `, at(mail.stateAt), " and works until ", at(mail.expiresAt), "."];
    case "failed":
    case "skipped":
      return [`${name} was not sent: ${reasonOf(mail)}.`];
    default:
      return [`${name} was asked for `, at(mail.askedAt), " and is not sent yet."];
  }
}

/** What became of the newest mail, if somebody waits for it: it did not arrive, or its code does not work. */
function latestMail({ mails, readySince, lastSignInAt }: SignInHelp): Finding[] {
  const [mail] = mails;
  // Of an account that isn't ready, the mail with the link was said above.
  if (!mail || readySince === null || (lastSignInAt !== null && lastSignInAt > mail.askedAt)) return [];
  if (mail.state !== "sent") return [{ tone: "plain", sentence: linkState(mail) }];
  return mail.kind === "consumer-reset-code" ? resetCode(mail) : [];
}

function resetCode({ stateAt, expired, code }: AccountMail): Finding[] {
  if (code?.acceptedAt) return [];
  const sent = ["The latest reset code was sent ", at(stateAt)];
  if (code?.usedUp)
    return [
      {
        tone: "plain",
        sentence: [
          ...sent,
          `. A wrong code was typed in ${limits.resetCodeAttempts} times, so it doesn't work any more.`,
        ],
      },
    ];
  if (expired) return [{ tone: "plain", sentence: [...sent, " and has expired."] }];
  return code && code.refused > 0
    ? [{ tone: "plain", sentence: [...sent, `. A wrong code was typed in ${times(code.refused)}.`] }]
    : [];
}

function limitedMails({ limitedMails: limited }: SignInHelp): Finding[] {
  return limited.map(({ kind, until }) => ({
    tone: "plain",
    sentence: [
      `Whoever asks for another mail of the kind "${mailNames[kind]}" gets none before `,
      at(until),
      `: there are at most ${limits.mailsPerHour} in an hour.`,
    ],
  }));
}

export const times = (count: number) => (count === 1 ? "once" : `${count} times`);

const plainReasons: Readonly<Record<string, string>> = {
  "past its usefulness": "it was too late, its code or link had expired",
  "its key was replaced": "the server's key was replaced, so its code or link would not have worked",
  "the account is gone": "the account was deleted",
};

/** Why a mail failed or was skipped. */
export const reasonOf = ({ reason }: AccountMail): string =>
  plainReasons[reason ?? ""] ?? reason ?? "unknown";
