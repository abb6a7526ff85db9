import { describe, expect, test } from "@jest/globals";
import { WrongRevision } from "../../log-client.ts";
import { type ContractPart, event, events } from "./contract-log.ts";

/** Revisions, conflicts and repeats. */
export const appending: ContractPart = (contract) => {
  const append = contract.append.bind(contract);

  test("an append returns the revision and the position of its last event", async () => {
    const first = await append("a", "no_stream", events(2));
    const second = await append("a", 1n, events(1));
    expect([first.revision, second.revision]).toEqual([1n, 2n]);
    const positions = (await contract.stream("a")).map(({ position }) => position);
    expect(positions.slice(1)).toEqual([first.position, second.position]);
  });

  test("an append at another revision is refused with the actual revision", async () => {
    await expect(append("a", 0n, events(1))).rejects.toMatchObject({ actual: "no_stream" });
    await append("a", "no_stream", events(2));
    for (const expected of ["no_stream", 0n, 5n] as const)
      await expect(append("a", expected, events(1))).rejects.toMatchObject({ actual: 1n });
    expect(await contract.stream("a")).toHaveLength(2);
  });

  test("an append of an event whose id is all zeros is refused completely", async () => {
    const empty = { ...event(2), id: "00000000-0000-0000-0000-000000000000" };
    // The text differs between versions of the real server.
    await expect(append("a", "no_stream", [event(1), empty])).rejects.not.toBeInstanceOf(WrongRevision);
    await expect(contract.stream("a")).rejects.toThrow("There is no such stream");
  });

  describe("a repeated append", () => {
    test("a repeated append gets the first answer again, at any place of its events in the stream", async () => {
      const [first, second, third] = [events(2), events(1), events(1)];
      const answers = [
        await append("a", "no_stream", first),
        await append("a", 1n, second),
        await append("a", "any", third),
      ];
      expect(await append("a", "no_stream", first)).toEqual(answers[0]);
      expect(await append("a", "any", first)).toEqual(answers[0]);
      expect(await append("a", 1n, second)).toEqual(answers[1]);
      expect(await append("a", "any", third)).toEqual(answers[2]);
      expect(await contract.stream("a")).toHaveLength(4);
    });

    test("a repeat of a part of an append is recognised", async () => {
      const written = events(3);
      await append("a", "no_stream", written);
      expect(await append("a", "no_stream", written.slice(0, 2))).toMatchObject({ revision: 1n });
      expect(await append("a", 0n, written.slice(1, 2))).toMatchObject({ revision: 1n });
      expect(await append("a", "any", written.slice(1))).toMatchObject({ revision: 2n });
      expect(await contract.stream("a")).toHaveLength(3);
    });

    test("an append of the same event at the end of the stream is not a repeat and is written again", async () => {
      const written = events(1);
      await append("a", "no_stream", written);
      expect(await append("a", 0n, written)).toMatchObject({ revision: 1n });
      expect(await contract.stream("a")).toHaveLength(2);
    });

    test("a repeated append at another revision than before is a conflict", async () => {
      const written = events(2);
      await append("a", "no_stream", written);
      await expect(append("a", 0n, written.slice(0, 1))).rejects.toMatchObject({ actual: 1n });
    });

    test("a repeated append with a new event after it is a conflict and writes nothing", async () => {
      const [one, other] = [event(1), event(2)];
      await append("a", "no_stream", [one]);
      await expect(append("a", "no_stream", [one, other])).rejects.toThrow(WrongRevision);
      await expect(append("a", "any", [one, other])).rejects.toThrow(WrongRevision);
      expect(await contract.stream("a")).toHaveLength(1);
    });

    test("a repeated event after a new one is appended again if no revision is given", async () => {
      const [one, other] = [event(1), event(2)];
      await append("a", "no_stream", [one]);
      await expect(append("a", "no_stream", [other, one])).rejects.toThrow(WrongRevision);
      expect(await append("a", "any", [other, one])).toMatchObject({ revision: 2n });
    });

    test("an append of the same event to another stream is not a repeat", async () => {
      const written = event(1);
      await append("a", "any", [written]);
      await append("b", "any", [written]);
      expect(await append("b", "any", [written])).toMatchObject({ revision: 1n });
      expect(await append("a", "any", [written])).toMatchObject({ revision: 0n });
      expect(await append("b", "no_stream", [written])).toMatchObject({ revision: 0n });
    });

    test("a repeated append of events that can't be read any more is answered without a position and writes nothing", async () => {
      const written = events(3);
      const { position } = await append("a", "no_stream", written);
      await contract.log.setStreamMetadata(contract.name("a"), { maxCount: 1 });
      const hidden = { revision: 1n, position: undefined };
      expect(await append("a", "no_stream", written.slice(0, 2))).toEqual(hidden);
      expect(await append("a", "any", written.slice(0, 2))).toEqual(hidden);
      expect(await append("a", "no_stream", written)).toEqual({ revision: 2n, position });
      await contract.log.deleteStream(contract.name("a"), "any");
      const deleted = { revision: 2n, position: undefined };
      expect(await append("a", "no_stream", written)).toEqual(deleted);
      expect(await append("a", "any", written)).toEqual(deleted);
      await expect(contract.stream("a")).rejects.toMatchObject({ erased: false });
    });
  });
};
