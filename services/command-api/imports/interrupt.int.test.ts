import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import type { PinImportEvent } from "@ornament/contracts/imports/events";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { FollowOptions } from "../jobs/job-runs.ts";
import { TestClock, testParts, testStore } from "../testing/test-command-api.ts";
import { eventTypes } from "../testing/test-ornament.ts";

let clock: TestClock;
let store: EventStore;
beforeEach(() => {
  clock = new TestClock();
  store = testStore(clock);
});
afterEach(() => store.close());

const metadata = { correlationId: "test", actor: { kind: "system" } } as const;
const counts = { rows: 7, added: 6, duplicates: 0, bad: 1 };
const started = (importId: string): PinImportEvent => ({
  type: "PinImportStarted",
  data: { importId, fileName: "pins.csv", batchName: "pins.csv", bytes: 1 },
});
const progressed = (importId: string): PinImportEvent => ({
  type: "PinImportProgressed",
  data: { importId, ...counts },
});
const completed = (importId: string): PinImportEvent => ({
  type: "PinImportCompleted",
  data: { importId, fileName: "pins.csv", ...counts, refused: [] },
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
const last = async (importId: string) =>
  (await store.read<PinImportEvent>(streams.pinImport(importId))).events.at(-1);

test("an import that was cut off by a crash is marked as interrupted, with its last counts", async () => {
  await given("a", started("a"), progressed("a"));
  await given("b", started("b"));
  await given("c", started("c"), completed("c"));
  clock.advance(60_000);
  await run(["a", "b"]);
  expect(await last("a")).toMatchObject({
    type: "PinImportInterrupted",
    data: { fileName: "pins.csv", ...counts, reason: "the server stopped" },
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
