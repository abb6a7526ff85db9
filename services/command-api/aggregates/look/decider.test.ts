import { describe, expect, test } from "@jest/globals";
import type { LookEvent } from "@ornament/contracts/events/look";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { type LookCommand, latestLook, lookDecider } from "./decider.ts";

const { given } = specify(lookDecider);
const hour = 3_600_000;
const at = 10 * hour;
const opened = (consumerId: number): LookEvent => ({
  type: "ProfileOpened",
  data: { adminId: 3, consumerId },
});
const noon = "2026-11-24T12:00:00.000Z";
const shown = (instant: string): LookEvent => ({ type: "InstantShown", data: { adminId: 3, instant } });
const exported: LookEvent = {
  type: "TableExported",
  data: { adminId: 3, table: "pins", format: "print", consumerId: null, narrowed: true },
};
type Looked = (lookedAt: number | undefined) => LookCommand;
const open: Looked = (lookedAt) => ({ type: "RecordProfile", adminId: 3, consumerId: 7, lookedAt, at });
const show: Looked = (lookedAt) => ({ type: "RecordInstant", adminId: 3, instant: noon, lookedAt, at });
const collected: LookEvent = {
  type: "TableExported",
  data: { adminId: 3, table: "actionLog", format: "json", consumerId: null, narrowed: false },
};
const collect: Looked = (lookedAt) => ({ type: "RecordExport", ...collected.data, lookedAt, at });

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

const copied: LookEvent = {
  type: "ConsumerDataCopyGiven",
  data: { adminId: 3, consumerId: 7, format: "json", reason: "Request by mail" },
};

test("every copy of a consumer's data is recorded, with its format and reason", () =>
  given(copied)
    .when({ type: "RecordDataCopy", adminId: 3, consumerId: 7, format: "json", reason: "Request by mail" })
    .thenEvents(copied));

const evidence: LookEvent = { type: "EvidenceGiven", data: { adminId: 3, subject: "pin-TREE001" } };

test("every evidence file is recorded, with what it is about", () =>
  given(evidence).when({ type: "RecordEvidence", adminId: 3, subject: "pin-TREE001" }).thenEvents(evidence));

describe.each<[what: string, look: Looked, event: LookEvent]>([
  ["a profile", open, opened(7)],
  ["the tables of an instant", show, shown(noon)],
  ["the log by a program", collect, collected],
])("looks at %s", (what, look, event) => {
  test(`the first look at ${what} is recorded`, () => given().when(look(undefined)).thenEvents(event));

  test.each([
    [0, 0],
    [hour - 1, 0],
    [hour, 1],
    [2 * hour, 1],
    // A clock that was wrong doesn't hide later looks.
    [-hour, 1],
  ])(`a look at ${what} %d ms after the recorded one makes %d more entries`, (later, entries) =>
    given(event)
      .when(look(at - later))
      .thenEvents(...(entries === 1 ? [event] : [])),
  );
});

const stored = (event: LookEvent, minute: number, revision: number) =>
  ({ ...event, revision: BigInt(revision), createdAt: new Date(minute * 60_000) }) as StoredEvent<LookEvent>;

test("the latest look at a profile or an instant is found among the looks of the admin", () => {
  const events = [
    stored(opened(7), 1, 0),
    stored(shown(noon), 2, 1),
    stored(opened(7), 3, 2),
    stored(shown(noon), 4, 3),
    stored(opened(8), 5, 4),
    stored(exported, 6, 5),
  ];
  expect(latestLook(events, { consumerId: 7 })).toBe(180_000);
  expect(latestLook(events, { consumerId: 9 })).toBeUndefined();
  expect(latestLook(events, "log")).toBeUndefined();
  expect(latestLook([...events, stored(collected, 7, 6)], "log")).toBe(420_000);
  expect(latestLook(events, { instant: noon })).toBe(240_000);
  expect(latestLook(events, { instant: "2026-11-24T12:00:00.001Z" })).toBeUndefined();
});
