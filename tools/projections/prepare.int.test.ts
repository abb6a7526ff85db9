import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { gate } from "@ornament/platform/waiting/testing/gate";
import { pins } from "@ornament/projector/pins";
import type { Projection } from "@ornament/projector/projection";
import { codeOf, facts } from "@ornament/projector/testing/facts";
import { pinsGeneration, testStores } from "@ornament/projector/testing/projector-fixture";
import { missingGenerations, prepareGenerations, stoppedGenerations } from "./prepare.ts";

const at = testStores();

const never = new AbortController().signal;
const importPin = (n: number) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));

/** The projection of another build: of a version that this build's readers don't use. */
const formerPins: Projection = { ...pins, readModel: { ...pins.readModel, version: 1_000 } };
const formerGeneration = "pins_v1000_1";

const optionsOf = (projection: Projection) => ({
  store: at.store,
  erased: new Set<string>(),
  db: at.db,
  logger: silentLogger(),
  now: () => new Date(),
  projections: [projection],
});
const generation = async (_id: string) =>
  at.db.collection<ProjectionGeneration>(generationsCollection).findOne({ _id });
const rows = (id: string) => at.db.collection(collectionOf(id)).countDocuments({});

/** Resolves when the former build's generation has reached a position. */
async function formerReached(commit: bigint): Promise<void> {
  while (((await generation(formerGeneration))?.commit ?? -1n) < commit) await new Promise(setImmediate);
}

test("read models are filled for the next build while the former build goes on, and the next build continues them", async () => {
  for (let n = 1; n <= 20; n += 1) await importPin(n);
  const former = at.startProjector({ projections: [formerPins] });
  await formerReached(await importPin(21));
  expect(await missingGenerations(optionsOf(pins))).toEqual([{ name: "pins", fraction: 0 }]);

  expect(await prepareGenerations(optionsOf(pins), never)).toEqual(["pins"]);
  expect(await rows(pinsGeneration(2))).toBe(21);
  expect(await missingGenerations(optionsOf(pins))).toEqual([]);
  await formerReached(await importPin(22));
  expect(await rows(formerGeneration)).toBe(22);
  expect(await generation(formerGeneration)).toMatchObject({ state: "live" });

  await former.stop();
  await at.startProjector({ projections: [pins] }).ready();
  expect(await at.documents("pins", await importPin(23))).toHaveLength(23);
  expect((await at.live("pins"))?.number).toBe(2);
});

test("read models that are ready are not filled a second time", async () => {
  await importPin(1);
  await at.startProjector({ projections: [pins] }).ready();
  expect(await prepareGenerations(optionsOf(pins), never)).toEqual([]);
  expect((await at.live("pins"))?.number).toBe(1);
});

test("a preparation that was interrupted continues at its checkpoint", async () => {
  for (let n = 1; n <= 20; n += 1) await importPin(n);
  const interrupted = new AbortController();
  interrupted.abort();
  expect(await prepareGenerations(optionsOf(pins), interrupted.signal)).toEqual([]);
  expect(await prepareGenerations(optionsOf(pins), never)).toEqual(["pins"]);
  expect(await rows(pinsGeneration(1))).toBe(20);
});

test("a preparation ends with an error when a projector of its build takes over", async () => {
  for (let n = 1; n <= 20; n += 1) await importPin(n);
  const { open: resume, opened: takenOver } = gate();
  const slow: EventStore = {
    ...at.store,
    subscribeToAll: (options) =>
      at.store.subscribeToAll({
        ...options,
        onBatch: async (batch) => {
          if (options.name === "projections") await takenOver;
          await options.onBatch(batch);
        },
      }),
  };
  const preparing = prepareGenerations({ ...optionsOf(pins), store: slow }, never);
  const ended = expect(preparing).rejects.toThrow("Another projector has moved a checkpoint");
  while ((await at.live("pins")) === undefined) await new Promise(setImmediate);
  await at.startProjector({ projections: [pins] }).ready();
  resume();
  await ended;
  expect(await at.documents("pins", await importPin(21))).toHaveLength(21);
});

test("a read model that the next build can't fold is prepared up to there, and another build continues it", async () => {
  for (let n = 1; n <= 3; n += 1) await importPin(n);
  const former = at.startProjector({ projections: [formerPins] });
  const bad = await at.append(streams.pin(codeOf(2)), facts.deactivated("lost", null, codeOf(2)));
  await formerReached(bad);
  const failing: Projection = {
    ...pins,
    evolve(key, state, event, look) {
      if (event.type === "PinDeactivated") throw new TypeError("it has no such field");
      return pins.evolve(key, state, event, look);
    },
  };
  await prepareGenerations(optionsOf(failing), never);
  expect(await stoppedGenerations(optionsOf(failing))).toEqual([
    `pins: PinDeactivated at ${bad} can't be folded (TypeError: it has no such field)`,
  ]);
  expect((await generation(formerGeneration))?.stopped ?? null).toBeNull();
  await former.stop();

  await at.startProjector({ projections: [pins] }).ready();
  const later = await at.append(streams.pin(codeOf(2)), facts.activated("found", null, codeOf(2)));
  expect(await at.documents("pins", later)).toMatchObject([{}, { statusChange: { comment: "found" } }, {}]);
  expect(await stoppedGenerations(optionsOf(pins))).toEqual([]);
});
