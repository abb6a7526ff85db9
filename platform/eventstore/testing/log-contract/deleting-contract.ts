import { expect, test } from "@jest/globals";
import { StreamMissing } from "../../log-client.ts";
import { type ContractPart, events, revisions } from "./contract-log.ts";

/** Soft deletions, tombstones, deletions of missing streams and repeated deletions. */
export const deleting: ContractPart = (contract) => {
  const append = contract.append.bind(contract);
  const remove = (stream: string, expected: bigint | "any" | "no_stream") =>
    contract.log.deleteStream(contract.name(stream), expected);
  const end = (stream: string) => contract.log.tombstoneStream(contract.name(stream));

  test("a deleted stream is missing, and continues after its old revision", async () => {
    await append("a", "no_stream", events(3));
    await remove("a", 2n);
    for (const backwards of [false, true])
      await expect(contract.stream("a", { backwards })).rejects.toMatchObject({ erased: false });
    expect((await append("a", "no_stream", events(1))).revision).toBe(3n);
    expect(revisions(await contract.stream("a"))).toEqual([3]);
    await remove("a", "any");
    expect((await append("a", 3n, events(1))).revision).toBe(4n);
  });

  test("a deleted stream can be deleted again and is still missing", async () => {
    await append("a", "no_stream", events(1));
    await remove("a", "any");
    await remove("a", "any");
    await expect(contract.stream("a")).rejects.toMatchObject({ erased: false });
  });

  test("a deletion at another revision is refused with the actual revision", async () => {
    await append("a", "no_stream", events(3));
    for (const expected of [1n, 7n, "no_stream"] as const)
      await expect(remove("a", expected)).rejects.toMatchObject({ actual: 2n });
    expect(await contract.stream("a")).toHaveLength(3);
  });

  test("the deletion of a stream that never existed is refused with any expected revision", async () => {
    for (const expected of ["any", "no_stream", 0n] as const)
      await expect(remove("nobody", expected)).rejects.toMatchObject({ actual: "no_stream" });
  });

  test("a tombstone for a stream that never existed prevents appends", async () => {
    await end("nobody");
    await expect(append("nobody", "no_stream", events(1))).rejects.toMatchObject({ erased: true });
  });

  test.each([
    ["written", false],
    ["deleted before", true],
  ])(
    "after a tombstone a stream that was %s can neither be read nor written nor deleted again",
    async (_, deleted) => {
      await append("a", "no_stream", events(1));
      if (deleted) await remove("a", "any");
      await end("a");
      const refused = [
        contract.stream("a"),
        contract.stream("a", { backwards: true }),
        append("a", "any", events(1)),
        append("a", "no_stream", events(1)),
        remove("a", "any"),
        end("a"),
      ];
      for (const outcome of await Promise.allSettled(refused)) {
        expect(outcome).toMatchObject({ status: "rejected", reason: { erased: true } });
        expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(StreamMissing);
      }
    },
  );

  test("after a tombstone a stream can get no metadata", async () => {
    await append("a", "no_stream", events(1));
    await end("a");
    const metadata = contract.log.setStreamMetadata(contract.name("a"), { maxAge: 1 });
    await expect(metadata).rejects.toMatchObject({ erased: true });
  });
};
