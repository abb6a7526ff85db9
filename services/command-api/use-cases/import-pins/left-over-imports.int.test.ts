import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import type { CheckpointEvent } from "@ornament/contracts/events/checkpoint";
import type { PinImportEvent } from "@ornament/contracts/events/pin-import";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { createLogger } from "@ornament/platform/logging/logger";
import { beforeAppends } from "../../testing/before-appends.ts";
import { TestClock, testParts, testStore } from "../../testing/test-command-api.ts";
import { eventTypes } from "../../testing/test-ornament.ts";
import { interruptLeftOverImports } from "./left-over-imports.ts";

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
const run = (options = {}) => interruptLeftOverImports(testParts({ store, clock: clock.now }), options);
const last = async (importId: string) =>
  (await store.read<PinImportEvent>(streams.pinImport(importId))).events.at(-1);

test("an import that was cut off by a crash is marked as interrupted, with its last counts", async () => {
  await given("a", started("a"), progressed("a"));
  await given("b", started("b"));
  await given("c", started("c"), completed("c"));
  clock.advance(60_000);
  await run();
  expect(await last("a")).toMatchObject({
    type: "PinImportInterrupted",
    data: { fileName: "pins.csv", ...counts, reason: "the server stopped" },
    metadata: { actor: { kind: "system" } },
  });
  expect(await last("b")).toMatchObject({ type: "PinImportInterrupted", data: { rows: 0 } });
  expect((await last("c"))?.type).toBe("PinImportCompleted");
});

test("an import is marked as interrupted once, also by two replicas at the same time", async () => {
  await given("a", started("a"));
  clock.advance(60_000);
  await Promise.all([run(), run()]);
  await run();
  expect(await eventTypes(store, streams.pinImport("a"))).toEqual([
    "PinImportStarted",
    "PinImportInterrupted",
  ]);
});

test("an import that is still running is not marked as interrupted", async () => {
  await given("a", started("a"));
  const waiting = run({ abandonedAfterMilliseconds: 300 });
  await store.append(streams.pinImport("a"), 0n, [completed("a")], metadata);
  await waiting;
  expect(await eventTypes(store, streams.pinImport("a"))).toEqual(["PinImportStarted", "PinImportCompleted"]);
});

test("stopping the service ends the wait for a running import and marks nothing", async () => {
  await given("a", started("a"));
  const stopping = new AbortController();
  const waiting = run({ signal: stopping.signal });
  stopping.abort();
  await waiting;
  expect(await eventTypes(store, streams.pinImport("a"))).toEqual(["PinImportStarted"]);
});

test("imports that have ended are not read again at the next start", async () => {
  await given("a", started("a"));
  clock.advance(60_000);
  await run();
  const { events } = await store.read(streams.checkpoint("pinImports"));
  expect(events).toHaveLength(1);
  await given("b", started("b"));
  clock.advance(60_000);
  await run();
  expect((await last("b"))?.type).toBe("PinImportInterrupted");
});

test("an import that was marked as interrupted can't go on", async () => {
  await given("a", started("a"));
  clock.advance(60_000);
  await run();
  const { pinImports, contexts } = testParts({ store, clock: clock.now });
  const progress = pinImports.handle("a", { type: "Progress", counts }, contexts.fresh(metadata));
  await expect(progress).rejects.toThrow(Refusal);
  expect((await last("a"))?.type).toBe("PinImportInterrupted");
});

test.each([
  ["that is not a position in any event store", "18446744073709551615"],
  ["from another event store", "9000000000"],
])(
  "a checkpoint of the imports %s is ignored, and an import that was cut off is marked as interrupted",
  async (_name, commit) => {
    await given("a", started("a"));
    const stored = { type: "CheckpointStored", data: { commit, prepare: commit } };
    await store.append(streams.checkpoint("pinImports"), "no_stream", [stored], metadata);
    clock.advance(60_000);
    await run({ patienceMilliseconds: 0 });
    expect((await last("a"))?.type).toBe("PinImportInterrupted");
    await run({ patienceMilliseconds: 0 });
    const { events } = await store.read<CheckpointEvent>(streams.checkpoint("pinImports"));
    expect(Number(events.at(-1)?.data.commit)).toBeLessThan(1e9);
  },
);

test("a subscription that never reports that it has caught up is given up after it delivers nothing for a while", async () => {
  await given("a", started("a"));
  clock.advance(60_000);
  const warnings: unknown[] = [];
  const logger = createLogger({
    name: "test",
    level: "warn",
    destination: { write: (line: string) => warnings.push(JSON.parse(line)) },
  });
  const silent: EventStore = {
    ...beforeAppends(store, async () => undefined),
    subscribeToAll({ onBatch }) {
      const given = store
        .read(streams.pinImport("a"))
        .then(({ events }) => onBatch({ events, position: { commit: 1n, prepare: 1n }, caughtUp: false }));
      const never = new Promise<void>(() => undefined);
      return { caughtUp: () => never, position: () => "start", stop: () => given };
    },
  };
  await interruptLeftOverImports(testParts({ store: silent, clock: clock.now, logger }), {
    silenceMilliseconds: 50,
  });
  expect((await last("a"))?.type).toBe("PinImportInterrupted");
  expect(warnings).toHaveLength(1);
  expect((await store.read(streams.checkpoint("pinImports"))).events).toEqual([]);
});
