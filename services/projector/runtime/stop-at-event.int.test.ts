import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { showStatus } from "@ornament/tools/projections/show-status";
import { projections } from "../all-projections.ts";
import { type ProjectorMetrics, projectorMetrics } from "../metrics.ts";
import type { ProjectedEvent, Projection } from "../projection.ts";
import { codeOf, fact, facts } from "../testing/facts.ts";
import { pinsGeneration, testStores } from "../testing/projector-fixture.ts";

const at = testStores();

const importPin = (n: number) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
const changeSetting = (to: number) =>
  at.append(
    streams.setting("numberDevices"),
    fact("SettingChanged", { name: "numberDevices", from: null, to }),
  );

/** A sound projector fills the read models and ends. */
async function fillAll(): Promise<void> {
  const projector = at.startProjector();
  await projector.ready();
  await projector.stop();
}

/** Consumer 7 registers and enters the first PIN. */
async function enterPin(): Promise<void> {
  const code = codeOf(1);
  await at.append(streams.pin(code), facts.imported(code));
  await at.append(streams.consumer(7), facts.registered({ consumerId: 7, email: "gone@example.com" }));
  await at.append(streams.pin(code), { type: "PinRegistered", data: { code, consumerId: 7 } });
}

/** All projections, of which `pins` and `consumers` fail at the events for which `isPoison` holds. */
const failingAt = (isPoison: (event: ProjectedEvent) => boolean): Projection[] =>
  Object.values(projections).map((projection) =>
    ["pins", "consumers"].includes(projection.readModel.name)
      ? {
          ...projection,
          evolve(key, state, event, look) {
            if (isPoison(event)) throw new TypeError("it has no such field");
            return projection.evolve(key, state, event, look);
          },
        }
      : projection,
  );
const isImportOf =
  (...numbers: number[]) =>
  ({ type, data }: ProjectedEvent) =>
    type === "PinImported" && "code" in data && numbers.some((n) => codeOf(n) === data.code);
const failingAtMove = failingAt(({ type }) => type === "ConsumerEmailChanged");
const codes = (numbers: readonly number[]) => numbers.map(codeOf);
const rows = async (name: "pins" | "consumers") => {
  const { _id } = await at.untilLive(name, ({ ready }) => ready);
  return at.db.collection(_id).find({ deleted: false }).sort({ _id: 1 }).toArray();
};
const metricsOf = () => projectorMetrics(createMetrics({ service: "projector" }));
const stoppedIn = async (metrics: ProjectorMetrics) =>
  (await metrics.stopped.get()).values.map(({ labels, value }) => [labels.projection, labels.event, value]);

test("a read model stops before the event that its projection can't fold, the others go on, and the next build continues it", async () => {
  for (let n = 1; n <= 3; n += 1) await importPin(n);
  const bad = await importPin(4);
  const metrics = metricsOf();
  const failing = at.startProjector({ projections: failingAt(isImportOf(4)), metrics });
  await failing.ready();
  expect(await failing.readiness()).toEqual({ ready: true });
  await importPin(5);
  const end = await changeSetting(7);
  expect(await at.documents("settings", end)).toMatchObject([{ value: 7 }]);
  expect((await rows("pins")).map(({ code }) => code)).toEqual(codes([1, 2, 3]));
  const stopped = await at.untilLive("pins", (generation) => generation.stopped != null);
  expect(stopped.commit).toBeLessThan(bad);
  expect(stopped.stopped).toMatchObject({
    commit: bad,
    event: "PinImported",
    reason: "TypeError: it has no such field",
  });
  expect(await showStatus(at.db, at.store, new Date())).toContain(
    `${pinsGeneration(1)}: PinImported at ${bad} can't be folded (TypeError: it has no such field)`,
  );
  while ((await stoppedIn(metrics)).length === 0) await new Promise(setImmediate);
  expect(await stoppedIn(metrics)).toEqual([["pins", "PinImported", Number(bad)]]);
  await failing.stop();

  const again = metricsOf();
  await at.startProjector({ metrics: again }).ready();
  expect((await at.documents("pins", end)).map(({ code }) => code)).toEqual(codes([1, 2, 3, 4, 5]));
  expect(await at.live("pins")).toMatchObject({ number: 1, stopped: null });
  expect(await stoppedIn(again)).toEqual([]);
});

test("an event whose data break its schema stops each read model that folds it", async () => {
  await changeSetting(3);
  const bad = await at.appendUnchecked(
    streams.setting("numberDevices"),
    fact("SettingChanged", { name: "numberDevices", from: 3, to: "many" }),
  );
  const end = await importPin(1);
  await at.startProjector().ready();
  await at.documents("pins", end);
  for (const name of ["actionLog", "settings"] as const) {
    const { stopped } = await at.untilLive(name, (generation) => generation.stopped != null);
    expect(stopped).toMatchObject({ commit: bad, reason: expect.stringContaining("to: is not of") });
  }
  expect(await at.carriedOut("verify", ["settings"])).toMatchObject({
    passed: false,
    messages: [
      expect.stringMatching(/^settings: SettingChanged at \d+ can't be folded/),
      expect.stringMatching(/^log: SettingChanged at/),
    ],
  });
});

test("a rebuild of a projection that fails at an event fails with the reason, and the other projections switch", async () => {
  await importPin(1);
  const bad = await importPin(2);
  await fillAll();
  await at.startProjector({ projections: failingAt(isImportOf(2)) }).ready();
  expect(await at.carriedOut("rebuild", ["pins", "settings"])).toMatchObject({
    passed: false,
    messages: [
      `pins: PinImported at ${bad} can't be folded (TypeError: it has no such field); the live generation stays`,
      "settings: now settings_v1_2",
    ],
  });
  expect((await at.live("pins"))?._id).toBe(pinsGeneration(1));
  expect(await at.documents("pins", await importPin(3))).toHaveLength(3);
  expect((await at.db.listCollections().toArray()).map(({ name }) => name)).not.toContain(pinsGeneration(2));
});

test("a deletion removes the person from read models that have stopped before it", async () => {
  await enterPin();
  await at.startProjector({ projections: failingAtMove }).ready();
  await at.append(streams.consumer(7), facts.emailChanged("moved@example.com"));
  const former = new Map<string, string>();
  for (const name of ["pins", "consumers"] as const) {
    await at.untilLive(name, ({ stopped }) => stopped != null);
    expect(await rows(name)).toMatchObject([{ email: "gone@example.com" }]);
    former.set(name, (await at.live(name))?._id ?? "");
  }
  await at.append(streams.consumer(7), facts.consumerDeleted());
  await at.store.erasePerson("consumer", 7);
  for (const name of ["pins", "consumers"] as const) {
    await at.untilLive(name, ({ number }) => number === 2);
    expect(await rows(name)).toMatchObject([{ email: null }]);
    expect((await at.live(name))?.stopped).toMatchObject({ event: "ConsumerEmailChanged" });
    const isLeft = async () =>
      (await at.db.listCollections().toArray()).some((one) => one.name === former.get(name));
    while (await isLeft()) await new Promise(setImmediate);
  }
});

test("a deletion in the same batch as the event at which read models stop removes the person from them", async () => {
  await enterPin();
  await fillAll();
  await at.append(streams.consumer(7), facts.emailChanged("moved@example.com"));
  await at.append(streams.consumer(7), facts.consumerDeleted());
  await at.store.erasePerson("consumer", 7);
  await at.startProjector({ projections: failingAtMove }).ready();
  for (const name of ["pins", "consumers"] as const) {
    await at.untilLive(name, ({ number, ready }) => number === 2 && ready);
    expect(await rows(name)).toMatchObject([{ email: null }]);
  }
});

test("a read model that stops while it is filled has nothing of a person who was deleted meanwhile", async () => {
  await enterPin();
  await fillAll();
  const end = await at.append(streams.consumer(7), facts.emailChanged("moved@example.com"));
  // Another read model is ahead, so that these are filled up to it.
  await at.db
    .collection<ProjectionGeneration>(generationsCollection)
    .updateMany({ name: "settings" }, { $set: { commit: end, prepare: end, eventId: null } });
  await at.append(streams.consumer(7), facts.consumerDeleted());
  await at.store.erasePerson("consumer", 7);
  await at.startProjector({ projections: failingAtMove }).ready();
  for (const name of ["pins", "consumers"] as const) {
    const { stopped } = await at.untilLive(name, ({ number, ready }) => number === 2 && ready);
    expect(stopped).toMatchObject({ event: "ConsumerEmailChanged" });
    expect(await rows(name)).toMatchObject([{ email: null }]);
  }
});

test("a read model from which a former build has left events out is filled again", async () => {
  await importPin(1);
  await fillAll();
  const generations = at.db.collection<ProjectionGeneration>(generationsCollection);
  const notUpToDate = { since: new Date(0), events: 1, groups: 1 };
  await generations.updateOne({ _id: pinsGeneration(1) }, { $set: { notUpToDate } });
  await at.db.collection<{ _id: number }>(pinsGeneration(1)).updateOne({}, { $set: { comment: "former" } });
  await at.db.collection("projectionDifferences").insertOne({ live: "gone@example.com" });
  await at.startProjector().ready();
  expect(await at.live("pins")).toMatchObject({ number: 2, ready: true });
  expect((await at.live("settings"))?.number).toBe(1);
  expect(await rows("pins")).toMatchObject([{ comment: "" }]);
  expect((await at.db.listCollections().toArray()).map(({ name }) => name)).not.toContain(
    "projectionDifferences",
  );
});
