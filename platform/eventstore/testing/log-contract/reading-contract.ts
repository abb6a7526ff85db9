import { expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import type { Position } from "../../position.ts";
import { at, type ContractPart, event, events, revisions } from "./contract-log.ts";

/** Reads of first and last events, and the end of a read that is included. */
export const reading: ContractPart = (contract, { fresh }) => {
  const { append, stream } = {
    append: contract.append.bind(contract),
    stream: contract.stream.bind(contract),
  };
  const own = (list: readonly string[], count: number) => list.slice(0, count);

  if (fresh)
    test("reading an empty event store returns no event, from either end and in either direction", async () => {
      for (const from of ["start", "end"] as const)
        for (const backwards of [false, true]) expect(await contract.all({ from, backwards })).toEqual([]);
    });

  test("reading $all forwards from a position begins with the event there, also for the first and the last one", async () => {
    const { first, last } = await contract.filled();
    expect(await contract.since(first)).toEqual(["a 0", "a 1", "a 2", "b 0", "b 1"]);
    expect(await contract.since(last)).toEqual(["b 1"]);
    expect(await contract.all({ from: "end" })).toEqual([]);
    if (fresh) expect(await contract.all()).toHaveLength(5);
  });

  test("reading $all backwards from the end begins with the last event", async () => {
    await contract.filled();
    const backwards = { from: "end", backwards: true } as const;
    const all = contract.named(await contract.all(backwards));
    expect(own(all, 5)).toEqual(["b 1", "b 0", "a 2", "a 1", "a 0"]);
    expect(contract.named(await contract.all({ ...backwards, maxCount: 1 }))).toEqual(["b 1"]);
  });

  test("reading $all backwards from a position leaves out the event there, also for the first and the last one", async () => {
    const { positions, first, last } = await contract.filled();
    const before = async (from: Position) => contract.named(await contract.all({ from, backwards: true }));
    expect(own(await before(last), 4)).toEqual(["b 0", "a 2", "a 1", "a 0"]);
    expect(own(await before(at(positions, 1)), 1)).toEqual(["a 0"]);
    expect(await before(first)).not.toContain("a 0");
    expect(await contract.all({ from: "start", backwards: true })).toEqual([]);
  });

  test("reading $all returns system events, also at the end", async () => {
    const { log } = contract;
    await append("a", "no_stream", events(1));
    await log.setStreamMetadata(contract.name("a"), { maxAge: 60 });
    const metadata = { stream: `$$${contract.name("a")}`, type: "$metadata" };
    expect(await contract.last()).toMatchObject({ ...metadata, data: { $maxAge: 60 } });
    await log.deleteStream(contract.name("a"), "any");
    expect(await contract.last()).toMatchObject(metadata);
    await log.tombstoneStream(contract.name("b"));
    const tombstone = await contract.last();
    const revision = 2n ** 63n - 1n;
    expect(tombstone).toMatchObject({ stream: contract.name("b"), type: "$streamDeleted", revision });
    expect(await contract.all({ from: tombstone.position })).toEqual([tombstone]);
  });

  test("reading $all as bytes gives each event as it was written, from the event at a position to the last one", async () => {
    const { first, last } = await contract.filled();
    await contract.log.setStreamMetadata(contract.name("a"), { maxAge: 60 });
    const written = { ...event(7), data: { n: 7, text: "ü \u2028" }, metadata: { by: "test" } };
    const { position } = await append("b", 1n, [written]);
    const since = await listOf(contract.log.readBytes({ from: first }));
    expect(since.map(({ stream, revision }) => `${stream} ${revision}`)).toEqual(
      ["a 0", "a 1", "a 2", "b 0", "b 1", "$$a 0", "b 2"].map((name) =>
        name.replace(/[ab]/, (short) => contract.name(short)),
      ),
    );
    const found = since.at(-1);
    expect(found).toMatchObject({
      id: written.id,
      type: "Counted7",
      contentType: "application/json",
      position,
    });
    const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("utf8");
    expect([text(found?.data), text(found?.metadata)]).toEqual([
      JSON.stringify(written.data),
      JSON.stringify(written.metadata),
    ]);
    expect(found?.created).toBe((await stream("b")).at(-1)?.createdAt.getTime());
    expect(await listOf(contract.log.readBytes({ from: last }))).toHaveLength(3);
    if (fresh) expect(await listOf(contract.log.readBytes({ from: "start" }))).toEqual(since);
  });

  test("a reader of bytes that leaves early ends its read, and the next read works", async () => {
    const { first } = await contract.filled();
    for await (const _ of contract.log.readBytes({ from: first })) break;
    expect((await listOf(contract.log.readBytes({ from: first }))).length).toBeGreaterThanOrEqual(5);
  });

  test("a read that its reader cancels ends without an error", async () => {
    await contract.filled();
    const read = contract.log.readAll({ from: "end", backwards: true, maxCount: 1 });
    let seen = 0;
    for await (const _ of read) {
      seen += 1;
      read.cancel();
    }
    expect(seen).toBe(1);
  });

  test("a read that its reader cancels and leaves unread doesn't keep the log from being closed", async () => {
    const { first } = await contract.filled();
    const read = contract.log.readAll({ from: first, backwards: false, maxCount: 10 });
    expect((await read[Symbol.asyncIterator]().next()).done).toBe(false);
    // By then the answer of the first read has arrived. The log is closed after the test.
    await contract.all({ from: first });
    read.cancel();
  });

  test("reading an event store with only system events returns them", async () => {
    const before = fresh ? undefined : await contract.last();
    await contract.log.setStreamMetadata(contract.name("a"), { maxAge: 60 });
    const since = await contract.all(before ? { from: before.position } : {});
    expect(since.slice(before ? 1 : 0).map(({ type }) => type)).toEqual(["$metadata"]);
    await expect(stream("a")).rejects.toMatchObject({ erased: false });
  });

  test("reading a stream begins with the event at the revision in both directions, also for the first and the last one", async () => {
    await append("a", "no_stream", events(4));
    expect(revisions(await stream("a"))).toEqual([0, 1, 2, 3]);
    expect(revisions(await stream("a", { fromRevision: 0n }))).toEqual([0, 1, 2, 3]);
    expect(revisions(await stream("a", { fromRevision: 3n }))).toEqual([3]);
    expect(revisions(await stream("a", { fromRevision: 4n }))).toEqual([]);
    expect(revisions(await stream("a", { backwards: true }))).toEqual([3, 2, 1, 0]);
    expect(revisions(await stream("a", { backwards: true, maxCount: 1 }))).toEqual([3]);
    expect(revisions(await stream("a", { backwards: true, fromRevision: 3n }))).toEqual([3, 2, 1, 0]);
    expect(revisions(await stream("a", { backwards: true, fromRevision: 0n }))).toEqual([0]);
  });

  test("reading a stream that was never written fails with StreamMissing", async () => {
    for (const backwards of [false, true])
      await expect(stream("nobody", { backwards })).rejects.toMatchObject({ erased: false });
  });

  test("reading a stream returns events as they were written, with their positions", async () => {
    const written = event(7);
    const { position } = await append("a", "no_stream", [written]);
    const [back] = await stream("a");
    expect(back).toMatchObject({ id: written.id, type: "Counted7", position });
    expect(back).toMatchObject({ stream: contract.name("a"), revision: 0n, data: { n: 7 }, metadata: {} });
  });
};
