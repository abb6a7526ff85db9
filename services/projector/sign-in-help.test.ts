import { describe, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { refusalsKept, resetCodesKept } from "@ornament/contracts/sign-in-help/document";
import { signInHelp } from "./sign-in-help.ts";
import { fact, facts } from "./testing/facts.ts";
import { instantOf, projected } from "./testing/projected.ts";

const consumerId = 7;
const nonce = (n: number) => `nonce-of-the-code-${n}`;
const lock = { audience: "consumer", key: "k", until: 1_000, failures: 10 } as const;
const locked = (data: { knownBrowser: boolean; failures: number }) =>
  fact("SignInLocked", { ...lock, ...data, subjectId: consumerId });
const codeRequested = (n: number) =>
  fact("PasswordResetRequested", { consumerId, nonce: nonce(n), expiresAt: 5_000 });
const passwordReset: DomainEvent = { type: "ConsumerPasswordReset", data: { consumerId, passwordHash: "z" } };
const empty = {
  removed: false,
  readySince: null,
  lastSignInAt: null,
  addresses: [],
  locks: [],
  resetCodes: [],
  refusals: [],
};
const parents = (n: number) => [{ email: "parent@example.com", since: instantOf(n) }];

const account = async (...events: DomainEvent[]) =>
  (await projected(signInHelp, events)).main?.[`consumer-${consumerId}`];
const mails = async (...events: DomainEvent[]) => (await projected(signInHelp, events)).mails;

describe("the sign-in help of an account", () => {
  test("an admin can sign in since the first password", async () => {
    const created = facts.adminCreated({ passwordHash: "x" });
    const passwordSet = fact("AdminPasswordSet", { adminId: 3, passwordHash: "x", keptSessionId: null });
    const invited = await projected(signInHelp, [facts.adminCreated()]);
    expect(invited.main?.["admin-3"]).toMatchObject({ readySince: null });
    const { main } = await projected(signInHelp, [facts.adminCreated(), passwordSet, passwordSet]);
    expect(main?.["admin-3"]).toMatchObject({ readySince: instantOf(1) });
    const withPassword = await projected(signInHelp, [created, passwordSet]);
    expect(withPassword.main?.["admin-3"]).toMatchObject({ readySince: instantOf(0) });
  });

  test("the latest lock of new browsers and that of browsers that signed in before are kept", async () => {
    const repeated = fact("SignInLockRepeated", {
      ...lock,
      until: 9_000,
      failures: 17,
      subjectId: consumerId,
      knownBrowser: false,
    });
    expect(
      await account(
        facts.registered(),
        locked({ knownBrowser: false, failures: 10 }),
        locked({ knownBrowser: true, failures: 10 }),
        repeated,
      ),
    ).toMatchObject({
      locks: [
        { knownBrowser: true, until: new Date(1_000), failures: 10, at: instantOf(2) },
        { knownBrowser: false, until: new Date(9_000), failures: 17, at: instantOf(3) },
      ],
    });
  });

  test("a password reset and another email address end the locks of an account", async () => {
    const locks = [
      facts.registered(),
      locked({ knownBrowser: false, failures: 10 }),
      locked({ knownBrowser: true, failures: 12 }),
    ];
    expect(await account(...locks, passwordReset)).toMatchObject({ locks: [] });
    expect(await account(...locks, facts.emailChanged("new@example.com"))).toMatchObject({ locks: [] });
  });

  test("only the latest reset codes are kept", async () => {
    const requested = Array.from({ length: resetCodesKept + 3 }, (_, n) => codeRequested(n));
    const { resetCodes } = (await account(...requested)) as { resetCodes: { nonce: string }[] };
    expect(resetCodes).toHaveLength(resetCodesKept);
    expect(resetCodes[0]?.nonce).toBe(nonce(requested.length - 1));
  });
});

describe("the mails of an account", () => {
  const about = { causeId: "event-0", kind: "activation-link" } as const;
  const started: DomainEvent = { type: "MailStarted", data: about };
  const asked = {
    account: "consumer-7",
    kind: "activation-link",
    askedAt: instantOf(0),
    expiresAt: new Date(8_000),
    state: "waiting",
    stateAt: instantOf(0),
    reason: null,
    smtpStatus: null,
  };
  const registered = facts.registered({ expiresAt: 8_000 });

  test("a mail waits from the event that requested it until it is sent, failed or skipped", async () => {
    expect(await mails(registered)).toEqual({ "event-0": asked });
    expect(await mails(registered, started)).toEqual({
      "event-0": { ...asked, state: "started", stateAt: instantOf(1) },
    });
    expect(await mails(registered, started, { type: "MailSent", data: about })).toEqual({
      "event-0": { ...asked, state: "sent", stateAt: instantOf(2) },
    });
    const refusal = { reason: "refused", smtpStatus: 550 } as const;
    expect(await mails(registered, started, { type: "MailFailed", data: { ...about, ...refusal } })).toEqual({
      "event-0": { ...asked, state: "failed", stateAt: instantOf(2), ...refusal },
    });
    const late = "too_late" as const;
    expect(await mails(registered, { type: "MailSkipped", data: { ...about, reason: late } })).toEqual({
      "event-0": { ...asked, state: "skipped", stateAt: instantOf(1), reason: late },
    });
  });

  test("every event that requests a mail has one, with its kind and account", async () => {
    const found = await mails(
      facts.registered(),
      facts.repeated({ nonce: "second-attempt-nonce", marketingEmail: true }),
      { type: "RegistrationRepeated", data: { consumerId, at: 0, attempt: null } },
      codeRequested(1),
      passwordReset,
      fact("AdminPasswordResetRequested", {
        adminId: 3,
        nonce: nonce(1),
        expiresAt: 1_000,
        reason: "invitation",
      }),
      { type: "AdminPasswordReset", data: { adminId: 3, passwordHash: "y" } },
    );
    expect(Object.values(found ?? {}).map((mail) => `${mail.account} ${mail.kind}`)).toEqual([
      "consumer-7 activation-link",
      "consumer-7 activation-link",
      "consumer-7 address-already-registered",
      "consumer-7 consumer-reset-code",
      "consumer-7 consumer-password-changed",
      "admin-3 admin-invitation",
      "admin-3 admin-password-changed",
    ]);
  });
});

test("the mails, locks and codes of a deleted account are removed, and later ones are not kept", async () => {
  const other = facts.registered({ consumerId: 8 });
  const { main, mails: left } = await projected(signInHelp, [
    facts.registered(),
    other,
    facts.confirmed(),
    locked({ knownBrowser: false, failures: 10 }),
    codeRequested(1),
    facts.consumerDeleted(),
    locked({ knownBrowser: false, failures: 11 }),
    fact("MailSkipped", { causeId: "event-4", kind: "consumer-reset-code", reason: "account_gone" }),
  ]);
  expect(main).toEqual({
    "consumer-7": { ...empty, removed: true },
    "consumer-8": { ...empty, addresses: parents(1) },
  });
  expect(Object.keys(left ?? {})).toEqual(["event-1"]);
});

describe("the refusals of an account", () => {
  const refused = (reason: "lockedpin" | "maximum-number-devices") =>
    fact("DeviceBindingRefused", {
      code: "AB12CD3",
      consumerId,
      limit: 5,
      reason,
      at: 0,
      userAgent: "agent",
    });
  const none = { until: null, code: null, limit: null, userAgent: null };

  test("each kind of refusal is kept with its facts, the newest first", async () => {
    const help = await account(
      facts.registered(),
      { type: "PinEntryRefused", data: { consumerId, code: "ZZ99ZZ9" } },
      { type: "PinEntryPaused", data: { consumerId, at: 0, until: 900_000 } },
      { type: "ResetCodeLocked", data: { consumerId, nonce: nonce(1) } },
      refused("maximum-number-devices"),
      refused("lockedpin"),
    );
    const device = { code: "AB12CD3", limit: 5, userAgent: "agent" };
    expect(help?.refusals).toEqual([
      { ...none, ...device, id: "event-5", at: instantOf(5), kind: "pin-deactivated" },
      { ...none, ...device, id: "event-4", at: instantOf(4), kind: "device-limit" },
      { ...none, id: "event-3", at: instantOf(3), kind: "reset-code-locked" },
      { ...none, id: "event-2", at: instantOf(2), kind: "pin-entry-paused", until: new Date(900_000) },
      { ...none, id: "event-1", at: instantOf(1), kind: "pin-of-another-account", code: "ZZ99ZZ9" },
    ]);
  });

  test("only the latest refusals are kept, and none after the deletion of the account", async () => {
    const many = Array.from({ length: refusalsKept + 2 }, () => refused("lockedpin"));
    const help = await account(facts.registered(), ...many);
    expect(help?.refusals).toHaveLength(refusalsKept);
    expect(help).toHaveProperty("refusals.0.id", `event-${refusalsKept + 2}`);
    expect(await account(facts.registered(), ...many, facts.consumerDeleted())).toHaveProperty(
      "refusals",
      [],
    );
  });
});
