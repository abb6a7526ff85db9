import { expect, test } from "@jest/globals";
import { type StreamLimits, StreamMissing } from "../../log-client.ts";
import { at, type ContractPart, events, revisions } from "./contract-log.ts";

/** The events that `maxAge`, `maxCount` and `truncateBefore` hide. */
export const limits: ContractPart = (contract, { fresh }) => {
  const append = contract.append.bind(contract);
  const limit = (stream: string, to: StreamLimits) =>
    contract.log.setStreamMetadata(contract.name(stream), to);
  const readable = async (stream: string) => revisions(await contract.stream(stream));

  // The clock of a shared server can't be moved.
  if (fresh) {
    test("maxAge hides older events exactly, and the revision of the stream continues", async () => {
      await limit("a", { maxAge: 60 });
      await append("a", "no_stream", events(1));
      contract.advance(30_000);
      await append("a", 0n, events(1));
      contract.advance(30_000);
      expect(await readable("a")).toEqual([0, 1]);
      contract.advance(1);
      expect(await readable("a")).toEqual([1]);
      expect(revisions(await contract.stream("a", { backwards: true }))).toEqual([1]);
      contract.advance(30_000);
      expect(await readable("a")).toEqual([]);
      await expect(append("a", "no_stream", events(1))).rejects.toMatchObject({ actual: 1n });
      expect((await append("a", 1n, events(1))).revision).toBe(2n);
      expect(await readable("a")).toEqual([2]);
    });

    test("a repeated append of events that maxAge hides is answered without a position", async () => {
      const written = events(2);
      await limit("a", { maxAge: 60 });
      await append("a", "no_stream", written);
      contract.advance(60_001);
      for (const expected of ["no_stream", "any"] as const)
        expect(await append("a", expected, written)).toEqual({ revision: 1n, position: undefined });
    });

    test("with both limits an event is hidden if either hides it", async () => {
      await limit("a", { maxCount: 2, maxAge: 60 });
      await append("a", "no_stream", events(3));
      expect(await readable("a")).toEqual([1, 2]);
      contract.advance(60_001);
      expect(await readable("a")).toEqual([]);
    });
  }

  test("maxCount keeps the newest events readable, and each append hides one more", async () => {
    await append("a", "no_stream", events(5));
    await limit("a", { maxCount: 1 });
    expect(await readable("a")).toEqual([4]);
    expect(revisions(await contract.stream("a", { backwards: true }))).toEqual([4]);
    await append("a", 4n, events(2));
    expect(await readable("a")).toEqual([6]);
    expect(revisions(await contract.stream("a", { fromRevision: 0n }))).toEqual([6]);
  });

  test("truncateBefore hides the events before a revision, and later appends hide no more", async () => {
    await append("a", "no_stream", events(3));
    await limit("a", { truncateBefore: 2 });
    await append("a", 2n, events(1));
    expect(await readable("a")).toEqual([2, 3]);
    expect(revisions(await contract.stream("a", { backwards: true }))).toEqual([3, 2]);
  });

  test("limits that were set before the first event apply from it on, and the stream is missing until then", async () => {
    await limit("a", { maxCount: 2 });
    await expect(contract.stream("a")).rejects.toThrow(StreamMissing);
    await append("a", "no_stream", events(3));
    expect(await readable("a")).toEqual([1, 2]);
  });

  test("limits that are set again replace the previous ones", async () => {
    await append("a", "no_stream", events(3));
    await limit("a", { maxCount: 1 });
    await limit("a", { maxAge: 3_600 });
    expect(await contract.stream("a")).toHaveLength(3);
    expect(await contract.log.readStream(`$$${contract.name("a")}`, {}, 10_000)).toHaveLength(1);
  });

  test("reading $all still returns the events that limits hide in their stream", async () => {
    await append("a", "no_stream", events(3));
    const [first] = await contract.stream("a");
    await limit("a", { maxCount: 1 });
    expect(await contract.since(at([first], 0)?.position ?? { commit: 0n, prepare: 0n })).toEqual([
      "a 0",
      "a 1",
      "a 2",
      "$$a 0",
    ]);
  });
};
