import { describe, expect, test } from "@jest/globals";
import type { LoggedChange } from "@ornament/contracts/action-log/document";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { actionLog, entryOf } from "./action-log.ts";
import { fact, facts } from "./testing/facts.ts";
import { projected, recorded } from "./testing/projected.ts";

test("an entry has the actor in the role of that time, and one that only a newer build has by its name", async () => {
  const { main } = await projected(actionLog, [
    { event: facts.activated("found"), actor: { kind: "admin", id: 3, role: "MEMBER" } },
    { event: facts.activated("found"), actor: { kind: "admin", id: 3, role: "AUDITOR" } },
    { event: facts.activated("found"), actor: { kind: "admin", id: 3, role: "PRINTER" } },
    { event: facts.ornamentRenamed("Lena"), actor: { kind: "consumer", id: 7 } },
    facts.released(),
  ]);
  expect(Object.values(main ?? {}).map(({ actor, role }) => [actor, role])).toEqual([
    ["admin-3", "Customer support"],
    ["admin-3", "Auditor"],
    ["admin-3", "PRINTER"],
    ["consumer-7", "Customer"],
    ["system", "System"],
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
  const refreshed = (change: object) =>
    fact("SessionRefreshed", { ...whose, generation: 1, at: 0, ...notRecorded, ...change });
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

  test("the entry of a bulk change counts the PINs that it left alone, and says that it was stopped or is an undo", async () => {
    const { main } = await projected(actionLog, [
      fact("PinsDeactivated", {
        ...about,
        batch: null,
        undoes: null,
        ...counts,
        changed: 1,
        already: 188,
        refused: 2,
        stopped: true,
      }),
      fact("PinsActivated", {
        ...about,
        batch: null,
        undoes: { bulkChangeId: "bulk-0", at: Date.UTC(2026, 10, 27, 3, 43) },
        ...counts,
        total: 1,
        changed: 1,
      }),
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
