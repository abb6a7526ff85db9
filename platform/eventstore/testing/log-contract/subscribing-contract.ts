import { expect, test } from "@jest/globals";
import { type LogClient, StreamMissing } from "../../log-client.ts";
import { type ContractPart, caughtUp, event, events, nextEvent } from "./contract-log.ts";

/** The start of a subscription, and its continuation without a gap. */
export const subscribing: ContractPart = (contract, { fresh }) => {
  const append = contract.append.bind(contract);
  const given = async (...from: Parameters<LogClient["subscribe"]>) => {
    const subscription = contract.log.subscribe(...from);
    const list = contract.named(await caughtUp(subscription));
    await subscription.stop();
    return list;
  };

  test("a subscription from the start delivers the first event, and a subscription from a position delivers the events after it", async () => {
    const { first, last } = await contract.filled();
    const all = contract.named(await contract.all());
    expect(await given("start", undefined)).toEqual(all);
    expect(all.slice(-5)).toEqual(["a 0", "a 1", "a 2", "b 0", "b 1"]);
    expect(await given(first, undefined)).toEqual(["a 1", "a 2", "b 0", "b 1"]);
    expect(await given(last, undefined)).toEqual([]);
  });

  test("a subscription from the last event of $all delivers the next one", async () => {
    const { last } = await contract.filled();
    const subscription = contract.log.subscribe(last, undefined);
    await caughtUp(subscription);
    await append("c", "no_stream", events(1));
    expect(await nextEvent(subscription)).toMatchObject({ stream: contract.name("c"), revision: 0n });
    await subscription.stop();
  });

  if (fresh)
    test("a subscription to an empty log delivers its first event", async () => {
      const subscription = contract.log.subscribe("start", undefined);
      expect(await caughtUp(subscription)).toEqual([]);
      await append("a", "no_stream", events(1));
      expect(await nextEvent(subscription)).toMatchObject({ stream: contract.name("a"), revision: 0n });
      await subscription.stop();
    });

  test("a filtered subscription delivers all matching events, including the first and the last one", async () => {
    const { first } = await contract.filled();
    await append("c", "no_stream", [event(9)]);
    const prefixes = [contract.name("a"), contract.name("c")];
    const streams = { on: "streamName", prefixes } as const;
    expect(await given("start", streams)).toEqual(["a 0", "a 1", "a 2", "c 0"]);
    expect(await given(first, streams)).toEqual(["a 1", "a 2", "c 0"]);
    const types = { on: "eventType", prefixes: ["Counted9"] } as const;
    expect(await given(first, types)).toEqual(["c 0"]);
  });

  test("a filtered subscription without a match catches up and delivers later matches", async () => {
    const { first } = await contract.filled();
    const filter = { on: "streamName", prefixes: [contract.name("c")] } as const;
    const subscription = contract.log.subscribe(first, filter);
    expect(await caughtUp(subscription)).toEqual([]);
    await append("b", "any", events(1));
    await append("c", "no_stream", events(1));
    expect(await nextEvent(subscription)).toMatchObject({ stream: contract.name("c"), revision: 0n });
    await subscription.stop();
  });

  test("a subscription survives thousands of short reads of existing and missing streams", async () => {
    const { last } = await contract.filled();
    await append("gone", "no_stream", events(1));
    await contract.log.tombstoneStream(contract.name("gone"));
    const subscription = contract.log.subscribe(last, undefined);
    await caughtUp(subscription);
    const read = async (name: string) => {
      await contract.stream(name, { backwards: true, maxCount: 1 }).catch((error: unknown) => {
        if (!(error instanceof StreamMissing)) throw error;
      });
    };
    for (let round = 0; round < 60; round += 1)
      await Promise.all(
        Array.from({ length: 25 }, (_, n) => [`never-${round}-${n}`, "gone", "a"])
          .flat()
          .map(read),
      );
    await append("c", "no_stream", events(1));
    expect(await nextEvent(subscription)).toMatchObject({ stream: contract.name("c"), revision: 0n });
    await subscription.stop();
  });

  test("a subscription delivers metadata and tombstones as events", async () => {
    const { position } = await append("a", "no_stream", events(1));
    const subscription = contract.log.subscribe(position ?? "start", undefined);
    await caughtUp(subscription);
    const a = contract.name("a");
    await contract.log.setStreamMetadata(a, { maxCount: 1 });
    expect(await nextEvent(subscription)).toMatchObject({ stream: `$$${a}`, type: "$metadata" });
    await contract.log.tombstoneStream(a);
    expect(await nextEvent(subscription)).toMatchObject({ stream: a, type: "$streamDeleted" });
    await subscription.stop();
  });
};
