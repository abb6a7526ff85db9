import { expect, test } from "@jest/globals";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { Outage } from "@ornament/platform/eventstore/event-store";
import { StorageFullError } from "@ornament/platform/eventstore/store-errors";
import { storeReadiness } from "./store-readiness.ts";

/** A store that answers as the test says and counts its calls. */
function setUp() {
  const store = {
    fails: undefined as unknown,
    full: false,
    outages: "none" as Outage,
    heads: 0,
    writes: 0,
    outage: () => store.outages,
    async head() {
      store.heads += 1;
      if (store.fails) throw store.fails;
      return undefined;
    },
    async setStreamMetadata() {
      store.writes += 1;
      if (store.full) throw new StorageFullError();
    },
  };
  let now = 0;
  const readiness = storeReadiness(store, () => now);
  const later = () => {
    now += 1_000;
  };
  return { store, readiness, later };
}

test("the service is not ready while the event store does not answer, and ready when it answers again", async () => {
  const { store, readiness, later } = setUp();
  store.fails = new UnavailableError();
  expect(await readiness.current()).toEqual({ ready: false, reason: "the event store does not answer" });
  store.fails = undefined;
  later();
  expect(await readiness.current()).toEqual({ ready: true });
});

test("the service is not ready immediately after an append without space, until a write finds space again", async () => {
  const { store, readiness, later } = setUp();
  expect(await readiness.current()).toEqual({ ready: true });
  store.full = true;
  readiness.failed(new UnavailableError());
  readiness.failed(new StorageFullError());
  expect(await readiness.current()).toEqual({ ready: false, reason: "the event store has no space left" });
  later();
  expect(await readiness.current()).toMatchObject({ ready: false });
  store.full = false;
  later();
  expect(await readiness.current()).toEqual({ ready: true });
  later();
  await readiness.current();
  expect(store.writes).toBe(3);
});

test("the service is not ready while the event store accepts no appends, and ready when it accepts them again", async () => {
  const { store, readiness, later } = setUp();
  store.outages = "appends";
  expect(await readiness.current()).toEqual({
    ready: false,
    reason: "the event store can be read but takes no appends at the moment",
  });
  store.outages = "none";
  later();
  expect(await readiness.current()).toEqual({ ready: true });
});

test("the service is not ready until the event store grants a missing right, and names the right as the reason", async () => {
  const { store, readiness, later } = setUp();
  let refusal: string | undefined = 'The account "ornament" may not append to streams';
  const watched = storeReadiness({ ...store, refused: async () => refusal }, () => 0);
  expect(await watched.current()).toEqual({ ready: false, reason: refusal });
  refusal = undefined;
  later();
  expect(await readiness.current()).toEqual({ ready: true });
});
