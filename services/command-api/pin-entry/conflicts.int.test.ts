import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import { beforeAppends } from "../testing/before-appends.ts";
import { startTestCommandApi, testStore } from "../testing/test-command-api.ts";
import { issuePins, signedInConsumer, system } from "../testing/test-consumer.ts";
import { enterPins, eventTypes } from "../testing/test-ornament.ts";

test("an entry adds none of its PINs when another consumer enters one of them at the same time", async () => {
  const store = testStore();
  const racing = await startTestCommandApi({ store: overtaken(store, "RACE002"), clock: () => new Date() });
  try {
    await issuePins(racing, "RACE001", "RACE002");
    const consumer = await signedInConsumer(racing, "race@example.com");
    const answer = await enterPins(consumer, ["RACE001", "RACE002"]);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "pin.1.pin" }] } });
    expect(await eventTypes(store, streams.pin("RACE001"))).toEqual([
      "PinImported",
      "PinRegistered",
      "PinReleased",
    ]);
    expect((await eventTypes(store, streams.consumer(consumer.id))).at(-1)).not.toBe("OrnamentAdded");
  } finally {
    await racing.stop();
    await store.close();
  }
});

test("an account with too many conflicts keeps its registered PINs, and the repeated request adds them", async () => {
  const store = testStore();
  const crowded = await startTestCommandApi({ store: ahead(store, 5), clock: () => new Date() });
  try {
    await issuePins(crowded, "CROWD01");
    const consumer = await signedInConsumer(crowded, "crowd@example.com");
    expect(await enterPins(consumer, ["CROWD01"], {}, { key: "again" })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect(await enterPins(consumer, ["CROWD01"], {}, { key: "again" })).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await eventTypes(store, streams.pin("CROWD01"))).toEqual(["PinImported", "PinRegistered"]);
  } finally {
    await crowded.stop();
    await store.close();
  }
});

/** The first appends of an ornament conflict with another writer. */
const ahead = (store: EventStore, times: number): EventStore => {
  let left = times;
  return beforeAppends(store, async (name, _expected, [event]) => {
    if (event?.type === "OrnamentAdded" && left-- > 0) throw new ConflictError(name, 99n);
  });
};

/** Another consumer enters the PIN just before the first attempt. */
function overtaken(store: EventStore, code: string): EventStore {
  let done = false;
  return beforeAppends(store, async (name, expected, [event]) => {
    if (name !== streams.pin(code) || done || event?.type !== "PinRegistered") return;
    done = true;
    await store.append(name, expected, [{ type: "PinRegistered", data: { code, consumerId: 4096 } }], system);
  });
}
