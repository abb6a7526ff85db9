import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import { RestorableLog } from "@ornament/platform/eventstore/testing/restorable-log";
import { createLogger } from "@ornament/platform/logging/logger";
import { until } from "@ornament/testing/stores/until";
import { showStatus } from "@ornament/tools/projections/show-status";
import type { RunningProjector } from "../app.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { storeOn } from "../testing/memory-store.ts";
import { testStores } from "../testing/projector-fixture.ts";

/** The event store is restored from an older backup, or is another one, while the document store is kept. */
const at = testStores();
let log: RestorableLog;
let store: EventStore;
let warnings: { msg: string }[];

beforeEach(async () => {
  log = new RestorableLog();
  store = storeOn(log);
  warnings = [];
});
afterEach(async () => {
  await store.close();
});

const append = async (stream: string, ...events: DomainEvent[]): Promise<Position> => {
  const { revision } = await store.read(stream, { backwards: true, maxCount: 1 });
  const metadata = { actor: { kind: "system" }, correlationId: randomUUID() } as const;
  return (await store.append(stream, revision, events, metadata)).position;
};
const importPin = (n: number) => append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
const start = () =>
  at.startProjector({
    store,
    patienceMilliseconds: 0,
    logger: createLogger({
      name: "test",
      level: "warn",
      destination: { write: (line: string) => warnings.push(JSON.parse(line)) },
    }),
  });
const refilled = (names: "pins") => at.untilLive(names, ({ number, ready }) => number === 2 && ready);
const shown = async (position: Position) =>
  (await at.documents("pins", position.commit)).map(({ pin }) => pin);

/** Starts a projector and waits until the read models have reached the position. */
async function filledUpTo(position: Position): Promise<RunningProjector> {
  const projector = start();
  await projector.ready();
  await shown(position);
  return projector;
}

const replaced = "the event store was restored from an older backup, or its address leads to another one";

describe("read models that are not of this event store", () => {
  test("at the start, read models that are not of this event store are reported and filled again, and later events are projected", async () => {
    const kept = await importPin(1);
    await importPin(2);
    const last = await importPin(3);
    await (await filledUpTo(last)).stop();
    await log.restore(kept);
    const after = start();
    await after.ready();
    await refilled("pins");
    expect(await shown(await importPin(4))).toEqual(["0000-001", "0000-004"]);
    expect(warnings).toEqual([
      expect.objectContaining({
        msg: expect.stringMatching(
          new RegExp(
            `^The read models are not of this log \\(.*pins.*\\): the stored position 300 \\(event .+\\) is beyond the end of the event store, and the event store ends at 100: ${replaced}\\. They are filled again`,
          ),
        ),
      }),
    ]);
  });

  test("read models that are not of this event store are filled again while the projector runs", async () => {
    const kept = await importPin(1);
    const last = await importPin(2);
    const projector = await filledUpTo(last);
    await log.restore(kept);
    await refilled("pins");
    await projector.ready();
    expect(await shown(await importPin(3))).toEqual(["0000-001", "0000-003"]);
    expect(warnings.filter(({ msg }) => msg.includes(replaced))).toHaveLength(1);
    expect(await at.carriedOut("verify", ["pins"])).toMatchObject({ passed: true });
    expect(await at.carriedOut("rebuild", ["pins"])).toMatchObject({ passed: true });
  });

  test("a projector is not ready, and neither is a standby, while its read models are not of this event store", async () => {
    const last = await importPin(1);
    await (await filledUpTo(last)).stop();
    await log.replace();
    expect(await showStatus(at.db, store, new Date())).toMatch(/^pins +\S+ +not of this log +100 +–$/m);
    const lease = { holder: "another", until: new Date(Date.now() + 60_000) };
    await at.db
      .collection<{ _id: string }>("leases")
      .updateOne({ _id: "projector" }, { $set: lease }, { upsert: true });
    const standby = start();
    const readiness = await until(async () => {
      const found = await standby.readiness();
      return !JSON.stringify(found).includes("starting") && found;
    });
    expect(readiness).toEqual({ ready: false, reason: expect.stringContaining(replaced) });
  });

  test("readers are refused until read models that are not of this event store are filled again", async () => {
    const last = await importPin(1);
    await (await filledUpTo(last)).stop();
    await log.replace();
    const end = await importPin(7);
    const stalled: EventStore = {
      ...store,
      subscribeToAll: () => ({
        caughtUp: () => new Promise<void>(() => undefined),
        position: () => "start",
        stop: async () => undefined,
      }),
    };
    const filling = at.startProjector({ store: stalled, patienceMilliseconds: 0 });
    // Readers refuse as long as the live generation is not ready.
    for (const name of ["access", "pins"] as const)
      expect(await at.untilLive(name, ({ number }) => number === 2)).toMatchObject({ ready: false });
    expect(await filling.readiness()).toMatchObject({ ready: false });
    await filling.stop();
    await start().ready();
    await at.untilLive("access", ({ ready, commit }) => ready && commit >= end.commit);
    expect(await shown(end)).toEqual(["0000-007"]);
  });

  test("read models are filled again when the server delivers events from before their position", async () => {
    for (const n of [1, 2, 3]) await importPin(n);
    let id: string | undefined;
    const mistaken: EventStore = {
      ...store,
      async eventIdAt(position) {
        const wrongId = id;
        id = undefined;
        return wrongId ?? store.eventIdAt(position);
      },
    };
    const projector = at.startProjector({ store: mistaken, patienceMilliseconds: 0 });
    await projector.ready();
    const head = await store.head();
    id = head && (await store.eventIdAt(head));
    log.givesEarlier = true;
    await log.replace();
    let n = 6;
    const writing = setInterval(() => {
      n += 1;
      void importPin(n);
    }, 50);
    try {
      await refilled("pins");
    } finally {
      clearInterval(writing);
    }
    expect((await shown(await importPin(99))).slice(0, 1)).toEqual(["0000-007"]);
  });
});

test("a checkpoint without an event's id, which an older version stored, is accepted and gets the id with the next event", async () => {
  const end = await importPin(1);
  await (await filledUpTo(end)).stop();
  const generations = at.db.collection<ProjectionGeneration>(generationsCollection);
  await generations.updateMany({}, { $unset: { eventId: "" } });
  await start().ready();
  expect(await shown(await importPin(2))).toEqual(["0000-001", "0000-002"]);
  const head = await store.head();
  expect(await at.live("pins")).toMatchObject({ number: 1, eventId: head && (await store.eventIdAt(head)) });
  expect(warnings).toEqual([]);
});

test("a rebuild and a comparison succeed on an event store that has only system events", async () => {
  await store.setStreamMetadata("anything-1", { maxAge: 60 });
  await start().ready();
  expect(await at.carriedOut("rebuild", ["pins"])).toMatchObject({ passed: true });
  expect(await at.carriedOut("verify", ["pins"])).toMatchObject({ passed: true });
  expect(await shown(await importPin(1))).toEqual(["0000-001"]);
});
