import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { type DeadLetter, deadLettersCollection } from "@ornament/contracts/read-models/projection-status";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { showStatus } from "../cli/show-status.ts";
import { type ProjectorMetrics, projectorMetrics } from "../metrics.ts";
import { projections } from "../projections/all-projections.ts";
import type { Projection } from "../projections/projection.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { openTestStores, pinsGeneration, type TestStores } from "../testing/projector-fixture.ts";

let at: TestStores;
beforeEach(async () => {
  at = await openTestStores();
});
afterEach(() => at.close());

const importPin = (n: number) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
const letters = () => at.db.collection<DeadLetter>(deadLettersCollection).find({}).toArray();

const { pins } = projections;
/** `pins`, failing at these PINs. */
const failingAt = (...numbers: number[]): Projection[] => [
  {
    ...pins,
    evolve(key, state, event, look) {
      if (event.type === "PinImported" && numbers.some((n) => codeOf(n) === event.data.code))
        throw new TypeError("it has no such field");
      return pins.evolve(key, state, event, look);
    },
  },
  projections.settings,
];

async function countedIn(metrics: ProjectorMetrics) {
  const { values } = await metrics.deadLetters.get();
  return values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels.projection, value]);
}

test("an event that a projection fails at is skipped and reported, and later events are projected", async () => {
  for (let n = 1; n <= 9; n += 1) await importPin(n);
  const bad = await importPin(10);
  for (let n = 11; n <= 20; n += 1) await importPin(n);
  const metrics = projectorMetrics(createMetrics({ service: "projector" }));
  await at.startProjector({ projections: failingAt(10), metrics }).ready();
  const end = await importPin(21);
  const shown = (await at.documents("pins", end)).map(({ code }) => code);
  const others = Array.from({ length: 21 }, (_, n) => n + 1).filter((n) => n !== 10);
  expect(shown).toEqual(others.map(codeOf));
  expect(await letters()).toMatchObject([
    {
      generation: pinsGeneration(1),
      projection: "pins",
      commit: bad,
      event: "PinImported",
      reason: "TypeError: it has no such field",
    },
  ]);
  expect(await countedIn(metrics)).toEqual([["pins", 1]]);
  expect(await showStatus(at.db, at.store, new Date())).toContain(
    `${pinsGeneration(1)}: PinImported at ${bad} could not be folded (TypeError: it has no such field)`,
  );
});

test("dead letters of the same position are always shown in the same order", async () => {
  const end = await importPin(1);
  await at.startProjector({ projections: failingAt() }).ready();
  await at.documents("pins", end);
  const letter = { generation: pinsGeneration(1), projection: "pins", commit: 7n, reason: "none" } as const;
  const stored = ["c", "a", "b"].map((_id) => ({ ...letter, _id, event: `Event-${_id}` }) as DeadLetter);
  await at.db.collection<DeadLetter>(deadLettersCollection).insertMany(stored);
  const status = await showStatus(at.db, at.store, new Date());
  expect(status.match(/Event-\w/g)).toEqual(["Event-a", "Event-b", "Event-c"]);
});

test("an event that fails again after a crash is the same dead letter, which the metric still counts", async () => {
  await importPin(2);
  const end = await importPin(1);
  const first = at.startProjector({ projections: failingAt(1) });
  await first.ready();
  await first.stop();
  await at.goBack();
  const metrics = projectorMetrics(createMetrics({ service: "projector" }));
  await at.startProjector({ projections: failingAt(1), metrics }).ready();
  await at.documents("pins", end);
  expect(await letters()).toHaveLength(1);
  expect(await countedIn(metrics)).toEqual([["pins", 1]]);
});

test("the metric counts dead letters again after a restart, and none after a rebuild by a repaired projection", async () => {
  await importPin(1);
  const first = at.startProjector({ projections: failingAt(1) });
  await first.ready();
  await first.stop();
  const metrics = projectorMetrics(createMetrics({ service: "projector" }));
  const repaired = at.startProjector({ metrics });
  await repaired.ready();
  expect(await countedIn(metrics)).toEqual([["pins", 1]]);
  expect(await at.carriedOut("rebuild", ["pins"])).toMatchObject({ state: "done" });
  expect(await countedIn(metrics)).toEqual([]);
});

test("an event whose data break its schema is a dead letter that the metric counts and status and verify name", async () => {
  await at.append(streams.setting("numberDevices"), {
    type: "SettingChanged",
    data: { name: "numberDevices", from: null, to: 3 },
  });
  const bad = await at.appendUnchecked(streams.setting("numberDevices"), {
    type: "SettingChanged",
    data: { name: "numberDevices", from: 3, to: "many" },
  });
  const end = await importPin(1);
  const metrics = projectorMetrics(createMetrics({ service: "projector" }));
  await at.startProjector({ metrics }).ready();
  expect(await at.documents("settings", end)).toMatchObject([{ _id: "numberDevices", value: 3 }]);
  expect(await countedIn(metrics)).toEqual([
    ["actionLog", 1],
    ["settings", 1],
  ]);
  const line = new RegExp(
    `SettingChanged at ${bad} could not be folded \\(InvalidEventError: .*: to: is not of`,
  );
  expect(await showStatus(at.db, at.store, new Date())).toMatch(line);
  expect(await at.carriedOut("verify", ["settings"])).toMatchObject({
    state: "failed",
    messages: [
      expect.anything(),
      expect.stringMatching(line),
      expect.stringMatching(/^log: SettingChanged at/),
    ],
  });
});

test("a rebuild of a projection that fails at an event fails with the reason, and the other projections switch", async () => {
  await importPin(1);
  const bad = await importPin(2);
  await importPin(3);
  const sound = at.startProjector();
  await sound.ready();
  await sound.stop();
  await at.startProjector({ projections: failingAt(2, 3) }).ready();
  const request = await at.carriedOut("rebuild", ["pins", "settings"]);
  expect(request).toMatchObject({
    state: "failed",
    messages: [
      `pins: PinImported at ${bad} could not be folded (TypeError: it has no such field), and 1 more; the live generation stays`,
      "settings: now settings_v1_2",
    ],
  });
  expect((await at.live("pins"))?._id).toBe(pinsGeneration(1));
  expect(await at.documents("pins", await importPin(4))).toHaveLength(4);
  expect(await letters()).toEqual([]);
  expect((await at.db.listCollections().toArray()).map(({ name }) => name)).not.toContain(pinsGeneration(2));
});

test("verify names the events that can't be folded", async () => {
  await importPin(1);
  const bad = await importPin(2);
  await at.startProjector({ projections: failingAt(2) }).ready();
  expect(await at.carriedOut("verify", ["pins"])).toMatchObject({
    state: "failed",
    messages: [
      expect.stringMatching(/^pins: 2 documents, the same as after a fresh replay \(at /),
      "log: 2 events keep the rules of the product",
      `pins: PinImported at ${bad} could not be folded (TypeError: it has no such field)`,
    ],
  });
});
