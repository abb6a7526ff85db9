import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { addingFields, type EventDefinition, event } from "@ornament/contracts/events/definition";
import { streams } from "@ornament/contracts/events/streams";
import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import type { EventStore, NewEvent } from "@ornament/platform/eventstore/event-store";
import { createLogger, silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { stoppingGenerations } from "@ornament/tools/projections/prepare";
import { z } from "zod";
import { projections } from "../all-projections.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { testStores } from "../testing/projector-fixture.ts";

const definitions = Object.values<EventDefinition>(eventCatalogue);
const row = z.number();
/**
 * A newer build has one more event, and writes two events in a second version. That of SettingChanged only adds
 * a field.
 */
const newerDefinitions = [
  ...definitions.map((definition) => {
    const { type, schema } = definition;
    const log = definition.log === "hidden" ? {} : { log: definition.log };
    if (type === "PinImported") {
      const upcasters = [(data: object) => ({ ...data, row: 0 })];
      return { type, ...event({ fields: schema.extend({ row }), ...log, upcasters }) };
    }
    if (type !== "SettingChanged") return definition;
    const upcasters = [addingFields({ row: 0 })];
    return { type, ...event({ fields: schema.extend({ row }), ...log, upcasters }) };
  }),
  { type: "PinEngraved", ...event({ fields: { code: z.string(), text: z.string() } }) },
];

const at = testStores();
let older: EventStore;
let newer: EventStore;
let errors: { msg: string }[];

beforeEach(async () => {
  const log = new InMemoryLog();
  const masterKey = serverKey(randomBytes(32));
  older = createEventStore(log, { definitions, masterKey, logger: silentLogger() });
  newer = createEventStore(log, { definitions: newerDefinitions, masterKey, logger: silentLogger() });
  errors = [];
});
afterEach(async () => {
  await Promise.all([older.close(), newer.close()]);
});

const destination = { write: (line: string) => errors.push(JSON.parse(line)) };
const start = (store = older) =>
  at.startProjector({ store, logger: createLogger({ name: "test", level: "error", destination }) });

async function append(store: EventStore, stream: string, event: NewEvent): Promise<bigint> {
  const metadata = { actor: { kind: "system" }, correlationId: "test" } as const;
  return (await store.append(stream, "any", [event], metadata)).position.commit;
}
const importPin = (n: number) => append(older, streams.pin(codeOf(n)), facts.imported(codeOf(n)));
const importPinNewly = (n: number) => {
  const { type, data } = facts.imported(codeOf(n));
  return append(newer, streams.pin(codeOf(n)), { type, data: { ...data, row: n } });
};
const changeSetting = (to: number, { store = older, added = {} } = {}) =>
  append(store, streams.setting("numberDevices"), {
    type: "SettingChanged",
    data: { name: "numberDevices", from: null, to, ...added },
  });

const shownPins = async (position: bigint) => (await at.documents("pins", position)).map(({ code }) => code);

test("an event of an unknown type stops no projection", async () => {
  await importPin(1);
  await append(newer, streams.pin(codeOf(1)), {
    type: "PinEngraved",
    data: { code: codeOf(1), text: "Merry" },
  });
  const end = await importPin(2);
  const projector = start();
  await projector.ready();
  expect(await shownPins(end)).toEqual([codeOf(1), codeOf(2)]);
  expect(errors).toEqual([]);
});

test("a projection folds an event of a newer version that only adds fields, and a command on its stream waits for the newer build", async () => {
  const end = await changeSetting(7, { store: newer, added: { row: 3 } });
  const projector = start();
  await projector.ready();
  expect(await at.documents("settings", end)).toMatchObject([{ value: 7 }]);
  expect(errors).toEqual([]);
  await expect(older.read(streams.setting("numberDevices"))).rejects.toMatchObject({
    code: "upgrade_in_progress",
  });
});

test("a former build's preparation names the event of the newer build that stops it, and not one with added fields", async () => {
  const before = await importPin(1);
  const projector = start();
  await shownPins(before);
  await projector.stop();
  await changeSetting(7, { store: newer, added: { row: 3 } });
  const now = () => new Date();
  const parts = { store: older, db: at.db, now, projections: Object.values(projections) };
  const options = { ...parts, erased: new Set<string>(), logger: silentLogger() };
  expect(await stoppingGenerations(options)).toEqual([]);
  await importPinNewly(2);
  expect(await stoppingGenerations(options)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^pins: PinImported at \d+ has version 2, which only a newer build can read$/),
    ]),
  );
});
