import { describe, expect, test } from "@jest/globals";
import type { StoredEvent } from "./event.ts";
import { RecentEvents } from "./recent-events.ts";

const nothing = new Uint8Array();
const eventAt = (position: number, data = nothing): StoredEvent => ({
  position,
  stream: "a-1",
  revision: position,
  id: `${position}`,
  type: "Counted",
  contentType: "application/json",
  created: 0,
  metadata: nothing,
  data,
});
const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => eventAt(from + index));
const positions = (found: readonly StoredEvent[] | undefined) => found?.map(({ position }) => position);

describe("the newest events in memory", () => {
  test("the newest events in memory are given from each position on, and only as many as are asked for", () => {
    const recent = new RecentEvents(10);
    recent.add(events(11, 13));
    recent.add(events(14, 15));
    expect(positions(recent.allAfter(10, 100))).toEqual([11, 12, 13, 14, 15]);
    expect(positions(recent.allAfter(12, 2))).toEqual([13, 14]);
    expect(positions(recent.allAfter(15, 100))).toEqual([]);
    expect(positions(recent.allAfter(99, 100))).toEqual([]);
  });

  test("events that were in the log at its opening are not known in memory", () => {
    expect(new RecentEvents(10).allAfter(9, 100)).toBeUndefined();
    expect(new RecentEvents(10).allAfter(10, 100)).toEqual([]);
  });

  test("of many events only the newest stay in memory, and none is left out after the oldest of them", () => {
    const recent = new RecentEvents(0);
    for (let first = 1; first < 5_000; first += 100) recent.add(events(first, first + 99));
    const known = Array.from({ length: 5_001 }, (_, position) => recent.allAfter(position, 10_000));
    const first = known.findIndex((found) => found !== undefined);
    expect(first).toBeGreaterThan(3_900);
    expect(positions(known[first])).toEqual(positions(events(first + 1, 5_000)));
  });

  test("of large events about a megabyte stays in memory", () => {
    const recent = new RecentEvents(0);
    const large = new Uint8Array(300 * 1024);
    recent.add([eventAt(1, large), eventAt(2, large), eventAt(3, large)]);
    expect(positions(recent.allAfter(0, 100))).toEqual([1, 2, 3]);
    recent.add([eventAt(4, large)]);
    expect(recent.allAfter(2, 100)).toBeUndefined();
    expect(positions(recent.allAfter(3, 100))).toEqual([4]);
  });

  test("an event larger than the memory for all of them is not kept", () => {
    const recent = new RecentEvents(0);
    recent.add([eventAt(1), eventAt(2, new Uint8Array(2 * 1024 * 1024))]);
    expect(recent.allAfter(1, 100)).toBeUndefined();
    expect(recent.allAfter(2, 100)).toEqual([]);
  });

  test("after events were deleted from the disk, none of the earlier ones is given from memory", () => {
    const recent = new RecentEvents(0);
    recent.add(events(1, 3));
    recent.clear();
    expect(recent.allAfter(2, 100)).toBeUndefined();
    recent.add(events(4, 4));
    expect(positions(recent.allAfter(3, 100))).toEqual([4]);
  });
});
