import { describe, expect, test } from "@jest/globals";
import type { LoggedChange } from "@ornament/contracts/action-log/document";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { actionLog, entryOf } from "./action-log.ts";
import { facts } from "./testing/facts.ts";
import { instantOf, projected, recorded } from "./testing/projected.ts";

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
    commit: 100n,
    actor: "admin-3",
    adminRole: "MEMBER",
    role: "Customer support",
    group: "pins",
    action: "PIN deactivated",
    value: "AB12-CD3: lost",
    roleSort: "customer support",
    actionSort: "pin deactivated",
    valueSort: "ab12-cd3: lost",
    subject: 7,
    about: "pin-AB12CD3",
    bulkChange: null,
    folded: false,
    changes: [
      {
        thing: "pin-AB12CD3/status",
        what: "Status",
        to: "Deactivated",
        first: "Not Registered",
        erasedTo: null,
      },
    ],
    request: null,
    cause: null,
    session: null,
    person: null,
    erasedValue: null,
  });
  expect(main?.["event-1"]).toMatchObject({ role: "IT Admin" });
  expect(main?.["event-2"]).toMatchObject({ role: "Customer", actor: "consumer-7" });
  expect(main?.["event-3"]).toMatchObject({ role: "System", actor: "system" });
});

test("an entry of an admin whose role only a newer build has shows the name of that role", async () => {
  const { main } = await projected(actionLog, [
    { event: facts.activated("found"), actor: { kind: "admin", id: 3, role: "AUDITOR" } },
    { event: facts.activated("found"), actor: { kind: "admin", id: 3, role: "PRINTER" } },
  ]);
  expect(Object.values(main ?? {}).map(({ actor, role }) => [actor, role])).toEqual([
    ["admin-3", "Auditor"],
    ["admin-3", "PRINTER"],
  ]);
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

test("an entry of the System action log names its PIN, admin account, setting or import", async () => {
  const { main } = await projected(actionLog, [
    facts.pinRegistered(),
    { event: facts.adminCreated({ adminId: 4 }), actor: { kind: "admin", id: 3, role: "ADMIN" } },
    { event: facts.sessionEnded("t", "admin", 3), actor: { kind: "admin", id: 3, role: "ADMIN" } },
    {
      event: { type: "SettingChanged", data: { name: "numberDevices", from: null, to: 3 } },
      actor: { kind: "admin", id: 3, role: "ADMIN" },
    },
    {
      type: "PinImportInterrupted",
      data: {
        importId: "import-1",
        fileName: "a.csv",
        rows: 0,
        added: 0,
        duplicates: 0,
        bad: 0,
        reason: "r",
      },
    },
  ]);
  expect(Object.values(main ?? {}).map(({ about }) => about)).toEqual([
    "pin-AB12CD3",
    "admin-4",
    "admin-3",
    "setting-numberDevices",
    "import-import-1",
  ]);
});

test("the entry of an evidence file is in the history of the case, and for a batch in that of the admin", async () => {
  const subjects = ["consumer-7", "pin-AB12CD3", "admin-4", "setting-playerUrl", "import-1", "batch-winter"];
  const { main } = await projected(
    actionLog,
    subjects.map((subject) => ({ type: "EvidenceGiven", data: { adminId: 3, subject } })),
  );
  expect(Object.values(main ?? {}).map(({ subject, about, value }) => [value, subject, about])).toEqual([
    ["", 7, "admin-3"],
    ["AB12-CD3", null, "pin-AB12CD3"],
    ["", null, "admin-4"],
    ["Player link", null, "setting-playerUrl"],
    ["Import", null, "import-1"],
    ["PIN batch winter", null, "admin-3"],
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
  expect(Object.values(main ?? {}).map(({ subject, about }) => [subject, about])).toEqual([
    [7, null],
    [null, "admin-3"],
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
  expect(main?.["event-0"]).toMatchObject({
    commit: 100n,
    valueSort: "(erased)",
    person: null,
    erasedValue: null,
  });
});

test("the entry of a consumer erased on request names the admin and the reason, and keeps both", async () => {
  const actor = { kind: "admin", id: 3, role: "ADMIN" } as const;
  const reason = "Requested in writing";
  const { main } = await projected(actionLog, [
    facts.registered(),
    { event: { type: "ConsumerAccountDeleted", data: { consumerId: 7, reason } }, actor },
    facts.consumerDeleted(),
  ]);
  expect(main?.["event-1"]).toMatchObject({
    action: "Account deleted",
    value: "Erased on request: Requested in writing",
    actor: "admin-3",
    role: "IT Admin",
    subject: 7,
    person: null,
  });
  expect(main?.["event-2"]).toMatchObject({ value: "" });
});

test("a replay after an erasure makes the same entries of the System action log", async () => {
  const before = [facts.registered(), facts.ornamentRenamed("Lena"), facts.consumerDeleted()];
  const after = [facts.registered({ email: null }), facts.ornamentRenamed(null), facts.consumerDeleted()];
  expect(await projected(actionLog, after)).toEqual(await projected(actionLog, before));
  const admin = [facts.adminCreated(), facts.adminDeleted(), facts.adminDataErased()];
  const erasedAdmin = [
    facts.adminCreated({ email: null }),
    { type: "AdminAccountDeleted" as const, data: { adminId: 3, email: null } },
    facts.adminDataErased(),
  ];
  expect(await projected(actionLog, erasedAdmin)).toEqual(await projected(actionLog, admin));
});

test("entries of the System action log keep the personal data of a deleted admin until the data are erased", async () => {
  const deleted = [
    facts.adminCreated(),
    facts.adminCreated({ adminId: 4, email: "other@example.com" }),
    facts.adminDeleted(),
  ];
  const valuesAfter = async (events: Parameters<typeof projected>[1]) =>
    Object.values((await projected(actionLog, events)).main ?? {}).map(({ value }) => value);
  expect(await valuesAfter(deleted)).toEqual([
    "it@example.com, IT Admin",
    "other@example.com, IT Admin",
    "it@example.com",
  ]);
  expect(await valuesAfter([...deleted, facts.adminDataErased()])).toEqual([
    "(erased), IT Admin",
    "other@example.com, IT Admin",
    "(erased)",
    "",
  ]);
});
test("an entry of the System action log has the values that its event set", async () => {
  const { main } = await projected(actionLog, [
    facts.adminCreated({ adminId: 4, role: "MEMBER" }),
    { type: "PinRegistered", data: { code: "AB12CD3", consumerId: 7, name: "Lena" } },
    facts.deviceRemoved(2),
    facts.deviceSignedIn(1),
  ]);
  const values = Object.values(main ?? {}).map(({ changes }) =>
    (changes as LoggedChange[]).map(({ thing, what, to }) => `${thing} ${what}: ${to}`),
  );
  expect(values).toEqual([
    [
      "admin-4/email Email: it@example.com",
      "admin-4/role Role: Customer support",
      "admin-4/name Name: Iris Tate",
    ],
    [
      "pin-AB12CD3/status Status: Registered",
      "pin-AB12CD3/owner Owner: Consumer 7",
      "pin-AB12CD3/consumer-7/name Ornament name: Lena",
    ],
    ["pin-AB12CD3/consumer-7/device-2 Device: Removed"],
    [],
  ]);
});

test("the deletion of an account removes its personal data from the values of entries, and no other values", async () => {
  const { main } = await projected(actionLog, [
    facts.registered(),
    facts.bound(1),
    facts.deviceRenamed(1, "Kitchen"),
    facts.consumerDeleted(),
  ]);
  const values = Object.values(main ?? {}).map(({ changes }) =>
    (changes as LoggedChange[]).map(({ what, to, erasedTo }) => [what, to, erasedTo]),
  );
  expect(values).toEqual([
    [
      ["Account", "Registered", null],
      ["Email", "(erased)", null],
      ["Marketing emails", "Unsubscribed", null],
    ],
    [["Device", "(erased)", null]],
    [["Device", "(erased)", null]],
    [["Account", "Deleted", null]],
  ]);
});

test("an entry of the System action log names the request and the session, and for old events the cause", async () => {
  const { main } = await projected(actionLog, [
    { event: facts.deactivated("lost"), metadata: { requestId: "r", sessionId: "s", $causationId: "c" } },
    { event: facts.released(), metadata: { $causationId: "c" } },
    facts.sessionEnded("t"),
    facts.released(),
  ]);
  expect(Object.values(main ?? {}).map(({ request, session, cause }) => [request, session, cause])).toEqual([
    ["r", "s", null],
    [null, null, "c"],
    [null, "t", null],
    [null, null, null],
  ]);
});

test("a session's browser and network address are stored at the sign-in and at a change, until the account is deleted", async () => {
  const whose = { audience: "consumer", subjectId: 7, sessionId: "s" } as const;
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0";
  const notRecorded = { userAgent: null, address: null };
  const refreshed = (change: object): DomainEvent => ({
    type: "SessionRefreshed",
    data: { ...whose, generation: 1, at: 0, ...notRecorded, ...change },
  });
  const events: DomainEvent[] = [
    { type: "SessionStarted", data: { ...whose, epoch: 0, userAgent, address: "192.0.2.7" } },
    refreshed({}),
    refreshed({ userAgent, address: "192.0.2.9" }),
    { type: "SessionStarted", data: { ...whose, sessionId: "old", epoch: 0, ...notRecorded } },
  ];
  const { sessions } = await projected(actionLog, events);
  const place = { session: "s", browser: "Firefox on Linux", person: "consumer-7" };
  expect(sessions).toEqual({
    "event-0": { ...place, commit: 100n, address: "192.0.2.7" },
    "event-2": { ...place, commit: 300n, address: "192.0.2.9" },
  });
  expect((await projected(actionLog, [...events, facts.consumerDeleted()])).sessions).toBeUndefined();
});

test("each forged event has an entry of the system with its place, which an equal id of a true event doesn't hide", async () => {
  const data = { type: "PinDeactivated", stream: "pin-AB12CD3", revision: 4 };
  const { main } = await projected(actionLog, [
    facts.registered(),
    { type: "ForgedEventFound", data },
    { type: "ForgedEventFound", data: { ...data, revision: 5 } },
  ]);
  expect(main?.["forged-200-200"]).toMatchObject({
    role: "System",
    action: "Event not written by this product",
    value: "PinDeactivated in stream pin-AB12CD3 at revision 4",
    about: null,
    subject: null,
  });
  expect(Object.keys(main ?? {})).toEqual(["event-0", "forged-200-200", "forged-300-300"]);
  const copied = { ...recorded({ type: "ForgedEventFound", data }, 1), id: "event-0" };
  expect(actionLog.keys(copied)).toEqual([{ part: "main", id: "forged-200-200" }]);
});

describe("bulk changes", () => {
  const about = { bulkChangeId: "bulk-1", comment: "stolen" };
  const counts = { total: 9812, changed: 9812, already: 0, refused: 0, stopped: false };

  test("the entry of one PIN of a bulk change is behind that of the whole", async () => {
    const { main } = await projected(actionLog, [
      facts.bulkDeactivated("bulk-1"),
      { type: "PinsDeactivated", data: { ...about, batch: "winter", undoes: null, ...counts } },
      facts.deactivated("lost"),
    ]);
    expect(Object.values(main ?? {})).toMatchObject([
      { value: "AB12-CD3: stolen", about: "pin-AB12CD3", bulkChange: "bulk-1", folded: true },
      {
        action: "PINs deactivated",
        value: "9,812 PINs of winter: stolen",
        about: "batch-winter",
        bulkChange: "bulk-1",
        folded: false,
      },
      { bulkChange: null, folded: false },
    ]);
  });

  test("the entry of a bulk change counts the PINs that it left alone, and says that it was stopped or is an undo", async () => {
    const { main } = await projected(actionLog, [
      {
        type: "PinsDeactivated",
        data: {
          ...about,
          batch: null,
          undoes: null,
          ...counts,
          changed: 1,
          already: 188,
          refused: 2,
          stopped: true,
        },
      },
      {
        type: "PinsActivated",
        data: {
          ...about,
          batch: null,
          undoes: { bulkChangeId: "bulk-0", at: Date.UTC(2026, 10, 27, 3, 43) },
          ...counts,
          total: 1,
          changed: 1,
        },
      },
    ]);
    expect(Object.values(main ?? {})).toMatchObject([
      {
        value: "1 of 9,812 PINs, 188 deactivated before, 2 left alone, then stopped: stolen",
        about: null,
      },
      { action: "PINs activated", value: "Undo of 2026-11-27 03:43 UTC: 1 PIN: stolen" },
    ]);
  });
});

test("the log calls a browser as the command did, and one of an old event by its user agent", () => {
  const bound = { code: "AB12CD3", consumerId: 7, deviceId: 1, limit: 5, userAgent: "Roku/DVP-9.10" };
  const logged = (data: typeof bound & { device?: string }) =>
    entryOf(recorded({ type: "DeviceBound", data }, 0))?.value;
  expect(logged({ ...bound, device: "Living room" })).toBe("AB12-CD3: Living room");
  expect(logged(bound)).toBe("AB12-CD3: Roku");
});
