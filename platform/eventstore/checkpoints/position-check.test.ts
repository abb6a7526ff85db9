import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { createEventStore } from "../client/event-store-client.ts";
import type { LogClient } from "../log-client.ts";
import type { Position } from "../position.ts";
import { raised, testDefinitions, testMetadata } from "../testing/test-events.ts";
import { checkPosition, missingPositionText } from "./position-check.ts";

const impatient = { patienceMilliseconds: 0 };
const at = (commit: bigint): Position => ({ commit, prepare: commit });

/** An event store with three events; the last one is the store's own. */
async function filled() {
  const store = createInMemoryEventStore({ definitions: testDefinitions });
  const { events } = await store.append("counter-1", "no_stream", [raised(1), raised(2)], testMetadata);
  await store.setStreamMetadata("counter-1", { maxAge: 60 });
  const head = await store.head();
  if (!head) throw new Error("The event store is empty");
  return { store, head, first: { position: at(100n), eventId: events[0]?.id } };
}

describe("a stored position", () => {
  test("a stored position is found if its event is stored", async () => {
    const { store, first } = await filled();
    expect(await checkPosition(store, first)).toEqual({ kind: "found", eventId: first.eventId });
  });

  test("a stored position without an id is found if an event is there, even one of the store's system events", async () => {
    const { store, head } = await filled();
    expect(await checkPosition(store, { position: head })).toEqual({
      kind: "found",
      eventId: expect.any(String),
    });
  });

  test("a stored position is missing if another event is there", async () => {
    const { store, head } = await filled();
    const place = { position: at(100n), eventId: "another" };
    expect(await checkPosition(store, place)).toEqual({ kind: "missing", how: "another", end: head });
  });

  test("a stored position between two events is missing", async () => {
    const { store, head } = await filled();
    expect(await checkPosition(store, { position: at(150n) })).toEqual({
      kind: "missing",
      how: "gone",
      end: head,
    });
  });

  test("a stored position beyond the end or in an empty event store is missing", async () => {
    const { store, head } = await filled();
    const place = { position: at(900n), eventId: "x" };
    const beyond = await checkPosition(store, place, impatient);
    expect(beyond).toEqual({ kind: "missing", how: "beyond", end: head });
    const empty = createInMemoryEventStore({ definitions: testDefinitions });
    const nowhere = await checkPosition(empty, place, impatient);
    expect(nowhere).toEqual({ kind: "missing", how: "beyond", end: undefined });
    if (beyond.kind !== "missing" || nowhere.kind !== "missing") throw new Error("It was found");
    const why = "the event store was restored from an older backup, or its address leads to another one";
    expect(missingPositionText(place, beyond)).toBe(
      `the stored position 900 (event x) is beyond the end of the event store, and the event store ends at 300: ${why}`,
    );
    expect(missingPositionText(place, nowhere)).toContain("the event store is empty");
  });

  test("a stored position beyond the end is checked again, because a node may be behind its leader", async () => {
    const { store } = await filled();
    const finding = checkPosition(store, { position: at(400n) });
    await store.append("counter-1", 1n, [raised(3)], testMetadata);
    expect(await finding).toMatchObject({ kind: "found" });
  });
});

test("a position check that is aborted has no result", async () => {
  const { store } = await filled();
  const stopping = new AbortController();
  const finding = checkPosition(store, { position: at(900n) }, { signal: stopping.signal });
  stopping.abort();
  await expect(finding).rejects.toThrow(UnavailableError);
});

describe("a server that answers a position between two records with an error", () => {
  /** The client's error for gRPC's UNKNOWN. */
  const unknown = () =>
    Object.assign(new Error("Log record at actual pos 150 has non-positive length"), { code: 2 });

  function storeOn(change: (log: InMemoryLog) => Partial<LogClient>) {
    const log = new InMemoryLog();
    const client: LogClient = Object.create(log, Object.getOwnPropertyDescriptors(change(log)));
    for (const name of ["append", "readStream"] as const)
      Object.assign(client, { [name]: log[name].bind(log) });
    return createEventStore(client, {
      definitions: testDefinitions,
      masterKey: serverKey(randomBytes(32)),
      logger: silentLogger(),
      timeoutMilliseconds: 200,
    });
  }
  const failingAt = (commit: bigint, error: () => Error, alsoAtEnd: boolean) => (log: InMemoryLog) => ({
    readAll: (options: Parameters<LogClient["readAll"]>[0]) => {
      const { from } = options;
      const fails = typeof from === "string" ? alsoAtEnd : from.commit === commit;
      return fails
        ? {
            cancel: () => undefined,
            // biome-ignore lint/correctness/useYield: a read that fails before its first event
            async *[Symbol.asyncIterator]() {
              throw error();
            },
          }
        : log.readAll(options);
    },
  });

  test("a server error for a position between two records means that no event is there", async () => {
    const store = storeOn(failingAt(150n, unknown, false));
    await store.append("counter-1", "no_stream", [raised(1), raised(2)], testMetadata);
    expect(await checkPosition(store, { position: at(150n) })).toMatchObject({
      kind: "missing",
      how: "gone",
    });
  });

  test("a server error for a position is an outage if the end can't be read either, or for another error", async () => {
    const away = storeOn(failingAt(150n, unknown, true));
    await expect(checkPosition(away, { position: at(150n) })).rejects.toThrow(UnavailableError);
    const unavailable = () => Object.assign(new Error("No connection"), { code: 14 });
    const broken = storeOn(failingAt(150n, unavailable, false));
    await expect(checkPosition(broken, { position: at(150n) })).rejects.toThrow(UnavailableError);
  });
});
