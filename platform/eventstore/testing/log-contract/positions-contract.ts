import { expect, test } from "@jest/globals";
import type { Position } from "../../position.ts";
import { at, type ContractPart, caughtUp, events, nextEvent, shifted } from "./contract-log.ts";

/** Positions with an event, and positions without. */
export const positions: ContractPart = (contract) => {
  const read = (from: Position, backwards: boolean) => contract.all({ from, backwards });
  const subscribed = (from: Position | "start") => caughtUp(contract.log.subscribe(from, undefined));

  test("positions grow with every event of any stream", async () => {
    const { positions } = await contract.filled();
    const commits = positions.map(({ commit }) => commit);
    expect(commits).toEqual([...commits].sort((a, b) => Number(a - b)));
    expect(new Set(commits).size).toBe(5);
  });

  test("positions between two events are refused for reads in both directions and for subscriptions", async () => {
    const { positions } = await contract.filled();
    const between = shifted(at(positions, 1), 1n);
    for (const backwards of [false, true]) await expect(read(between, backwards)).rejects.toThrow();
    await expect(subscribed(between)).rejects.toThrow();
    const filter = { on: "eventType", prefixes: ["Counted"] } as const;
    await expect(caughtUp(contract.log.subscribe(between, filter))).rejects.toThrow();
  });

  test("a read forwards from a position beyond the end returns nothing, and a read backwards from it is refused", async () => {
    const { last } = await contract.filled();
    const beyond = shifted(last, 1_000_000n);
    expect(await read(beyond, false)).toEqual([]);
    await expect(read(beyond, true)).rejects.toThrow();
    expect(await subscribed(beyond)).toEqual([]);
  });

  test("a subscription from a position beyond the end delivers no event before that position", async () => {
    await contract.filled();
    const { position } = await contract.last();
    const subscription = contract.log.subscribe(shifted(position, 300n), undefined);
    await caughtUp(subscription);
    // With more events than the server keeps for a live subscription (32), it reads again from there.
    await contract.append("c", "no_stream", events(25));
    const first = await nextEvent(subscription);
    expect(first.position.commit).toBeGreaterThan(position.commit + 300n);
    expect(first.revision).toBeGreaterThan(0n);
    await subscription.stop();
  });

  test("position 0 is the start of $all", async () => {
    await contract.filled();
    const start = { commit: 0n, prepare: 0n };
    expect(await read(start, false)).toEqual(await contract.all());
    expect(await read(start, true)).toEqual([]);
    expect(await subscribed(start)).toEqual(await subscribed("start"));
  });
};
