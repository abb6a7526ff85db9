import { describe, expect, test } from "@jest/globals";
import { projectionNames } from "@ornament/contracts/projections/names";
import { readModels } from "@ornament/contracts/read-models";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { silentLogger } from "@ornament/platform/logging/logger";
import { MongoInvalidArgumentError, MongoNetworkError, MongoServerError } from "mongodb";
import { fakeDatabase, generation } from "../testing/fake-registry.ts";
import { ReadSide } from "./read-side.ts";

const eager = { patienceMilliseconds: 10_000, pollMilliseconds: 0 };

type Options = ConstructorParameters<typeof ReadSide>[2];

function readSideOf(next: () => ProjectionGeneration[], options: Options = eager) {
  const { database, state } = fakeDatabase(next);
  return { readSide: new ReadSide(database, silentLogger(), options), state };
}

const both = (pins: bigint, settings: bigint) => [
  generation("pins", { commit: pins }),
  generation("settings", { commit: settings }),
];

describe("opening the read models", () => {
  test("opening the read models without a position reads the registry once", async () => {
    const { readSide, state } = readSideOf(() => both(10n, 8n));
    expect((await readSide.open({}, ["pins", "settings"], undefined)).reached).toBe(8n);
    expect(state.reads).toBe(1);
  });

  test("opening the read models waits until all named projections have reached the position", async () => {
    const steps = [both(10n, 10n), both(12n, 11n), both(12n, 12n), both(99n, 99n)];
    const { readSide, state } = readSideOf(() => steps[state.reads - 1] ?? []);
    expect((await readSide.open({}, ["pins", "settings"], 12n)).reached).toBe(12n);
    expect(state.reads).toBe(3);
  });

  test("opening the read models does not wait for projections that are not named", async () => {
    const { readSide } = readSideOf(() => both(12n, 1n));
    expect((await readSide.open({}, ["pins"], 12n)).reached).toBe(12n);
  });

  test("opening the read models does not wait for one that has stopped at an event", async () => {
    const stopped = {
      commit: 11n,
      event: "PinActivated",
      since: new Date(0),
      reason: "it has no such field",
    };
    const { readSide, state } = readSideOf(() => [
      generation("pins", { commit: 10n, stopped }),
      generation("settings", { commit: 12n }),
    ]);
    expect((await readSide.open({}, ["pins", "settings"], 12n)).reached).toBe(10n);
    expect(state.reads).toBe(1);
  });

  test("all waits of a request for read models share one deadline and stop at it", async () => {
    const { readSide, state } = readSideOf(() => both(10n, 10n), {
      patienceMilliseconds: 20,
      pollMilliseconds: 1,
    });
    const request = {};
    const began = performance.now();
    expect((await readSide.open(request, ["pins"], 11n)).reached).toBe(10n);
    expect(performance.now() - began).toBeGreaterThanOrEqual(20);
    const readsBefore = state.reads;
    await readSide.open(request, ["settings"], 11n);
    expect(state.reads).toBe(readsBefore);
  });

  test("a request reads the registry once, for any number of read models", async () => {
    const { readSide, state } = readSideOf(() => both(10n, 10n));
    const request = {};
    await readSide.open(request, ["pins"], 10n);
    await readSide.open(request, ["settings"], 9n);
    expect(state.reads).toBe(1);
    await readSide.open({}, ["pins"], 10n);
    expect(state.reads).toBe(2);
  });

  test("requests that come at the same time share one read of the registry", async () => {
    const { readSide, state } = readSideOf(() => both(10n, 10n));
    await Promise.all(Array.from({ length: 20 }, () => readSide.open({}, ["pins"], undefined)));
    expect(state.reads).toBe(1);
  });

  test("a read of the registry that hangs delays no later request", async () => {
    const answers = [new Promise<ProjectionGeneration[]>(() => undefined), both(10n, 10n)];
    let now = 0;
    const { database, state } = fakeDatabase(() => answers[state.reads - 1] ?? []);
    const readSide = new ReadSide(database, silentLogger(), { ...eager, now: () => now });
    void readSide.open({}, ["pins"], undefined);
    now += 1_000;
    expect((await readSide.open({}, ["pins"], undefined)).reached).toBe(10n);
  });

  test("a request reads the highest live generation of its own version until its end", async () => {
    const generations = [
      generation("pins", { number: 1 }),
      generation("pins", { number: 2 }),
      generation("pins", { number: 3, version: 99 }),
      generation("pins", { number: 4, state: "building" }),
    ];
    const { readSide } = readSideOf(() => generations);
    const { view } = await readSide.open({}, ["pins"], undefined);
    generations.push(generation("pins", { number: 5 }));
    expect(view.collection(readModels.pins).collectionName).toBe(generation("pins", { number: 2 })._id);
    expect(view.collection(readModels.pins, "owners").collectionName).toBe(
      `${generation("pins", { number: 2 })._id}_owners`,
    );
  });

  test("reading a read model that was not named throws", async () => {
    const { readSide } = readSideOf(() => both(10n, 10n));
    const { view } = await readSide.open({}, ["pins"], undefined);
    expect(() => view.collection(readModels.admins)).toThrow("admins");
  });
});

describe("before the read models are complete", () => {
  const filling = [generation("pins", { ready: false, commit: 25n, target: 100n }), generation("settings")];

  test("reads of an incomplete read model are refused with the progress of all incomplete ones", async () => {
    const { readSide } = readSideOf(() => filling);
    await expect(readSide.open({}, ["pins"], undefined)).rejects.toMatchObject({
      code: "catching_up",
      status: 503,
      retryAfterSeconds: 1,
      errors: expect.arrayContaining(["pins: 25 %", "admins: 0 %"]),
    });
  });

  test("a complete read model can be read while others are incomplete", async () => {
    const { readSide } = readSideOf(() => filling);
    expect((await readSide.open({}, ["settings"], undefined)).reached).toBe(10n);
  });

  test("query-api is not ready while a read model is incomplete, and gives the reason", async () => {
    const { readSide } = readSideOf(() => filling);
    expect(await readSide.readiness()).toEqual({
      ready: false,
      reason: expect.stringContaining("pins: 25 %"),
    });
    const complete = readSideOf(() => projectionNames.map((name) => generation(name)));
    expect(await complete.readSide.readiness()).toEqual({ ready: true });
  });
});

test("before the document store has answered for the first time, the service is not ready, without a query", async () => {
  const waitingFor = () => "MongoDB at mongodb.test";
  const { readSide, state } = readSideOf(() => both(10n, 10n), { waitingFor });
  expect(await readSide.readiness()).toEqual({ ready: false, reason: "waiting for MongoDB at mongodb.test" });
  expect(state.reads).toBe(0);
});

describe("an outage of the document store", () => {
  const failing = (error: Error) =>
    readSideOf(() => {
      throw error;
    }).readSide;

  test.each([
    new MongoNetworkError("connection closed"),
    new MongoServerError({ message: "interrupted at shutdown", code: 11_600 }),
  ])("a read during an outage of the document store is refused as unavailable: %s", async (error) => {
    const readSide = failing(error);
    await expect(readSide.guarded(() => readSide.open({}, ["pins"], undefined))).rejects.toMatchObject({
      code: "unavailable",
      status: 503,
    });
    expect(await readSide.readiness()).toEqual({ ready: false, reason: "MongoDB does not answer" });
  });

  test.each([
    new MongoInvalidArgumentError("our mistake"),
    new MongoServerError({ message: "bad query", code: 2 }),
    new TypeError("our mistake"),
  ])("a defect is not reported as an outage of the document store: %s", async (error) => {
    const readSide = failing(error);
    await expect(readSide.guarded(() => readSide.open({}, ["pins"], undefined))).rejects.toBe(error);
  });

  test("an outage of the document store fails all waiting requests, and the next request reads again", async () => {
    const { readSide, state } = readSideOf(() => {
      if (state.reads === 3) throw new MongoNetworkError("gone");
      return both(10n, 10n);
    });
    const waiting = [readSide.open({}, ["pins"], 11n), readSide.open({}, ["pins"], 11n)];
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await readSide.open({}, ["pins"], 10n)).reached).toBe(10n);
  });
});
