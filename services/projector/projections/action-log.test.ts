import { describe, expect, test } from "@jest/globals";
import { facts } from "../testing/facts.ts";
import { instantOf, projected } from "../testing/projected.ts";
import { actionLog } from "./action-log.ts";
import { projections as allProjections } from "./all-projections.ts";

test("an entry of the System action log has the actor in the role of that time, the action and the value", async () => {
  const { main } = await projected(actionLog, [
    { event: facts.deactivated("lost"), actor: { kind: "admin", id: 3, role: "MEMBER" } },
    { event: facts.activated("found"), actor: { kind: "admin", id: 3, role: "ADMIN" } },
    { event: facts.ornamentRenamed("Lena"), actor: { kind: "consumer", id: 7 } },
    facts.released(),
  ]);
  expect(main?.["event-0"]).toEqual({
    type: "PinDeactivated",
    createdAt: instantOf(0),
    adminId: 3,
    adminRole: "MEMBER",
    role: "Customer support",
    action: "PIN deactivated",
    value: "AB12-CD3: lost",
    roleSort: "customer support",
    actionSort: "pin deactivated",
    valueSort: "ab12-cd3: lost",
    subject: 7,
    aboutAdmin: null,
    code: "AB12CD3",
    forged: false,
    person: null,
    erasedValue: null,
  });
  expect(main?.["event-1"]).toMatchObject({ role: "IT Admin" });
  expect(main?.["event-2"]).toMatchObject({ role: "Customer", adminId: null });
  expect(main?.["event-3"]).toMatchObject({ role: "System" });
});

test("hidden events have no entry in the System action log", async () => {
  expect(await projected(actionLog, [facts.imported(), facts.ornamentAdded("Lena")])).toEqual({});
});

test("the System action log names the consumer of a consumer's sign-in, and no consumer for an admin's", async () => {
  const { main } = await projected(actionLog, [
    { event: facts.sessionEnded("s", "consumer", 7), actor: { kind: "consumer", id: 7 } },
    { event: facts.sessionEnded("t", "admin", 7), actor: { kind: "admin", id: 7, role: "ADMIN" } },
    facts.deactivated("stolen batch", null),
  ]);
  expect(Object.values(main ?? {}).map(({ subject }) => subject)).toEqual([7, null, null]);
});

test("an entry of the System action log names its PIN and its admin account", async () => {
  const { main } = await projected(actionLog, [
    facts.pinRegistered(),
    { event: facts.adminCreated({ adminId: 4 }), actor: { kind: "admin", id: 3, role: "ADMIN" } },
    { event: facts.sessionEnded("t", "admin", 3), actor: { kind: "admin", id: 3, role: "ADMIN" } },
    {
      event: { type: "SettingChanged", data: { name: "numberDevices", from: null, to: 3 } },
      actor: { kind: "admin", id: 3, role: "ADMIN" },
    },
  ]);
  expect(Object.values(main ?? {}).map(({ code, aboutAdmin }) => [code, aboutAdmin])).toEqual([
    ["AB12CD3", null],
    [null, 4],
    [null, 3],
    [null, null],
  ]);
});

test("the System action log names the account of a lock of sign-in and of a failed mail, but not of old ones", async () => {
  const lock = { key: "k", until: 1, failures: 10 };
  const mail = { causeId: "cause-1", kind: "activation-link", reason: "address_unusable" } as const;
  const { main } = await projected(actionLog, [
    { type: "SignInLocked", data: { ...lock, audience: "consumer", subjectId: 7 } },
    { type: "SignInLocked", data: { ...lock, audience: "admin", subjectId: 3 } },
    { type: "SignInLocked", data: { ...lock, audience: "consumer" } },
    { type: "SignInLockedWithoutAccount", data: { audience: "consumer", until: 1, failures: 10 } },
    { type: "MailFailed", data: { ...mail, audience: "consumer", subjectId: 7 } },
    { type: "MailFailed", data: mail },
  ]);
  expect(Object.values(main ?? {}).map(({ subject, aboutAdmin }) => [subject, aboutAdmin])).toEqual([
    [7, null],
    [null, 3],
    [null, null],
    [null, null],
    [7, null],
    [null, null],
  ]);
});

test("the deletion of an account removes its personal data from entries of the System action log, and no other account's", async () => {
  const { main } = await projected(actionLog, [
    facts.registered(),
    facts.registered({ consumerId: 8, email: "other@example.com" }),
    facts.ornamentRenamed("Lena"),
    facts.consumerDeleted(),
  ]);
  expect(Object.values(main ?? {}).map(({ value }) => value)).toEqual([
    "(erased)",
    "other@example.com",
    "AB12-CD3: (erased)",
    "",
  ]);
  expect(main?.["event-0"]).toMatchObject({ valueSort: "(erased)", person: null, erasedValue: null });
});

test("a replay after an erasure makes the same entries of the System action log", async () => {
  const before = [facts.registered(), facts.ornamentRenamed("Lena"), facts.consumerDeleted()];
  const after = [facts.registered({ email: null }), facts.ornamentRenamed(null), facts.consumerDeleted()];
  expect(await projected(actionLog, after)).toEqual(await projected(actionLog, before));
  const admin = [facts.adminCreated(), facts.adminDeleted()];
  const erasedAdmin = [
    facts.adminCreated({ email: null }),
    { type: "AdminAccountDeleted" as const, data: { adminId: 3, email: null } },
  ];
  expect(await projected(actionLog, erasedAdmin)).toEqual(await projected(actionLog, admin));
});

describe("an event that another program wrote", () => {
  const actor = { kind: "admin", id: 9, role: "ADMIN" } as const;

  test("the System action log shows a forged event with its claimed actor, marked", async () => {
    const { main } = await projected(actionLog, [
      { event: facts.deactivated("stolen batch"), actor, forged: true },
      { event: facts.deactivated("lost"), actor },
    ]);
    expect(main?.["event-0"]).toMatchObject({ action: "PIN deactivated", adminId: 9, forged: true });
    expect(main?.["event-1"]).toMatchObject({ forged: false });
  });

  test("the System action log shows a forged event that has no entry of its own by its type and stream", async () => {
    const { main } = await projected(actionLog, [
      { event: facts.imported(), actor, forged: true },
      { event: { type: "NoSuchEvent", data: {} } as never, actor, forged: true },
    ]);
    expect(Object.values(main ?? {})).toMatchObject([
      { action: "Unknown event", value: expect.stringMatching(/ in any-1$/), forged: true },
      { action: "Unknown event", value: "NoSuchEvent in any-1", forged: true },
    ]);
  });

  test("a forged deletion of an account erases nothing in the System action log", async () => {
    const { main } = await projected(actionLog, [
      facts.registered(),
      { event: facts.consumerDeleted(), actor, forged: true },
    ]);
    expect(main?.["event-0"]).toMatchObject({ value: "parent@example.com", person: "consumer-7" });
  });
});

test.each(Object.entries(allProjections).filter(([name]) => name !== "actionLog"))(
  "the read model %s ignores forged events",
  async (_name, projection) => {
    const events = [
      facts.adminCreated(),
      facts.registered(),
      facts.pinRegistered(),
      facts.deactivated("lost"),
    ];
    const forged = events.map((event) => ({ event, forged: true as const }));
    expect(await projected(projection, forged)).toEqual({});
  },
);
