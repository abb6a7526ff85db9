import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { authenticityEvents } from "@ornament/contracts/events/authenticity";
import { keyCheckEvents } from "@ornament/contracts/events/key-check";
import { streams } from "@ornament/contracts/events/streams";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { isForgedEventFound } from "../authenticity/forged-event-found.ts";
import { masterKeyReplaced } from "../authenticity/former-periods.ts";
import { createEventStore } from "../client/event-store-client.ts";
import type { EventStore } from "../event-store.ts";
import { LogRefused, type RawEvent } from "../log-client.ts";
import { named, raised, testDefinitions, testMetadata } from "../testing/test-events.ts";
import { checkKeys, masterKeyCheck } from "./key-check.ts";
import { replaceMasterKey } from "./replace-master-key.ts";

const [first, second, third, fourth] = [1, 2, 3, 4].map((byte) => serverKey(Buffer.alloc(32, byte))) as [
  Key,
  Key,
  Key,
  Key,
];
type Key = ReturnType<typeof serverKey>;

/** Counts the writes, and refuses one of them before or after it takes effect. */
class RefusingLog extends InMemoryLog {
  writes = 0;
  refused: { readonly at: number; readonly isWritten: boolean } | undefined;

  override append(...call: Parameters<InMemoryLog["append"]>) {
    return this.#write(() => super.append(...call));
  }

  override setStreamMetadata(...call: Parameters<InMemoryLog["setStreamMetadata"]>) {
    return this.#write(() => super.setStreamMetadata(...call));
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    this.writes += 1;
    const isRefused = this.writes === this.refused?.at;
    if (isRefused && !this.refused?.isWritten) throw new LogRefused("refused");
    const done = await work();
    if (isRefused) throw new LogRefused("refused");
    return done;
  }
}

let log: RefusingLog;

const client = (masterKey: Key) =>
  createEventStore(log, {
    definitions: [...testDefinitions, ...Object.values(keyCheckEvents), ...Object.values(authenticityEvents)],
    masterKey,
    logger: silentLogger(),
  });

/** A start of the product. */
async function started(masterKey: Key): Promise<EventStore> {
  const store = client(masterKey);
  await checkKeys(store, [masterKeyCheck(store, masterKey)], "start");
  await store.requireMacs();
  return store;
}

function rotate(former: Key, key: Key, kept: () => void = () => undefined) {
  const stores = { before: client(former), after: client(key) };
  return replaceMasterKey(stores, { former, key, keep: kept, onProgress: () => undefined });
}

/** The names in the events about persons, and the number of forged events. */
async function shown(masterKey: Key) {
  const events = await listOf((await started(masterKey)).readAll({ withForged: true }));
  return {
    names: events
      .filter(({ type }) => type === "CounterNamed")
      .map(({ data }) => (data as { name: string }).name),
    forged: events.filter(isForgedEventFound).length,
    rewrapped: events.filter(({ type }) => type === "PersonKeyRewrapped").length,
  };
}

async function wrappings(personId: string) {
  const found = (await log.readStream(`personKey-${personId}`, {})) as RawEvent[];
  return found.map(({ type, data }) => [type, (data as { keyId: string }).keyId]);
}

beforeEach(async () => {
  log = new RefusingLog();
  const store = await started(first);
  const names = ["Ada", "Ben", "Cleo"];
  for (const [id, name] of names.entries())
    await store.append(`counter-${id}`, "no_stream", [named(id, name)], testMetadata);
  await store.erasePerson("consumer", 2);
  log.writes = 0;
});

test("after a replacement the data of persons are readable, those of erased persons are not, and the former key starts nothing", async () => {
  expect(await rotate(first, second)).toBe("replaced");
  expect(await shown(second)).toEqual({ names: ["Ada", "Ben", null], forged: 0, rewrapped: 2 });
  await expect(started(first)).rejects.toThrow("MASTER_KEY was replaced in this event store");
  await expect(started(third)).rejects.toThrow("MASTER_KEY is not the key of this event store");
});

test("a person's key in a new event is the one of the events before the replacement", async () => {
  await rotate(first, second);
  const store = await started(second);
  await store.append("counter-1", 0n, [named(1, "Benjamin")], testMetadata);
  expect((await store.read("counter-1")).events.map(({ data }) => data)).toMatchObject([
    { name: "Ben" },
    { name: "Benjamin" },
  ]);
  await store.append("counter-9", "no_stream", [named(2, "Cleo"), named(9, "Dan")], testMetadata);
  expect((await shown(second)).names).toEqual(["Ada", "Ben", null, "Benjamin", null, "Dan"]);
});

test("events of the former key are valid up to the replacement and forged after it", async () => {
  const before = client(first);
  await before.requireMacs();
  await before.append("counter-7", "no_stream", [raised(1)], testMetadata);
  await rotate(first, second);
  await before.append("counter-7", 0n, [raised(100)], testMetadata);
  const { events, revision } = await (await started(second)).read("counter-7");
  expect([events.map(({ data }) => data), revision]).toEqual([[{ by: 1 }], 1n]);
});

test("who has the former key can neither move the place of the replacement nor replace a person's key", async () => {
  await rotate(first, second);
  const attacker = client(first);
  await attacker.append("counter-7", "no_stream", [raised(100)], testMetadata);
  const copied = (await attacker.readRaw(streams.macs)).find(({ type }) => type === "MasterKeyReplaced");
  await attacker.append(
    streams.macs,
    1n,
    [{ type: "MasterKeyReplaced", data: copied?.data }, masterKeyReplaced(first, fourth)],
    testMetadata,
  );
  const data = { personId: "consumer0", keyId: second.id, wrappedKey: "x" };
  await attacker.append("personKey-consumer0", 1n, [{ type: "PersonKeyRewrapped", data }], testMetadata);
  expect(await shown(second)).toMatchObject({ names: ["Ada", "Ben", null], forged: 4 });
  expect(await rotate(second, third)).toBe("replaced");
  expect(await shown(third)).toMatchObject({ names: ["Ada", "Ben", null], forged: 4 });
});

test("three replacements in a row keep all events valid and all data readable", async () => {
  await rotate(first, second);
  await (await started(second)).append("counter-8", "no_stream", [named(8, "Eve")], testMetadata);
  await rotate(second, third);
  await (await started(third)).append("counter-9", "no_stream", [named(9, "Flo")], testMetadata);
  await rotate(third, fourth);
  expect(await shown(fourth)).toMatchObject({ names: ["Ada", "Ben", null, "Eve", "Flo"], forged: 0 });
  expect(await wrappings("consumer0")).toEqual([["PersonKeyRewrapped", fourth.id]]);
  for (const key of [first, second, third]) await expect(started(key)).rejects.toThrow("was replaced");
});

test("a repeated replacement changes nothing", async () => {
  await rotate(first, second);
  const { writes } = log;
  expect(await rotate(first, second)).toBe("already");
  expect(log.writes).toBe(writes);
});

describe.each([false, true])("a replacement that ends at a write (written: %s)", (isWritten) => {
  test("is refused to services with either key until it is repeated, at each write in turn", async () => {
    const build = log;
    await rotate(first, second);
    const writes = build.writes;
    // The event of the place, two persons' keys and their limits, and the record.
    expect(writes).toBe(6);
    for (let at = 1; at <= writes; at += 1) {
      log = new RefusingLog();
      const store = await started(first);
      await store.append("counter-0", "no_stream", [named(0, "Ada")], testMetadata);
      await store.append("counter-1", "no_stream", [named(1, "Ben")], testMetadata);
      await store.append("counter-2", "no_stream", [named(2, "Cleo")], testMetadata);
      await store.erasePerson("consumer", 2);
      log.writes = 0;
      log.refused = { at, isWritten };
      await expect(rotate(first, second)).rejects.toThrow("refused");
      log.refused = undefined;
      const isBegun = at > 1 || isWritten;
      const isFinished = at === writes && isWritten;
      const refusal = isFinished ? "was replaced" : "A replacement of MASTER_KEY began and is not finished";
      if (isBegun) await expect(started(first)).rejects.toThrow(refusal);
      if (isBegun && !isFinished) await expect(started(second)).rejects.toThrow(refusal);
      if (isBegun) await expect(rotate(first, third)).rejects.toMatchObject({ name: "ConfigError" });
      expect(await rotate(first, second)).toBe(isFinished ? "already" : "replaced");
      expect(await shown(second)).toEqual({ names: ["Ada", "Ben", null], forged: 0, rewrapped: 2 });
      for (const person of ["consumer0", "consumer1"])
        expect(await wrappings(person)).toEqual([["PersonKeyRewrapped", second.id]]);
    }
  });
});

describe("a replacement with wrong keys is refused, keeps no key and writes nothing", () => {
  const refused = async (former: Key, key: Key, line: RegExp) => {
    const { writes } = log;
    let kept = false;
    const keep = () => {
      kept = true;
    };
    await expect(rotate(former, key, keep)).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringMatching(line),
    });
    expect({ kept, writes: log.writes }).toEqual({ kept: false, writes });
  };

  test("because the former key is not that of the event store", async () => {
    await refused(third, second, /^MASTER_KEY is not the key of this event store/);
  });

  test("because the keys are swapped, or the new one was replaced before", async () => {
    await refused(second, first, /^MASTER_KEY is already the key of this event store/);
    await rotate(first, second);
    await refused(second, first, /^MASTER_KEY is already the key of this event store/);
  });
});

test("an event store of a former build, without MACs and recorded keys, gets both and keeps its data", async () => {
  const former = new RefusingLog();
  const before = await listOf(log.readAll({ from: "start", backwards: false, maxCount: 99 }));
  for (const { stream, type, data, metadata } of before) {
    if (!/^(counter|personKey)-/.test(stream) || type.startsWith("$")) continue;
    const { mac: _mac, ...others } = metadata as Record<string, unknown>;
    await former.append(stream, "any", [
      { id: randomUUID(), type, data: data as Record<string, unknown>, metadata: others },
    ]);
  }
  log = former;
  expect(await rotate(first, second)).toBe("replaced");
  expect((await shown(second)).names.slice(0, 2)).toEqual(["Ada", "Ben"]);
});
