import { describe, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import type { LoggedChange } from "@ornament/contracts/action-log/document";
import { consumerDocument, logDocument } from "../testing/documents.ts";
import { queryApi } from "../testing/query-api-fixture.ts";

const api = queryApi();

const minute = (n: number) => new Date(Date.UTC(2026, 11, 1) + n * 60_000);
/** An entry of this minute. */
const entry = (id: string, n: number, position: bigint, change: Parameters<typeof logDocument>[1]) =>
  logDocument(id, { createdAt: minute(n), position, ...change });
const set = (thing: string, to: string, first: string | null = null): LoggedChange => ({
  thing,
  what: "Value",
  to,
  first,
  erasedTo: null,
});
const rowsOf = async (query: string): Promise<LogEntryRow[]> =>
  (await api.get(`/api/admin/action-logs?page=1&limit=100&direction=ASC&${query}`)).body.rows;

describe("the values before a change in the System action log", () => {
  test("the value before is that of the latest earlier entry with the same thing, also on an earlier page", async () => {
    const pin = { type: "PinDeactivated", about: "pin-AAAA001" } as const;
    const status = (to: string, first: string | null = null) => ({
      ...pin,
      changes: [set("pin-AAAA001/status", to, first)],
    });
    await api.put.log([
      entry("s1", 1, 1n, status("Registered", "Not Registered")),
      entry("s2", 2, 2n, { ...pin, changes: [set("pin-AAAA001/owner", "Nobody")] }),
      entry("s3", 3, 3n, status("Deactivated")),
      // The same instant as the entry before.
      entry("s4", 3, 4n, status("Registered")),
      entry("s5", 2, 5n, {
        type: "PinDeactivated",
        about: "pin-BBBB001",
        changes: [set("pin-BBBB001/status", "Other")],
      }),
    ]);
    const from = (rows: LogEntryRow[]) =>
      rows.map(({ id, changes }) => [id, changes[0]?.from, changes[0]?.to]);
    expect(from(await rowsOf("subject=pin-AAAA001&group=imports"))).toEqual([
      ["s1", "Not Registered", "Registered"],
      ["s2", null, "Nobody"],
      ["s3", "Registered", "Deactivated"],
      ["s4", "Deactivated", "Registered"],
    ]);
    const since = `subject=pin-AAAA001&group=imports&since=${minute(3).toISOString()}`;
    expect(from(await rowsOf(since))).toEqual([
      ["s3", "Registered", "Deactivated"],
      ["s4", "Deactivated", "Registered"],
    ]);
  });

  test("a PIN's owner before and after is named by the present email address, and a deleted one by the id", async () => {
    await api.put.consumers([consumerDocument({ _id: 71, email: "lena@example.com" })]);
    const owned = { type: "PinRegistered", about: "pin-EEEE001" } as const;
    const owner = (to: string) => set("pin-EEEE001/owner", to, "Nobody");
    await api.put.log([
      logDocument("owner1", { ...owned, subject: 72, changes: [owner("Consumer 72")], position: 21n }),
      logDocument("owner2", { ...owned, subject: 71, changes: [owner("Consumer 71")], position: 22n }),
      logDocument("owner3", { ...owned, subject: 71, changes: [owner("Nobody")], position: 23n }),
    ]);
    const rows = await rowsOf("subject=pin-EEEE001");
    expect(rows.map(({ changes: [change] }) => [change?.from, change?.to])).toEqual([
      ["Nobody", "Consumer 72"],
      ["Consumer 72", "lena@example.com"],
      ["lena@example.com", "Nobody"],
    ]);
  });

  test("an entry with several values has the value before of each, and a consumer's is found by the consumer", async () => {
    const consumer = { type: "ConsumerRegistered", subject: 70 } as const;
    await api.put.log([
      entry("c1", 1, 11n, {
        ...consumer,
        changes: [set("consumer-70/email", "(erased)"), set("consumer-70/marketing", "Subscribed")],
      }),
      entry("c2", 2, 12n, {
        type: "OrnamentSelected",
        subject: 70,
        about: "pin-CCCC001",
        changes: [set("consumer-70/current-ornament", "CCCC-001")],
      }),
      entry("c3", 3, 13n, {
        ...consumer,
        changes: [set("consumer-70/marketing", "Unsubscribed"), set("consumer-70/email", "new@example.com")],
      }),
    ]);
    const rows = await rowsOf("subject=consumer-70");
    expect(rows.at(-1)?.changes).toEqual([
      { what: "Value", from: "Subscribed", to: "Unsubscribed" },
      { what: "Value", from: "(erased)", to: "new@example.com" },
    ]);
  });

  test("the value before is found for a thing that changed more than ten thousand times", async () => {
    const device = (to: string) => set("pin-DDDD001/consumer-1/device-1", to);
    const renamed = { type: "DeviceRenamed", about: "pin-DDDD001", group: "pins" } as const;
    const times = 10_050;
    await api.put.log([
      entry("r-first", -1, 100_000n, {
        ...renamed,
        type: "PinDeactivated",
        changes: [set("pin-DDDD001/status", "Registered")],
      }),
      ...Array.from({ length: times }, (_, n) =>
        entry(`r${n}`, n, 100_001n + BigInt(n), { ...renamed, changes: [device(`name ${n}`)] }),
      ),
      entry("r-last", times, 200_000n, {
        ...renamed,
        action: "PIN deactivated",
        type: "PinDeactivated",
        changes: [device("Removed"), set("pin-DDDD001/status", "Deactivated")],
      }),
    ]);
    const [row] = await rowsOf("subject=pin-DDDD001&action=PIN deactivated");
    expect(row?.changes).toEqual([
      { what: "Value", from: `name ${times - 1}`, to: "Removed" },
      { what: "Value", from: "Registered", to: "Deactivated" },
    ]);
  });
});

describe("what an entry of the System action log is part of", () => {
  test("an entry is part of the first entry of its request, also if that is on no page", async () => {
    await api.put.log([
      entry("p1", 1, 21n, { action: "Account deleted", request: "act" }),
      entry("p2", 1, 22n, { action: "PIN released", request: "act", session: "p" }),
    ]);
    const [released] = await rowsOf("session=p");
    expect(released).toMatchObject({
      request: "act",
      partOf: { id: "p1", action: "Account deleted" },
      others: 1,
    });
    const [deleted] = await rowsOf("request=act");
    expect(deleted).toMatchObject({ id: "p1", partOf: null, others: 1 });
  });

  test("an old entry is part of the entry that it follows from, and of none if that is hidden", async () => {
    await api.put.log([
      entry("o1", 1, 31n, { action: "Account deleted", group: "consumers" }),
      entry("o2", 2, 32n, { action: "PIN released", group: "consumers", cause: "o1" }),
      entry("o3", 3, 33n, { action: "PIN released", group: "consumers", cause: "hidden" }),
    ]);
    const rows = await rowsOf("group=consumers");
    expect(rows.map(({ partOf }) => partOf)).toEqual([null, { id: "o1", action: "Account deleted" }, null]);
  });
});

test("an entry of the System action log has its session with the browser and network address of that time", async () => {
  const place = (_id: string, commit: bigint, address: string | null, session = "moving") => ({
    _id,
    session,
    commit,
    browser: "Safari on iPhone",
    address,
    person: "consumer-7",
  });
  await api.put.sessions([
    place("x1", 41n, "192.0.2.1"),
    place("x2", 44n, "192.0.2.9"),
    place("x3", 40n, "203.0.113.1", "other"),
  ]);
  const inSession = { session: "moving", group: "signIn" } as const;
  await api.put.log([
    entry("m1", 1, 41n, { ...inSession }),
    entry("m2", 2, 43n, { ...inSession }),
    entry("m3", 3, 45n, { ...inSession }),
    entry("m4", 4, 46n, { ...inSession, session: "old" }),
    entry("m5", 5, 47n, { ...inSession, session: null }),
  ]);
  const browser = "Safari on iPhone";
  expect((await rowsOf("group=signIn")).map(({ session }) => session)).toEqual([
    { id: "moving", browser, address: "192.0.2.1" },
    { id: "moving", browser, address: "192.0.2.1" },
    { id: "moving", browser, address: "192.0.2.9" },
    { id: "old", browser: null, address: null },
    null,
  ]);
});
