import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type DomainEvent, eventCatalogue } from "@ornament/contracts/events/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { schemaVersion } from "@ornament/contracts/events/upcast";
import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import { observed } from "@ornament/platform/eventstore/client/observed-store";
import { InMemoryLog } from "@ornament/platform/eventstore/emulation/in-memory-log";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { createLogger, silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { codeOf, facts } from "../testing/facts.ts";
import { openTestStores, type TestStores } from "../testing/projector-fixture.ts";

/** During a rolling upgrade a newer build writes events that this build doesn't know. */
let at: TestStores;
let log: InMemoryLog;
let store: EventStore;
let errors: { msg: string }[];

beforeEach(async () => {
  at = await openTestStores();
  log = new InMemoryLog();
  store = createEventStore(log, {
    definitions: Object.values(eventCatalogue),
    masterKey: serverKey(randomBytes(32)),
    logger: silentLogger(),
  });
  errors = [];
});
afterEach(async () => {
  await at.close();
  await store.close();
});

const destination = { write: (line: string) => errors.push(JSON.parse(line)) };
const start = (read: EventStore = store) =>
  at.startProjector({ store: read, logger: createLogger({ name: "test", level: "error", destination }) });

async function append(stream: string, event: DomainEvent): Promise<bigint> {
  const metadata = { actor: { kind: "system" }, correlationId: "test" } as const;
  return (await store.append(stream, "any", [event], metadata)).position.commit;
}
const importPin = (n: number) => append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
const changeSetting = (to: number) =>
  append(streams.setting("numberDevices"), {
    type: "SettingChanged",
    data: { name: "numberDevices", from: null, to },
  });

/** Appends an event as a newer build does. */
async function appendNewer(stream: string, type: string, data: Record<string, unknown>): Promise<void> {
  const metadata = {
    $correlationId: "test",
    actor: { kind: "system" },
    schemaVersion: schemaVersion + 1,
  };
  await log.append(stream, "any", [{ id: randomUUID(), type, data, metadata }]);
}
const importPinNewly = (n: number) =>
  appendNewer(streams.pin(codeOf(n)), "PinImported", { pinCode: codeOf(n), batch: { name: "winter" } });

/** Reads as the newer build: it knows the version and turns the event into its own shape. */
const newerBuild = (): EventStore => ({
  ...observed(store, {}),
  subscribeToAll: (options) =>
    store.subscribeToAll({
      ...options,
      onBatch: (batch) => options.onBatch({ ...batch, events: batch.events.map(upcast) }),
    }),
});
function upcast(event: StoredEvent): StoredEvent {
  if (event.metadata.schemaVersion === schemaVersion) return event;
  const { pinCode } = event.data as { pinCode: string };
  return { ...event, ...facts.imported(pinCode), metadata: { ...event.metadata, schemaVersion } };
}

const shownPins = async (position: bigint) => (await at.documents("pins", position)).map(({ code }) => code);

test("an event of an unknown type stops no projection", async () => {
  await importPin(1);
  await appendNewer(streams.pin(codeOf(1)), "PinEngraved", { code: codeOf(1), text: "Merry" });
  const end = await importPin(2);
  const projector = start();
  await projector.ready();
  expect(await shownPins(end)).toEqual([codeOf(1), codeOf(2)]);
  expect(errors).toEqual([]);
});

test.each(["at the start", "while it runs"])(
  "a projection stops before an event of a newer version that it folds, and the others continue, %s",
  async (when) => {
    const before = await importPin(1);
    if (when === "while it runs") {
      await start().ready();
      await shownPins(before);
    }
    await importPinNewly(2);
    await importPin(3);
    const end = await changeSetting(7);
    const projector = when === "at the start" ? start() : undefined;
    expect(await at.documents("settings", end)).toMatchObject([{ value: 7 }]);
    await at.untilLive("admins", ({ commit }) => commit >= end);
    const pins = await at.live("pins");
    expect(pins?.commit).toBeLessThan(end);
    const stored = await at.db.collection("pins_v1_1").find({}).toArray();
    expect(stored.map(({ code }) => code)).toEqual(when === "at the start" ? [] : [codeOf(1)]);
    expect(errors.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /^The projection pins stops until a newer build continues it: PinImported at \d+ has version 2, which only a newer build can read$/,
      ),
    ]);
    await projector?.stop();
  },
);

test("a projector with a stopped projection is not ready and gives the reason", async () => {
  await importPinNewly(1);
  const projector = start();
  let readiness = await projector.readiness();
  while ("soon" in readiness || JSON.stringify(readiness).includes("starting")) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    readiness = await projector.readiness();
  }
  await at.untilLive("settings", ({ ready }) => ready);
  expect(await projector.readiness()).toMatchObject({
    ready: false,
    reason: expect.stringMatching(/^Projections have stopped \(pins: PinImported at \d+ has version 2/),
  });
});

test("a rebuild and a comparison of a stopped projection fail with the reason", async () => {
  const before = await importPin(1);
  start();
  await shownPins(before);
  await importPinNewly(2);
  const end = await changeSetting(7);
  await at.documents("settings", end);
  const reason = expect.stringMatching(
    /^pins: PinImported at \d+ has version 2.*; the live generation stays$/,
  );
  expect(await at.carriedOut("rebuild", ["pins", "settings"])).toMatchObject({
    state: "failed",
    messages: [reason, "settings: now settings_v1_2"],
  });
  expect(await at.carriedOut("verify", ["pins"])).toMatchObject({
    state: "failed",
    messages: [expect.stringMatching(/^pins: PinImported at \d+ has version 2/)],
  });
  expect((await at.live("pins"))?._id).toBe("pins_v1_1");
});

test("a newer build continues a stopped projection where it stopped", async () => {
  const before = await importPin(1);
  const older = start();
  await shownPins(before);
  await importPinNewly(2);
  await at.documents("settings", await changeSetting(7));
  await older.stop();
  const end = await importPin(3);
  await start(newerBuild()).ready();
  expect(await shownPins(end)).toEqual([codeOf(1), codeOf(2), codeOf(3)]);
  expect((await at.live("pins"))?.number).toBe(1);
});
