import { randomBytes } from "node:crypto";
import { expect, test } from "@jest/globals";
import { keyCheckEvents } from "@ornament/contracts/events/key-check";
import { streams } from "@ornament/contracts/events/streams";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { silentLogger } from "../../logging/logger.ts";
import { type ServerKey, serverKey } from "../../tokens/keyed-hash.ts";
import { createEventStore } from "../client/event-store-client.ts";
import { named, testDefinitions, testMetadata } from "../testing/test-events.ts";
import { type CheckedKey, checkKeys, masterKeyCheck } from "./key-check.ts";

const newKey = () => serverKey(randomBytes(32));

/** An installation with these keys, on an event store that others may share. */
function installation(log: InMemoryLog, keys: { master: ServerKey; address: ServerKey; fits?: boolean }) {
  const store = createEventStore(log, {
    definitions: [...testDefinitions, ...Object.values(keyCheckEvents)],
    masterKey: keys.master,
    logger: silentLogger(),
  });
  const address: CheckedKey = { name: "address", key: keys.address, fits: async () => keys.fits ?? true };
  return {
    store,
    start: () => checkKeys(store, [masterKeyCheck(store, keys.master), address], "start"),
  };
}

const eventTypes = async (log: InMemoryLog) =>
  (await listOf(log.readAll({ from: "start", backwards: false, maxCount: 100 }))).map(({ type }) => type);

test("the first start records its keys, and later starts with the same keys write nothing", async () => {
  const log = new InMemoryLog();
  const keys = { master: newKey(), address: newKey() };
  await Promise.all([1, 2, 3].map(() => installation(log, keys).start()));
  await installation(log, { ...keys, fits: false }).start();
  expect(await eventTypes(log)).toEqual(["KeyRecorded", "KeyRecorded"]);
});

test.each([["master", "MASTER_KEY"] as const, ["address", "ADDRESS_KEY"] as const])(
  "a start with another %s key than the recorded one is refused with one line that names %s",
  async (name, variable) => {
    const log = new InMemoryLog();
    const keys = { master: newKey(), address: newKey() };
    await installation(log, keys).start();
    const start = installation(log, { ...keys, [name]: newKey() }).start();
    await expect(start).rejects.toMatchObject({
      name: "ConfigError",
      code: "wrong_keys",
      message: `${variable} is not the key of this event store; take it from the backup of the secrets`,
    });
  },
);

test("a start with two wrong keys names both in one line", async () => {
  const log = new InMemoryLog();
  await installation(log, { master: newKey(), address: newKey() }).start();
  const start = installation(log, { master: newKey(), address: newKey() }).start();
  await expect(start).rejects.toThrow(/^MASTER_KEY and ADDRESS_KEY are not the keys of/);
});

test("only one of several starts with different keys on a new event store records its keys", async () => {
  const log = new InMemoryLog();
  const starts = [1, 2, 3].map(() => installation(log, { master: newKey(), address: newKey() }).start());
  const outcomes = await Promise.allSettled(starts);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await eventTypes(log)).toEqual(["KeyRecorded", "KeyRecorded"]);
});

test("a master key that does not open the persons' keys of an event store without recorded keys is refused, and nothing is written", async () => {
  const log = new InMemoryLog();
  const keys = { master: newKey(), address: newKey() };
  const before = installation(log, keys);
  await before.store.append("counter-1", "no_stream", [named(5, "Ada")], testMetadata);
  const written = await eventTypes(log);
  await expect(installation(log, { ...keys, master: newKey() }).start()).rejects.toThrow("MASTER_KEY");
  await expect(installation(log, { ...keys, fits: false }).start()).rejects.toThrow("ADDRESS_KEY");
  expect(await eventTypes(log)).toEqual(written);
  await before.start();
  expect((await before.store.read(streams.keyCheck("master"))).events).toMatchObject([
    { data: { key: "master", keyId: keys.master.id } },
  ]);
});
