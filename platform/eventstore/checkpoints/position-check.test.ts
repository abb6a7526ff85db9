import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { createEventStore } from "../client/event-store-client.ts";
import { createInMemoryEventStore } from "../client/in-memory-event-store.ts";
import { InMemoryLog } from "../emulation/in-memory-log.ts";
import { UnavailableError } from "../event-store.ts";
import type { LogClient } from "../log-client.ts";
import type { Position } from "../position.ts";
import { raised, testDefinitions, testMetadata } from "../testing/test-events.ts";
import { findPlace, lostPlaceText } from "./position-check.ts";

const impatient = { patienceMilliseconds: 0 };
const at = (commit: bigint): Position => ({ commit, prepare: commit });

/** A log with three events, the last of which is the store's own. */
async function filled() {
  const store = createInMemoryEventStore({ definitions: testDefinitions });
  const { events } = await store.append("counter-1", "no_stream", [raised(1), raised(2)], testMetadata);
  await store.setStreamMetadata("counter-1", { maxAge: 60 });
  const head = await store.head();
  if (!head) throw new Error("The log is empty");
  return { store, head, first: { position: at(100n), eventId: events[0]?.id } };
}

describe("a stored place", () => {
  test("is in the log where its event is there", async () => {
    const { store, first } = await filled();
    expect(await findPlace(store, first)).toEqual({ kind: "there", eventId: first.eventId });
  });

  test("is in the log without an id where any event is there, one of the store's own, too", async () => {
    const { store, head } = await filled();
    expect(await findPlace(store, { position: head })).toEqual({
      kind: "there",
      eventId: expect.any(String),
    });
  });

  test("is lost where another event is there", async () => {
    const { store, head } = await filled();
    const place = { position: at(100n), eventId: "another" };
    expect(await findPlace(store, place)).toEqual({ kind: "lost", how: "another", end: head });
  });

  test("is lost between two events", async () => {
    const { store, head } = await filled();
    expect(await findPlace(store, { position: at(150n) })).toEqual({ kind: "lost", how: "gone", end: head });
  });

  test("is lost beyond the end, and in an empty log", async () => {
    const { store, head } = await filled();
    const place = { position: at(900n), eventId: "x" };
    const beyond = await findPlace(store, place, impatient);
    expect(beyond).toEqual({ kind: "lost", how: "beyond", end: head });
    const empty = createInMemoryEventStore({ definitions: testDefinitions });
    const nowhere = await findPlace(empty, place, impatient);
    expect(nowhere).toEqual({ kind: "lost", how: "beyond", end: undefined });
    if (beyond.kind !== "lost" || nowhere.kind !== "lost") throw new Error("It was found");
    const why = "the event store was restored from an older backup, or its address leads to another one";
    expect(lostPlaceText(place, beyond)).toBe(
      `the stored position 900 (event x) is beyond the log's end, and the log ends at 300: ${why}`,
    );
    expect(lostPlaceText(place, nowhere)).toContain("the log is empty");
  });

  test("is lost where it stands for no place, as 2^64 − 1 does", async () => {
    const { store } = await filled();
    expect(await findPlace(store, { position: at(2n ** 64n - 1n) }, impatient)).toMatchObject({
      how: "beyond",
    });
  });

  test("beyond the end is looked for again: a node may follow its leader late", async () => {
    const { store } = await filled();
    const finding = findPlace(store, { position: at(400n) });
    await store.append("counter-1", 1n, [raised(3)], testMetadata);
    expect(await finding).toMatchObject({ kind: "there" });
  });
});

test("a search that is ended finds nothing lost", async () => {
  const { store } = await filled();
  const stopping = new AbortController();
  const finding = findPlace(store, { position: at(900n) }, { signal: stopping.signal });
  stopping.abort();
  await expect(finding).rejects.toThrow(UnavailableError);
});

describe("a server that answers a position between two records with an error", () => {
  /** As gRPC's UNKNOWN comes from the client. */
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

  test("has no event there", async () => {
    const store = storeOn(failingAt(150n, unknown, false));
    await store.append("counter-1", "no_stream", [raised(1), raised(2)], testMetadata);
    expect(await findPlace(store, { position: at(150n) })).toMatchObject({ kind: "lost", how: "gone" });
  });

  test("is away where the log's end can't be read either, or where the error is another one", async () => {
    const away = storeOn(failingAt(150n, unknown, true));
    await expect(findPlace(away, { position: at(150n) })).rejects.toThrow(UnavailableError);
    const unavailable = () => Object.assign(new Error("No connection"), { code: 14 });
    const broken = storeOn(failingAt(150n, unavailable, false));
    await expect(findPlace(broken, { position: at(150n) })).rejects.toThrow(UnavailableError);
  });
});
