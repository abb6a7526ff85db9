import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import { streams } from "@ornament/contracts/events/streams";
import type { PinImportEvent } from "@ornament/contracts/imports/events";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { firstAdminBootstrap } from "../admins/bootstrap.ts";
import type { FollowOptions } from "../jobs/job-runs.ts";
import { beforeAppends } from "../testing/before-appends.ts";
import { firstAdmin, TestClock, testParts, testStore } from "../testing/test-command-api.ts";
import { eventTypes } from "../testing/test-ornament.ts";
import { takeTurn } from "./import-job.ts";

let clock: TestClock;
let store: EventStore;
beforeEach(async () => {
  clock = new TestClock();
  store = testStore(clock);
  await firstAdminBootstrap(testParts({ store, clock: clock.now }), firstAdmin)();
});
afterEach(() => store.close());

/** A replica of the service on the event store. */
function replica(on: EventStore = store) {
  const parts = testParts({ store: on, clock: clock.now });
  return (importId: string) =>
    takeTurn(parts, importId, parts.contexts.fresh({ correlationId: importId, actor: { kind: "system" } }));
}

const adminId = async () =>
  (await store.read<AdminDirectoryEvent>(streams.adminDirectory)).events[0]?.data.adminId ?? 0;

async function append(importId: string, revision: bigint | "no_stream", event: PinImportEvent) {
  const actor = { kind: "admin", id: await adminId(), role: "ADMIN" } as const;
  await store.append(streams.pinImport(importId), revision, [event], { correlationId: "test", actor });
}
const started = (importId: string): PinImportEvent => ({
  type: "PinImportStarted",
  data: { importId, fileName: "winter.csv", batchName: "winter.csv", bytes: 1 },
});
const last = async (importId: string) =>
  (await store.read<PinImportEvent>(streams.pinImport(importId))).events.at(-1);
const counts = { rows: 12_000, added: 11_990, duplicates: 0, bad: 10 };
const running = async (importId: string) => {
  await append(importId, "no_stream", started(importId));
  await append(importId, 0n, { type: "PinImportProgressed", data: { importId, ...counts } });
};

test("an import is refused while another runs, and the refusal says whose it is, since when, and how far", async () => {
  await replica()("first");
  clock.advance(180_000);
  await running("first");
  await expect(replica()("second")).rejects.toMatchObject({
    code: "import_running",
    status: 409,
    message: expect.stringMatching(
      `^${firstAdmin.email} started an import of winter.csv 3 minutes ago, and 12,000 rows are read so far. Only one import runs at a time.`,
    ),
  });
});

test("an import whose turn is taken between its look and its append sees the other import", async () => {
  let isFirst = true;
  const slow = beforeAppends(store, async (stream) => {
    if (stream !== streams.pinImportTurn || !isFirst) return;
    isFirst = false;
    await replica()("faster");
  });
  await expect(replica(slow)("slower")).rejects.toMatchObject({ code: "import_running" });
});

test("an import that was cut off is marked as interrupted after 10 seconds and holds up nobody", async () => {
  await replica()("first");
  await running("first");
  await expect(replica()("second")).rejects.toMatchObject({ code: "import_running" });
  clock.advance(10_000);
  const { jobs } = testParts({ store, clock: clock.now });
  jobs.follow();
  while ((await last("first"))?.type !== "PinImportInterrupted") await new Promise(setImmediate);
  await replica()("second");
  await jobs.stop();
});

test("an import that was cut off before it started holds up nobody for longer than 10 seconds", async () => {
  await replica()("first");
  await expect(replica()("second")).rejects.toMatchObject({
    message: expect.stringMatching("^Another admin started an import of a file"),
  });
  clock.advance(10_000);
  await replica()("second");
  expect(await eventTypes(store, streams.pinImport("first"))).toEqual([]);
});

const metadata = { correlationId: "test", actor: { kind: "system" } } as const;
const progressed = (importId: string): PinImportEvent => ({
  type: "PinImportProgressed",
  data: { importId, ...counts },
});
const completed = (importId: string): PinImportEvent => ({
  type: "PinImportCompleted",
  data: { importId, fileName: "winter.csv", ...counts, refused: [] },
});
const given = (importId: string, ...events: PinImportEvent[]) =>
  store.append(streams.pinImport(importId), "no_stream", events, metadata);

/** Runs the jobs of a process until the imports have ended. */
async function run(importIds: readonly string[], options?: FollowOptions): Promise<void> {
  const { jobs } = testParts({ store, clock: clock.now });
  jobs.follow(options);
  for (const id of importIds)
    while (!["PinImportInterrupted", "PinImportCompleted"].includes((await last(id))?.type ?? ""))
      await new Promise(setImmediate);
  await jobs.stop();
}

test("an import that was cut off by a crash is marked as interrupted, with its last counts", async () => {
  await given("a", started("a"), progressed("a"));
  await given("b", started("b"));
  await given("c", started("c"), completed("c"));
  clock.advance(60_000);
  await run(["a", "b"]);
  expect(await last("a")).toMatchObject({
    type: "PinImportInterrupted",
    data: { fileName: "winter.csv", ...counts, reason: "the server stopped" },
    metadata: { actor: { kind: "system" } },
  });
  expect(await last("b")).toMatchObject({ type: "PinImportInterrupted", data: { rows: 0 } });
  expect((await last("c"))?.type).toBe("PinImportCompleted");
});

test("an import that is still running is not marked as interrupted", async () => {
  await given("a", started("a"));
  const waiting = run(["a"], { abandonedAfterMilliseconds: 300 });
  await store.append(streams.pinImport("a"), 0n, [completed("a")], metadata);
  await waiting;
  expect(await eventTypes(store, streams.pinImport("a"))).toEqual(["PinImportStarted", "PinImportCompleted"]);
});

test("imports that have ended are not read again at the next start", async () => {
  await given("a", started("a"));
  clock.advance(60_000);
  const { jobs } = testParts({ store, clock: clock.now });
  jobs.follow();
  while ((await store.read(streams.checkpoint("jobs"))).events.length === 0) await new Promise(setImmediate);
  await jobs.stop();
  await given("b", started("b"));
  clock.advance(60_000);
  await run(["b"]);
  expect((await last("b"))?.type).toBe("PinImportInterrupted");
});
