import { jsonEvent, WrongExpectedVersionError } from "@eventstore/db-client";
import { describe, expect, test } from "@jest/globals";
import {
  collect,
  failure,
  numbered,
  numberOf,
  storeForEachTest,
} from "@ornament/embedded/eventstore/testing/test-store";

const store = storeForEachTest();

const read = async (stream: string) => (await collect(store.client.readStream(stream))).map(numberOf);

describe("appends", () => {
  const append = (stream: string, n: number) => store.client.appendToStream(stream, numbered(n));

  test("an append that is answered late is written immediately", async () => {
    const answer = store.server.faults.answerLate({ what: "append" });
    let answered = false;
    const appending = append("a-1", 1).then(() => {
      answered = true;
    });
    await readUntil("a-1", [1]);
    expect(answered).toBe(false);
    answer();
    await appending;
    await append("a-1", 2);
  });

  test("a chosen number of appends is answered late", async () => {
    store.server.faults.answerLate({ what: "append", milliseconds: 200, times: 1 });
    const start = performance.now();
    await append("a-1", 1);
    expect(performance.now() - start).toBeGreaterThan(190);
    store.server.faults.answerLate({ what: "append", times: 0 });
    await append("a-1", 2);
  });

  test("a repeated append without a revision is written again when its id is forgotten", async () => {
    const event = numbered(1);
    const again = (expectedRevision: "any" | "no_stream") =>
      store.client.appendToStream("a-1", event, { expectedRevision });
    await again("any");
    await again("any");
    expect(await read("a-1")).toEqual([1]);
    await store.restart();
    await again("any");
    expect(await read("a-1")).toEqual([1, 1]);
    expect(await again("no_stream")).toMatchObject({ nextExpectedRevision: 0n });
  });

  test("an append without the right is refused for the chosen streams until the right is given", async () => {
    store.server.faults.refuse("write", "secret-");
    expect(await failure(append("secret-1", 1))).toMatchObject({ type: "access-denied" });
    await append("open-1", 1);
    await store.client.setStreamMetadata("secret-1", { maxCount: 9 });
    store.server.faults.refuse("writeMetadata");
    const metadata = store.client.setStreamMetadata("open-1", { maxCount: 9 });
    expect(await failure(metadata)).toMatchObject({ type: "access-denied" });
    store.server.faults.allow();
    await append("secret-1", 1);
    expect(await read("secret-1")).toEqual([1]);
  });

  test("an append that times out is not written, or is written although it times out", async () => {
    const { faults } = store.server;
    await append("a-1", 0);
    faults.failAppends("timeout", { milliseconds: 0 });
    await expect(append("a-1", 1)).rejects.toThrow();
    expect(await read("a-1")).toEqual([0]);
    faults.failAppends("timeout", { milliseconds: 0, written: true });
    await expect(append("a-1", 2)).rejects.toThrow();
    faults.failAppends("no-quorum");
    await expect(append("a-1", 3)).rejects.toThrow();
    faults.failAppends(undefined);
    await append("a-1", 4);
    expect(await read("a-1")).toEqual([0, 2, 4]);
  });
});

/** Reads until the stream holds these events. */
async function readUntil(stream: string, expected: readonly number[]): Promise<void> {
  for (;;) {
    const found = await read(stream).catch(() => []);
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
  }
}

test("an append reports the failures of a cluster as the real server does", async () => {
  const error = () => failure(store.client.appendToStream("a-1", numbered(1)));
  store.server.faults.failAppends("timeout", { milliseconds: 0 });
  expect(await error()).toMatchObject({ type: "deadline-exceeded" });
  store.server.faults.failAppends("no-quorum");
  expect(await error()).toMatchObject({
    type: "unknown",
    message: "Could not recognize Server Is Not Ready",
  });
});

test("a restart forgets event ids, but a repeat at the same revision is still recognised", async () => {
  const event = jsonEvent({ type: "Counted", data: { n: 1 } });
  await store.client.appendToStream("a-1", event, { expectedRevision: "no_stream" });
  await store.restart();
  const repeated = async (expectedRevision: "any" | "no_stream") => {
    for (;;) {
      try {
        return await store.client.appendToStream("a-1", event, { expectedRevision });
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) throw error;
      }
    }
  };
  expect(await repeated("no_stream")).toMatchObject({ nextExpectedRevision: 0n });
  expect(await repeated("any")).toMatchObject({ nextExpectedRevision: 1n });
});

describe("other calls", () => {
  test("a chosen number of reads is answered late", async () => {
    await store.client.appendToStream("a-1", numbered(1));
    const answer = store.server.faults.answerLate({ what: "read", times: 1 });
    const late = read("a-1");
    expect(await read("a-1").then(() => "first")).toBe("first");
    answer();
    expect(await late).toEqual([1]);
  });

  test("reads of $all and of streams are refused without the right", async () => {
    await store.client.appendToStream("a-1", numbered(1));
    store.server.faults.refuse("readAll");
    const denied = { type: "access-denied" };
    expect(await failure(collect(store.client.readAll()))).toMatchObject(denied);
    expect(await failure(collect(store.client.subscribeToAll()))).toMatchObject(denied);
    expect(await read("a-1")).toEqual([1]);
    store.server.faults.refuse("read", "a-");
    expect(await failure(read("a-1"))).toMatchObject(denied);
    expect(await failure(read("b-1"))).toMatchObject({ type: "stream-not-found" });
  });

  test("deletions without the right are refused", async () => {
    await store.client.appendToStream("a-1", numbered(1));
    store.server.faults.refuse("delete");
    for (const how of ["deleteStream", "tombstoneStream"] as const)
      expect(await failure(store.client[how]("a-1"))).toMatchObject({ type: "access-denied" });
    expect(await read("a-1")).toEqual([1]);
  });
});
