import { describe, expect, test } from "@jest/globals";
import type { MailDocument, SignInHelpDocument } from "@ornament/contracts/sign-in-help/document";
import { toSignInHelp } from "./routes.ts";

const now = new Date("2026-12-01T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const account = (change: Partial<SignInHelpDocument> = {}): SignInHelpDocument => ({
  _id: "consumer-7",
  position: 100n,
  deleted: false,
  removed: false,
  readySince: null,
  lastSignInAt: null,
  addresses: [],
  locks: [],
  resetCodes: [],
  refusals: [],
  ...change,
});
const mail = (_id: string, askedAt: Date, change: Partial<MailDocument> = {}): MailDocument => ({
  _id,
  position: 100n,
  deleted: false,
  account: "consumer-7",
  kind: "consumer-reset-code",
  askedAt,
  expiresAt: null,
  state: "sent",
  stateAt: askedAt,
  reason: null,
  smtpStatus: null,
  ...change,
});
const limitOf = (...minutes: number[]) =>
  toSignInHelp(
    account(),
    minutes.map((ago, n) => mail(String(n), minutesAgo(ago))),
    [],
    now,
  ).limitedMails;

describe("the pauses of an account", () => {
  const lock = { knownBrowser: false, failures: 12, at: minutesAgo(5) };
  const pausesUntil = (until: Date) =>
    toSignInHelp(account({ locks: [{ ...lock, until }] }), [], [], now).pauses.map(({ ended }) => ended);

  test("a pause lasts until its end", () => {
    expect(pausesUntil(minutesAgo(-1))).toEqual([false]);
    expect(pausesUntil(now)).toEqual([true]);
  });

  test("a pause that has ended is shown for 24 hours", () => {
    expect(pausesUntil(minutesAgo(24 * 60 - 1))).toEqual([true]);
    expect(pausesUntil(minutesAgo(24 * 60))).toEqual([]);
  });
});

describe("the mails of an account", () => {
  const addresses = [
    { email: "right@example.com", since: minutesAgo(30) },
    { email: "wrong@example.com", since: minutesAgo(90) },
  ];
  const mailsOf = (...mails: MailDocument[]) => toSignInHelp(account({ addresses }), mails, [], now).mails;

  test("a mail names the address that the account had when it was sent, and a waiting mail the present one", () => {
    const waiting = mail("w", minutesAgo(60), { state: "waiting" });
    const mails = mailsOf(mail("new", minutesAgo(20)), mail("old", minutesAgo(60)), waiting);
    expect(mails.map(({ to }) => to)).toEqual([
      "right@example.com",
      "wrong@example.com",
      "right@example.com",
    ]);
  });

  test("a change of the email address ends the links and codes that were requested before it, and no notice", () => {
    const link = { kind: "activation-link" } as const;
    const mails = mailsOf(
      mail("same-append", minutesAgo(30), link),
      mail("old", minutesAgo(60), link),
      mail("code", minutesAgo(60)),
      mail("notice", minutesAgo(60), { kind: "consumer-password-changed" }),
    );
    const changed = minutesAgo(30).toISOString();
    expect(mails.map(({ voidSince }) => voidSince)).toEqual([null, changed, changed, null]);
  });

  test("a request to the IT Admins names no recipient", () => {
    expect(mailsOf(mail("r", minutesAgo(20), { kind: "it-admin-asked" }))).toMatchObject([{ to: null }]);
  });

  test("a reset code is shown with its mail, and after five wrong tries as used up", () => {
    const code = { nonce: "n", refused: 5, refusedAt: minutesAgo(1), acceptedAt: null };
    const help = toSignInHelp(
      account({ resetCodes: [{ ...code, causeId: "b" }] }),
      [
        mail("b", minutesAgo(2), { expiresAt: minutesAgo(-8) }),
        mail("a", minutesAgo(30), { expiresAt: now }),
      ],
      [],
      now,
    );
    expect(help.mails.map(({ code: shown, expired }) => [shown?.usedUp, expired])).toEqual([
      [true, false],
      [undefined, true],
    ]);
  });

  test("after three mails of a kind within an hour the next one is sent an hour after the first of them", () => {
    expect(limitOf(1, 20, 59)).toEqual([
      { kind: "consumer-reset-code", until: minutesAgo(-1).toISOString() },
    ]);
    expect(limitOf(1, 20, 40, 59)).toEqual([
      { kind: "consumer-reset-code", until: minutesAgo(-20).toISOString() },
    ]);
    expect(limitOf(1, 20, 60)).toEqual([]);
    expect(limitOf(1, 20)).toEqual([]);
  });
});
