import { describe, expect, test } from "@jest/globals";
import type { LookEvent } from "@ornament/contracts/events/look";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { lookCompaction } from "./compaction.ts";
import { type LookCommand, latestOpening, lookDecider } from "./decider.ts";

const { given } = specify(lookDecider);
const hour = 3_600_000;
const at = 10 * hour;
const opened = (consumerId: number): LookEvent => ({
  type: "ProfileOpened",
  data: { adminId: 3, consumerId },
});
const exported: LookEvent = {
  type: "TableExported",
  data: { adminId: 3, table: "pins", format: "print", consumerId: null, narrowed: true },
};
const open = (openedAt: number | undefined): LookCommand => ({
  type: "RecordProfile",
  adminId: 3,
  consumerId: 7,
  openedAt,
  at,
});

test("every export is recorded", () =>
  given(exported)
    .when({
      type: "RecordExport",
      adminId: 3,
      table: "pins",
      format: "print",
      consumerId: null,
      narrowed: true,
    })
    .thenEvents(exported));

describe("opening a profile", () => {
  test("the first look at a profile is recorded", () => given().when(open(undefined)).thenEvents(opened(7)));

  test.each([
    [0, 0],
    [hour - 1, 0],
    [hour, 1],
    [2 * hour, 1],
    // A clock that was wrong doesn't hide later looks.
    [-hour, 1],
  ])("a look at a profile %d ms after the recorded one makes %d more entries", (later, entries) =>
    given(opened(7))
      .when(open(at - later))
      .thenEvents(...(entries === 1 ? [opened(7)] : [])),
  );
});

const stored = (event: LookEvent, minute: number, revision: number) =>
  ({ ...event, revision: BigInt(revision), createdAt: new Date(minute * 60_000) }) as StoredEvent<LookEvent>;

test("the latest look at a profile is found among the looks of the admin", () => {
  const events = [
    stored(opened(7), 1, 0),
    stored(opened(7), 2, 1),
    stored(opened(8), 3, 2),
    stored(exported, 4, 3),
  ];
  expect(latestOpening(events, 7)).toBe(120_000);
  expect(latestOpening(events, 9)).toBeUndefined();
});

test("a long stream of looks keeps the profiles of its last hour, at most 200, and no exports", () => {
  const revisionsOf = (events: readonly StoredEvent<LookEvent>[]) =>
    lookCompaction.keep(events).map(({ revision }) => Number(revision));
  expect(
    revisionsOf([
      stored(opened(7), 0, 0),
      stored(exported, 10, 1),
      stored(opened(8), 20, 2),
      stored(opened(9), 75, 3),
    ]),
  ).toEqual([2, 3]);
  const many = Array.from({ length: 300 }, (_, index) => stored(opened(index + 1), 1, index));
  expect(revisionsOf(many)).toEqual(Array.from({ length: 200 }, (_, index) => index + 100));
});
