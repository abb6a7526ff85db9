import { describe, expect, test } from "@jest/globals";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { InMemoryLog } from "../emulation/in-memory-log.ts";
import { type AppendMetadata, ConflictError, type StoredEvent, UnavailableError } from "../event-store.ts";
import { LogRefused } from "../log-client.ts";
import {
  type CounterEvent,
  named,
  raised,
  testDefinitions,
  testMetadata,
  turnsOfOthers,
} from "../testing/test-events.ts";
import { createEventStore } from "./event-store-client.ts";
import { createInMemoryEventStore } from "./in-memory-event-store.ts";

const commandId = "0e6f2b1c-6f5e-4f43-8f0a-5a2d2b1c6f5e";

function sessionOn(log: InMemoryLog, timing: { timeoutMilliseconds?: number } = {}) {
  const masterKey = serverKey(Buffer.alloc(32, 7));
  return createEventStore(log, {
    definitions: testDefinitions,
    masterKey,
    logger: silentLogger(),
    ...timing,
  });
}

/** A log whose appends can fail after, or before, they took effect. */
class FaultyLog extends InMemoryLog {
  readonly faults: ("lost" | "unanswered" | "silent" | "refused")[] = [];
  attempts = 0;

  override async append(...call: Parameters<InMemoryLog["append"]>) {
    this.attempts += 1;
    const fault = this.faults.shift();
    if (fault === "lost") throw new Error("connection broke before the append");
    if (fault === "refused") throw new LogRefused("too large");
    const result = await super.append(...call);
    if (fault === "unanswered") throw new Error("connection broke after the append");
    if (fault === "silent") return new Promise<never>(() => undefined);
    return result;
  }
}

describe("read", () => {
  test("a long stream leaves turns to others", async () => {
    const store = sessionOn(new InMemoryLog());
    await store.append("counter-1", "no_stream", Array<CounterEvent>(2_000).fill(raised(1)), testMetadata);
    const turns = await turnsOfOthers(() => store.read("counter-1"));
    expect(turns).toBeGreaterThan(4);
  });
});

describe("append", () => {
  test("answers the revision, the position and the events with their metadata", async () => {
    const store = sessionOn(new InMemoryLog());
    const appended = await store.append("counter-1", "no_stream", [raised(1), raised(2)], {
      ...testMetadata,
      commandId,
    });
    expect(appended.revision).toBe(1n);
    expect(appended.events.map((event) => [event.revision, event.data])).toEqual([
      [0n, { by: 1 }],
      [1n, { by: 2 }],
    ]);
    const loaded = await store.read("counter-1");
    expect(loaded.revision).toBe(1n);
    expect(loaded.lastPosition).toEqual(appended.position);
    expect(loaded.events.map((event) => event.id)).toEqual(appended.events.map((event) => event.id));
    expect(loaded.events[0]?.metadata).toEqual({
      $correlationId: "test",
      commandId,
      actor: { kind: "system" },
      schemaVersion: 1,
    });
  });

  test("gives the events of a command the same ids for the same content, and others fresh ones", async () => {
    const ids = async (metadata: AppendMetadata, by = 1) => {
      const appended = await sessionOn(new InMemoryLog()).append(
        "counter-1",
        "no_stream",
        [raised(by)],
        metadata,
      );
      return appended.events[0]?.id;
    };
    const command = { ...testMetadata, commandId };
    expect(await ids(command)).toBe(await ids(command));
    expect(await ids(command)).not.toBe(await ids(command, 2));
    expect(await ids(testMetadata)).not.toBe(await ids(testMetadata));
  });

  test("a command that is decided twice at once, and differently, is there once", async () => {
    const store = sessionOn(new InMemoryLog());
    const command = { ...testMetadata, commandId };
    await store.append("counter-1", "no_stream", [raised(1)], command);
    await store.append("counter-1", "no_stream", [raised(1)], command);
    await expect(store.append("counter-1", "no_stream", [raised(2)], command)).rejects.toBeInstanceOf(
      ConflictError,
    );
    expect((await store.read("counter-1")).events).toMatchObject([{ data: raised(1).data }]);
  });

  test("refuses another revision with the actual one", async () => {
    const store = sessionOn(new InMemoryLog());
    await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
    const conflict = await store
      .append("counter-1", "no_stream", [raised(2)], testMetadata)
      .catch((error) => error);
    expect(conflict).toBeInstanceOf(ConflictError);
    expect(conflict).toMatchObject({ stream: "counter-1", actual: 0n });
  });

  test("refuses data that its schema doesn't allow, and types without a definition", async () => {
    const store = sessionOn(new InMemoryLog());
    const wrong = { type: "CounterRaised", data: { by: "1" } };
    await expect(store.append("counter-1", "no_stream", [wrong], testMetadata)).rejects.toThrow(
      "CounterRaised",
    );
    const unknown = { type: "Unheard", data: {} };
    await expect(store.append("counter-1", "no_stream", [unknown], testMetadata)).rejects.toThrow("Unheard");
    expect((await store.read("counter-1")).revision).toBe("no_stream");
  });

  test.each(["lost", "unanswered"] as const)("takes effect once when an attempt is %s", async (fault) => {
    const log = new FaultyLog();
    log.faults.push(fault);
    const store = sessionOn(log);
    const appended = await store.append("counter-1", "no_stream", [raised(1), raised(2)], testMetadata);
    expect(log.attempts).toBe(2);
    const loaded = await store.read("counter-1");
    expect(loaded.events.map((event) => event.data)).toEqual([{ by: 1 }, { by: 2 }]);
    expect(appended.revision).toBe(1n);
    expect(appended.position).toEqual(loaded.lastPosition);
  });

  test("does not repeat an attempt that is only slow", async () => {
    const log = new FaultyLog();
    log.faults.push("silent");
    const store = sessionOn(log, { timeoutMilliseconds: 300 });
    await expect(store.append("counter-1", "no_stream", [raised(1)], testMetadata)).rejects.toThrow(
      UnavailableError,
    );
    expect(log.attempts).toBe(1);
    expect((await store.read("counter-1")).revision).toBe(0n);
  });

  test("finds its own events behind a conflict after an unknown outcome", async () => {
    const log = new FaultyLog();
    const store = sessionOn(log);
    log.faults.push("unanswered");
    const original = log.append.bind(log);
    let calls = 0;
    log.append = async (...call) => {
      calls += 1;
      if (calls === 2)
        await original("counter-1", "any", [{ id: "b", type: "CounterRaised", data: {}, metadata: {} }]);
      return original(...call);
    };
    const appended = await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
    expect(appended.revision).toBe(0n);
  });

  test("gives up after its time and says that the store is unavailable", async () => {
    const log = new FaultyLog();
    log.faults.push(...Array.from({ length: 1_000 }, () => "lost" as const));
    const store = sessionOn(log, { timeoutMilliseconds: 1_000 });
    await expect(store.append("counter-1", "no_stream", [raised(1)], testMetadata)).rejects.toThrow(
      UnavailableError,
    );
    expect(log.attempts).toBeGreaterThan(1);
    await store.close();
  });

  test("a repeated append that the log answers without a position gets the position of the log's end", async () => {
    const log = new InMemoryLog();
    const original = log.append.bind(log);
    log.append = async (...call) => ({ ...(await original(...call)), position: undefined });
    const store = sessionOn(log);
    const { position } = await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
    expect(position).toEqual(await store.head());
  });

  test("doesn't repeat what the store refuses for good", async () => {
    const log = new FaultyLog();
    log.faults.push("refused");
    const store = sessionOn(log);
    await expect(store.append("counter-1", "no_stream", [raised(1)], testMetadata)).rejects.toThrow(
      LogRefused,
    );
    expect(log.attempts).toBe(1);
  });
});

describe("read", () => {
  test("a missing stream and a deleted one are no_stream", async () => {
    const store = sessionOn(new InMemoryLog());
    expect(await store.read("counter-1")).toEqual({
      events: [],
      revision: "no_stream",
      lastPosition: undefined,
    });
    await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
    await store.deleteStream("counter-1", 0n);
    expect((await store.read("counter-1")).revision).toBe("no_stream");
    const again = await store.append("counter-1", "no_stream", [raised(2)], testMetadata);
    expect(again.revision).toBe(1n);
  });

  test("reads from a revision, backwards and in part, and past the end", async () => {
    const store = sessionOn(new InMemoryLog());
    await store.append("counter-1", "no_stream", [raised(1), raised(2), raised(3)], testMetadata);
    const data = async (options: Parameters<typeof store.read>[1]) =>
      (await store.read("counter-1", options)).events.map((event) => event.data);
    expect(await data({ fromRevision: 1n })).toEqual([{ by: 2 }, { by: 3 }]);
    expect(await data({ backwards: true, maxCount: 2 })).toEqual([{ by: 3 }, { by: 2 }]);
    const beyond = await store.read("counter-1", { fromRevision: 9n });
    expect(beyond).toEqual({ events: [], revision: 2n, lastPosition: undefined });
  });

  test("is bounded when the store doesn't answer", async () => {
    const log = new InMemoryLog();
    let cancelled = 0;
    log.readStream = () => ({
      cancel: () => {
        cancelled += 1;
      },
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    });
    const store = sessionOn(log, { timeoutMilliseconds: 40 });
    await expect(store.read("counter-1")).rejects.toThrow(UnavailableError);
    expect(cancelled).toBeGreaterThan(0);
  });

  test("the whole log is read in order, and its head is known", async () => {
    const store = sessionOn(new InMemoryLog());
    expect(await store.head()).toBeUndefined();
    await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
    const last = await store.append("counter-2", "no_stream", [raised(2)], testMetadata);
    expect(await store.head()).toEqual(last.position);
    const all: StoredEvent[] = [];
    for await (const event of store.readAll()) all.push(event);
    expect(all.map((event) => event.stream)).toEqual(["counter-1", "counter-2"]);
  });
});

describe("personal fields", () => {
  test("are unreadable in the log and come back whole", async () => {
    const log = new InMemoryLog();
    const store = sessionOn(log);
    const appended = await store.append("counter-1", "no_stream", [named(7, "Ada Lovelace")], testMetadata);
    expect(appended.events[0]?.data).toEqual({ ownerId: 7, name: "Ada Lovelace", nickname: null });
    const raw = [];
    for await (const event of log.readAll({ from: "start", backwards: false, maxCount: 10 })) raw.push(event);
    expect(raw.map((event) => [event.stream, event.type])).toEqual([
      ["personKey-consumer7", "PersonKeyCreated"],
      ["counter-1", "CounterNamed"],
    ]);
    expect(JSON.stringify(raw.map((event) => [event.data, event.metadata]))).not.toContain("Ada");
    const { events } = await sessionOn(log).read("counter-1");
    expect(events[0]?.data).toEqual({ ownerId: 7, name: "Ada Lovelace", nickname: null });
  });

  test("two sessions that write a person's first event at once share one key", async () => {
    const log = new InMemoryLog();
    const stores = [sessionOn(log), sessionOn(log), sessionOn(log)];
    await Promise.all(
      stores.map((store, index) =>
        store.append(`counter-${index}`, "no_stream", [named(7, `n${index}`)], testMetadata),
      ),
    );
    const reader = sessionOn(log);
    const names = await Promise.all(
      [0, 1, 2].map(async (index) => (await reader.read(`counter-${index}`)).events[0]?.data),
    );
    expect(names).toMatchObject([{ name: "n0" }, { name: "n1" }, { name: "n2" }]);
  });

  test("read as null once the person is erased, and are never written again", async () => {
    const log = new InMemoryLog();
    const store = sessionOn(log);
    await store.append("counter-1", "no_stream", [named(7, "Ada")], testMetadata);
    await store.append("counter-2", "no_stream", [named(8, "Grace")], testMetadata);
    await store.erasePerson("consumer", 7);
    await store.append("counter-3", "no_stream", [named(7, "Ada again")], testMetadata);
    for (const reader of [store, sessionOn(log)]) {
      expect((await reader.read("counter-1")).events[0]?.data).toMatchObject({ ownerId: 7, name: null });
      expect((await reader.read("counter-2")).events[0]?.data).toMatchObject({ name: "Grace" });
      expect((await reader.read("counter-3")).events[0]?.data).toMatchObject({ name: null });
    }
  });

  test("can't be moved to another field, event or person", async () => {
    const log = new InMemoryLog();
    const store = sessionOn(log);
    await store.append("counter-1", "no_stream", [named(7, "Ada")], testMetadata);
    const read = log.readStream.bind(log);
    log.readStream = (stream, options) => {
      const original = read(stream, options);
      return {
        cancel: original.cancel,
        async *[Symbol.asyncIterator]() {
          for await (const event of original) {
            const data = event.data as Record<string, unknown>;
            yield stream === "counter-1" ? { ...event, data: { ...data, nickname: data.name } } : event;
          }
        },
      };
    };
    expect((await store.read("counter-1")).events[0]?.data).toMatchObject({ name: "Ada", nickname: null });
  });
});

test("the in-memory store hides what is older than $maxAge", async () => {
  let now = new Date("2024-01-01T00:00:00Z");
  const store = createInMemoryEventStore({ definitions: testDefinitions, now: () => now });
  await store.setStreamMetadata("guard-x", { maxAge: 3600 });
  await store.append("guard-x", "any", [raised(1)], testMetadata);
  now = new Date("2024-01-01T00:30:00Z");
  await store.append("guard-x", "any", [raised(2)], testMetadata);
  now = new Date("2024-01-01T01:10:00Z");
  expect((await store.read("guard-x")).events.map((event) => event.data)).toEqual([{ by: 2 }]);
});
