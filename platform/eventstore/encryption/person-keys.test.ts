import { describe, expect, test } from "@jest/globals";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { named, raised, testDefinitions } from "../testing/test-events.ts";
import { createEventCodec } from "./codec.ts";
import { createPersonKeys, type PersonKeySource, type WrappedKey } from "./person-keys.ts";

const master = serverKey(Buffer.alloc(32, 1));

function storedKeys() {
  const stored = new Map<string, WrappedKey | "erased">();
  let loads = 0;
  const source: PersonKeySource = {
    load: async (personId) => {
      loads += 1;
      return stored.get(personId) ?? "missing";
    },
    create: async (personId, wrapped) => {
      if (stored.has(personId)) return false;
      stored.set(personId, wrapped);
      return true;
    },
  };
  return { stored, source, loads: () => loads };
}

describe("persons' keys", () => {
  test("a person's key is created once, stored wrapped, and loaded once", async () => {
    const { stored, source, loads } = storedKeys();
    const keys = createPersonKeys({ master, source });
    const found = await Promise.all([
      keys.ensure("consumer1"),
      keys.ensure("consumer1"),
      keys.find("consumer1"),
    ]);
    expect(loads()).toBeLessThanOrEqual(2);
    const again = await createPersonKeys({ master, source }).find("consumer1");
    expect(again).toEqual(found[0]);
    expect(JSON.stringify(stored.get("consumer1"))).not.toContain(
      Buffer.from(found[0]).toString("base64url"),
    );
  });

  test("a person without a key is read as erased, and a key can still be created later", async () => {
    const { source } = storedKeys();
    const keys = createPersonKeys({ master, source });
    expect(await keys.find("consumer2")).toBe("erased");
    expect(await keys.ensure("consumer2")).toBeInstanceOf(Buffer);
  });

  test("a person's key that another process erased is used no longer than ten minutes", async () => {
    const { stored, source } = storedKeys();
    let now = 1;
    const keys = createPersonKeys({ master, source, now: () => now });
    await keys.ensure("consumer1");
    stored.set("consumer1", "erased");
    now += 9 * 60_000;
    expect(await keys.find("consumer1")).toBeInstanceOf(Buffer);
    now += 60_001;
    expect(await keys.find("consumer1")).toBe("erased");
  });

  test("a person's key is cached from its event, but not after it was erased", async () => {
    const { stored, source, loads } = storedKeys();
    await createPersonKeys({ master, source }).ensure("consumer1");
    const before = loads();
    const learner = createPersonKeys({ master, source });
    learner.learn(stored.get("consumer1"));
    expect(learner.known("consumer1")).toBeInstanceOf(Buffer);
    expect(loads()).toBe(before);
    learner.erased("consumer1");
    learner.learn(stored.get("consumer1"));
    expect(learner.known("consumer1")).toBe("erased");
  });

  test("a key that was erased in the former event store is found after the cache was cleared, also during a lookup", async () => {
    const { stored, source } = storedKeys();
    let answer: () => void = () => undefined;
    const slow: PersonKeySource = {
      ...source,
      load: async (personId) => {
        const found = await source.load(personId);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return found;
      },
    };
    await createPersonKeys({ master, source }).ensure("consumer1");
    const wrapped = stored.get("consumer1");
    const keys = createPersonKeys({ master, source: slow });
    stored.set("consumer1", "erased");
    const before = keys.find("consumer1");
    await new Promise(setImmediate);
    if (wrapped) stored.set("consumer1", wrapped);
    keys.forgetAll();
    answer();
    expect(await before).toBe("erased");
    expect(keys.known("consumer1")).toBeUndefined();
    keys.erased("consumer1");
    keys.forgetAll();
    const after = keys.find("consumer1");
    await new Promise(setImmediate);
    answer();
    expect(await after).toBeInstanceOf(Buffer);
  });

  test("a person's key under another master key is an error and not treated as erased", async () => {
    const { source } = storedKeys();
    await createPersonKeys({ master, source }).ensure("consumer1");
    const other = createPersonKeys({ master: serverKey(Buffer.alloc(32, 2)), source });
    await expect(other.find("consumer1")).rejects.toThrow("MASTER_KEY");
  });
});

describe("an event about a person who is wrongly taken for erased", () => {
  async function wronglyErased() {
    const { source } = storedKeys();
    await createPersonKeys({ master, source }).ensure("consumer5");
    const keys = createPersonKeys({ master, source });
    keys.erased("consumer5");
    return { keys, codec: createEventCodec({ definitions: testDefinitions, keys }) };
  }

  test("its personal fields are encrypted and not left out", async () => {
    const { codec } = await wronglyErased();
    const full = { type: "CounterNamed", data: { ownerId: 5, name: "Ada", nickname: "A" } };
    const { data } = await codec.encode(full);
    expect(data.name).toEqual({ $person: "consumer5", $sealed: expect.any(String) });
  });

  test("it is not written if a field is null, because the decision may have read it as erased", async () => {
    const { codec, keys } = await wronglyErased();
    const withoutNickname = named(5, "Ada");
    await expect(async () => codec.encode(withoutNickname)).rejects.toMatchObject({ code: "unavailable" });
    expect(keys.known("consumer5")).toBeInstanceOf(Buffer);
    expect((await codec.encode(withoutNickname)).data.nickname).toBeNull();
  });
});

test("an event is first decrypted as it was written and then converted by the upcasters of its type", async () => {
  const { source } = storedKeys();
  const keys = createPersonKeys({ master, source });
  const written = await createEventCodec({
    definitions: testDefinitions,
    keys,
  }).encode(named(5, "Ada"));
  const withUpcasters = testDefinitions.map((definition) =>
    definition.type === "CounterNamed"
      ? {
          ...definition,
          version: 3,
          upcasters: [
            () => ({ neverUsedForVersion2: true }),
            (data: Readonly<Record<string, unknown>>) => ({ ...data, called: data.name }),
          ],
        }
      : definition,
  );
  const codec = createEventCodec({ definitions: withUpcasters, keys });
  const place = { commit: 1n, prepare: 1n };
  const facts = { id: "i", stream: "counter-1", revision: 0n, position: place, createdAt: new Date(0) };
  const versionTwo = { $correlationId: "c", actor: { kind: "system" }, schemaVersion: 2 };
  const decoded = await codec.decode({
    ...facts,
    type: "CounterNamed",
    data: written.data,
    metadata: versionTwo,
  });
  expect(decoded).toMatchObject({ type: "CounterNamed", data: { ownerId: 5, name: "Ada", called: "Ada" } });
  expect(decoded.unreadable).toBeUndefined();
  expect(await codec.encode(named(5, "Ada"))).toMatchObject({ definition: { version: 3 } });
  expect(await codec.encode(raised(2))).toMatchObject({ data: { by: 2 }, definition: { version: 1 } });
});
