import { describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import { beforeAppends } from "../testing/before-appends.ts";
import { apiForFile } from "../testing/running-api.ts";
import { startTestCommandApi, testStore } from "../testing/test-command-api.ts";
import { issuePins, signedInConsumer, system } from "../testing/test-consumer.ts";
import { enterPins, eventTypes, replay } from "../testing/test-ornament.ts";

const api = apiForFile();

const device = "Mozilla/5.0 (iPhone)";
const ornamentEvents = async (id: number) =>
  (await eventTypes(api.store, streams.consumer(id))).filter((type) => type.startsWith("Ornament"));

describe("adding PINs", () => {
  test("entered PINs are added with their names, the marketing choice is saved, and the device is bound to the first", async () => {
    await issuePins(api, "GOOD001", "GOOD002");
    const consumer = await signedInConsumer(api, "good@example.com");
    const answer = await enterPins(
      consumer,
      [
        { pin: "good-002", name: "Hall" },
        { pin: "GOOD001", name: "" },
      ],
      {
        marketingEmail: true,
        device,
      },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        count: 2,
        user: {
          marketingEmail: true,
          currentPin: pinIdOf("GOOD002"),
          pins: { count: 2, rows: [{ pin: "GOOD-002", name: "Hall", countDevices: 1 }, { pin: "GOOD-001" }] },
        },
        binding: {
          device: { pinCodeId: pinIdOf("GOOD002"), title: device, id: pinIdOf("GOOD002") * 65_536 + 1 },
          playerUrl: "https://player.test/",
        },
      },
    });
    expect(answer.headers["x-position"]).toMatch(/^\d+$/);
    expect(await eventTypes(api.store, streams.pin("GOOD002"))).toEqual([
      "PinImported",
      "PinRegistered",
      "DeviceBound",
    ]);
    expect(await ornamentEvents(consumer.id)).toEqual(["OrnamentAdded", "OrnamentAdded", "OrnamentSelected"]);
  });

  test("the answer to an entry of more PINs counts all ornaments of the consumer, and nothing is bound without a device", async () => {
    await issuePins(api, "MORE001", "MORE002");
    const consumer = await signedInConsumer(api, "more@example.com");
    await enterPins(consumer, ["MORE001"]);
    const answer = await enterPins(consumer, ["MORE002"]);
    expect(answer.body).toMatchObject({ count: 2, binding: null });
  });

  test("an entry with a bad PIN adds none of its PINs, and the answer does not show why the PIN is bad", async () => {
    await issuePins(api, "FREE001", "TAKEN01", "BLOCK01");
    await enterPins(await signedInConsumer(api, "owner@example.com"), ["TAKEN01"]);
    const admin = await api.signedInAdmin();
    await admin.put("/api/admin/update-pin-status", {
      id: pinIdOf("BLOCK01"),
      status: false,
      comment: "stolen",
    });
    const consumer = await signedInConsumer(api, "bad@example.com");
    const answer = await enterPins(consumer, ["FREE001", "NEVER01", "TAKEN01", "BLOCK01"], { device });
    expect(answer).toMatchObject({ status: 400, body: { error: true, code: "pins_refused" } });
    expect(answer.body.errors).toEqual(
      [1, 2, 3].map((index) => ({ path: `pin.${index}.pin`, message: "We don’t know this PIN." })),
    );
    expect((await replay(api.store, "FREE001")).ownerId).toBeNull();
    expect(await ornamentEvents(consumer.id)).toEqual([]);
  });

  test("a PIN that the caller already owns is named as such and is not counted as a wrong PIN", async () => {
    await issuePins(api, "OWNED01");
    const consumer = await signedInConsumer(api, "own@example.com");
    await enterPins(consumer, ["OWNED01"]);
    for (let count = 1; count <= 8; count += 1) {
      const answer = await enterPins(consumer, ["OWNED01"]);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: "pin.0.pin", message: "This PIN is already one of your ornaments." },
      ]);
      expect(answer.body.tries).toBeUndefined();
    }
  });

  test("PINs that are entered twice are refused with a list of them", async () => {
    await issuePins(api, "TWICE01", "TWICE02");
    const consumer = await signedInConsumer(api, "twice@example.com");
    const answer = await enterPins(consumer, ["TWICE01", "twic-e02", "twic-e01", "TWICE02"]);
    const message = "The PIN codes entered must be unique (TWIC-E01, TWIC-E02)";
    expect(answer).toMatchObject({ status: 400, body: { message, errors: [{ path: "pin", message }] } });
  });

  test.each([
    ["another account's id", { userId: 4096 }, 404],
    ["another address", { email: "other@example.com" }, 400],
    ["an unknown field", { status: true }, 400],
    ["no PIN", { pin: [] }, 400],
    ["a malformed PIN", { pin: [{ pin: "ABC" }] }, 400],
    ["a name too long", { pin: [{ pin: "BODY001", name: "x".repeat(21) }] }, 400],
    ["a line break in a name", { pin: [{ pin: "BODY001", name: "a\nb" }] }, 400],
  ])("PINs entered with %s are refused without an event", async (name, more, status) => {
    const consumer = await signedInConsumer(
      api,
      `body-${name.replaceAll(/\W/g, "").toLowerCase()}@example.com`,
    );
    await api.store.append(
      streams.pin("BODY001"),
      "any",
      [{ type: "PinImported", data: { code: "BODY001", batchName: "b", importId: "i" } }],
      system,
    );
    expect((await enterPins(consumer, ["BODY001"], more)).status).toBe(status);
    expect((await replay(api.store, "BODY001")).ownerId).toBeNull();
  });
});

test("PINs entered with the same idempotency key are added once and get the same answer, also at the same time, and other PINs are refused", async () => {
  await issuePins(api, "SAME001", "SAME002");
  const consumer = await signedInConsumer(api, "same@example.com");
  const send = () =>
    enterPins(consumer, ["SAME001", "SAME002"], { device, marketingEmail: true }, { key: "k-1" });
  const [first, ...others] = await Promise.all([send(), send(), send()]);
  const last = await send();
  expect(first?.status).toBe(200);
  for (const other of [...others, last]) expect(other.body).toEqual(first?.body);
  expect(await ornamentEvents(consumer.id)).toEqual(["OrnamentAdded", "OrnamentAdded", "OrnamentSelected"]);
  expect((await replay(api.store, "SAME001")).devices.size).toBe(1);
  await issuePins(api, "OTHER01");
  const other = await enterPins(consumer, ["OTHER01"], {}, { key: "k-1" });
  expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  expect((await replay(api.store, "OTHER01")).ownerId).toBeNull();
});

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
