import { describe, expect, test } from "@jest/globals";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import type { AppendMetadata } from "../event-store.ts";
import { LogRefused } from "../log-client.ts";
import { ConflictError } from "../store-errors.ts";
import {
  type CounterEvent,
  named,
  raised,
  runsOfOthers,
  testDefinitions,
  testMetadata,
} from "../testing/test-events.ts";
import { createEventStore } from "./event-store-client.ts";

const commandId = "0e6f2b1c-6f5e-4f43-8f0a-5a2d2b1c6f5e";

function clientOn(log: InMemoryLog, timing: { timeoutMilliseconds?: number } = {}) {
  const masterKey = serverKey(Buffer.alloc(32, 7));
  return createEventStore(log, {
    definitions: testDefinitions,
    masterKey,
    logger: silentLogger(),
    ...timing,
  });
}

/** An event store whose appends can fail before or after they take effect. */
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

test("reading a long stream lets other code run", async () => {
  const store = clientOn(new InMemoryLog());
  await store.append("counter-1", "no_stream", Array<CounterEvent>(2_000).fill(raised(1)), testMetadata);
  const runs = await runsOfOthers(() => store.read("counter-1"));
  expect(runs).toBeGreaterThan(4);
});

describe("append", () => {
  test("an append returns the revision, the position and the events with their metadata", async () => {
    const store = clientOn(new InMemoryLog());
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
      build: "source",
      mac: expect.stringMatching(/^[0-9a-f]{12}\.r\.[\w-]{22}$/),
    });
  });

  test("the events of a command get the same ids for the same data, and other events get new ids", async () => {
    const ids = async (metadata: AppendMetadata, by = 1) => {
      const appended = await clientOn(new InMemoryLog()).append(
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

  test("a command that is decided twice with different results is written once", async () => {
    const store = clientOn(new InMemoryLog());
    const command = { ...testMetadata, commandId };
    await store.append("counter-1", "no_stream", [raised(1)], command);
    await store.append("counter-1", "no_stream", [raised(1)], command);
    await expect(store.append("counter-1", "no_stream", [raised(2)], command)).rejects.toBeInstanceOf(
      ConflictError,
    );
    expect((await store.read("counter-1")).events).toMatchObject([{ data: raised(1).data }]);
  });

  test("an append of invalid data or of a type without a definition is refused", async () => {
    const store = clientOn(new InMemoryLog());
    const wrong = { type: "CounterRaised", data: { by: "1" } };
    await expect(store.append("counter-1", "no_stream", [wrong], testMetadata)).rejects.toThrow(
      "CounterRaised",
    );
    const unknown = { type: "Unheard", data: {} };
    await expect(store.append("counter-1", "no_stream", [unknown], testMetadata)).rejects.toThrow("Unheard");
    expect((await store.read("counter-1")).revision).toBe("no_stream");
  });

  test.each(["lost", "unanswered"] as const)(
    "an append takes effect once when an attempt is %s",
    async (fault) => {
      const log = new FaultyLog();
      log.faults.push(fault);
      const store = clientOn(log);
      const appended = await store.append("counter-1", "no_stream", [raised(1), raised(2)], testMetadata);
      expect(log.attempts).toBe(2);
      const loaded = await store.read("counter-1");
      expect(loaded.events.map((event) => event.data)).toEqual([{ by: 1 }, { by: 2 }]);
      expect(appended.revision).toBe(1n);
      expect(appended.position).toEqual(loaded.lastPosition);
    },
  );

  test("an append that is only slow is not repeated", async () => {
    const log = new FaultyLog();
    log.faults.push("silent");
    const store = clientOn(log, { timeoutMilliseconds: 300 });
    await expect(store.append("counter-1", "no_stream", [raised(1)], testMetadata)).rejects.toThrow(
      UnavailableError,
    );
    expect(log.attempts).toBe(1);
    expect((await store.read("counter-1")).revision).toBe(0n);
  });

  test("an append with an unknown outcome recognises its own events when its repeat is a conflict", async () => {
    const log = new FaultyLog();
    const store = clientOn(log);
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

  test("an append gives up after its time limit with UnavailableError", async () => {
    const log = new FaultyLog();
    log.faults.push(...Array.from({ length: 1_000 }, () => "lost" as const));
    const store = clientOn(log, { timeoutMilliseconds: 1_000 });
    await expect(store.append("counter-1", "no_stream", [raised(1)], testMetadata)).rejects.toThrow(
      UnavailableError,
    );
    expect(log.attempts).toBeGreaterThan(1);
    await store.close();
  });

  test("a repeated append that the log answers without a position returns the end of the log", async () => {
    const log = new InMemoryLog();
    const original = log.append.bind(log);
    log.append = async (...call) => ({ ...(await original(...call)), position: undefined });
    const store = clientOn(log);
    const { position } = await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
    expect(position).toEqual(await store.head());
  });

  test("an append that the store refuses is not repeated", async () => {
    const log = new FaultyLog();
    log.faults.push("refused");
    const store = clientOn(log);
    await expect(store.append("counter-1", "no_stream", [raised(1)], testMetadata)).rejects.toThrow(
      LogRefused,
    );
    expect(log.attempts).toBe(1);
  });
});

describe("read", () => {
  test("a missing or deleted stream is read as no_stream", async () => {
    const store = clientOn(new InMemoryLog());
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

  test("a read ends with UnavailableError when the store does not answer", async () => {
    const log = new InMemoryLog();
    log.readStream = () => new Promise(() => undefined);
    const store = clientOn(log, { timeoutMilliseconds: 40 });
    await expect(store.read("counter-1")).rejects.toThrow(UnavailableError);
  });
});

describe("personal fields", () => {
  test("personal fields are stored encrypted and decrypted when read", async () => {
    const log = new InMemoryLog();
    const store = clientOn(log);
    const appended = await store.append("counter-1", "no_stream", [named(7, "Ada Lovelace")], testMetadata);
    expect(appended.events[0]?.data).toEqual({ ownerId: 7, name: "Ada Lovelace", nickname: null });
    const raw = await listOf(log.readAll({ from: "start", backwards: false, maxCount: 10 }));
    expect(raw.map((event) => [event.stream, event.type])).toEqual([
      ["personKey-consumer7", "PersonKeyCreated"],
      ["counter-1", "CounterNamed"],
    ]);
    expect(JSON.stringify(raw.map((event) => [event.data, event.metadata]))).not.toContain("Ada");
    const { events } = await clientOn(log).read("counter-1");
    expect(events[0]?.data).toEqual({ ownerId: 7, name: "Ada Lovelace", nickname: null });
  });

  test("clients that write a person's first event at the same time share one key", async () => {
    const log = new InMemoryLog();
    const stores = [clientOn(log), clientOn(log), clientOn(log)];
    await Promise.all(
      stores.map((store, index) =>
        store.append(`counter-${index}`, "no_stream", [named(7, `n${index}`)], testMetadata),
      ),
    );
    const reader = clientOn(log);
    const names = await Promise.all(
      [0, 1, 2].map(async (index) => (await reader.read(`counter-${index}`)).events[0]?.data),
    );
    expect(names).toMatchObject([{ name: "n0" }, { name: "n1" }, { name: "n2" }]);
  });

  test("personal fields of an erased person are read as null and never written again", async () => {
    const log = new InMemoryLog();
    const store = clientOn(log);
    await store.append("counter-1", "no_stream", [named(7, "Ada")], testMetadata);
    await store.append("counter-2", "no_stream", [named(8, "Grace")], testMetadata);
    await store.erasePerson("consumer", 7);
    await store.append("counter-3", "no_stream", [named(7, "Ada again")], testMetadata);
    for (const reader of [store, clientOn(log)]) {
      expect((await reader.read("counter-1")).events[0]?.data).toMatchObject({ ownerId: 7, name: null });
      expect((await reader.read("counter-2")).events[0]?.data).toMatchObject({ name: "Grace" });
      expect((await reader.read("counter-3")).events[0]?.data).toMatchObject({ name: null });
    }
  });

  test("an encrypted field that was moved to another field can't be read", async () => {
    const log = new InMemoryLog();
    const store = clientOn(log);
    await store.append("counter-1", "no_stream", [named(7, "Ada")], testMetadata);
    const read = log.readStream.bind(log);
    // The event has no MAC, as one of version 1.1.0.
    log.readStream = async (stream, options) => {
      const events = await read(stream, options);
      if (typeof events === "string" || stream !== "counter-1") return events;
      return events.map((event) => {
        const data = event.data as Record<string, unknown>;
        const { mac: _mac, ...metadata } = event.metadata as Record<string, unknown>;
        return { ...event, metadata, data: { ...data, nickname: data.name } };
      });
    };
    await expect(store.read("counter-1")).rejects.toThrow(/is damaged: the seal of nickname is broken$/);
  });
});
