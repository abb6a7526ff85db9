import { describe, expect, test } from "@jest/globals";
import type { Look } from "@ornament/contracts/looks/api";
import type { LookEvent } from "@ornament/contracts/looks/events";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { isRecorded, lookDecider } from "./decider.ts";

const { given } = specify(lookDecider);
const adminId = 3;
const hour = 3_600_000;
const at = 10 * hour;
const noon = "2026-11-24T12:00:00.000Z";
const reason = "Request by mail";
const rows = { consumerId: null, narrowed: false } as const;
const looks: [Look, LookEvent][] = [
  [
    { type: "export", table: "pins", format: "print", ...rows },
    { type: "TableExported", data: { adminId, table: "pins", format: "print", ...rows } },
  ],
  [
    { type: "dataCopy", consumerId: 7, format: "json", reason, confirmation: "a@b.co" },
    { type: "ConsumerDataCopyGiven", data: { adminId, consumerId: 7, format: "json", reason } },
  ],
  [
    { type: "evidence", subject: "pin-TREE001" },
    { type: "EvidenceGiven", data: { adminId, subject: "pin-TREE001" } },
  ],
  [
    { type: "profile", consumerId: 7 },
    { type: "ProfileOpened", data: { adminId, consumerId: 7 } },
  ],
  [
    { type: "instant", instant: "2026-11-24T12:00:00Z" },
    { type: "InstantShown", data: { adminId, instant: noon } },
  ],
  [
    { type: "feed" },
    { type: "TableExported", data: { adminId, table: "actionLog", format: "json", ...rows } },
  ],
];

const stored = (event: LookEvent, createdAt = at) =>
  ({ ...event, createdAt: new Date(createdAt) }) as StoredEvent<LookEvent>;

test.each(looks)("a look is recorded, unless it is known: %j", (look, event) => {
  given().decides({ type: "RecordLook", adminId, look, known: false }, event);
  given(event).decides({ type: "RecordLook", adminId, look, known: true });
});

test.each(looks.slice(0, 3))("every look of this kind is recorded: %j", (look, event) =>
  expect(isRecorded([stored(event)], { adminId, look, at })).toBe(false),
);

describe.each(looks.slice(3))("a look of this kind is recorded once an hour: %j", (look, event) => {
  test.each([
    [0, true],
    [hour - 1, true],
    [hour, false],
    [2 * hour, false],
    // A clock that was wrong doesn't hide later looks.
    [-hour, false],
  ])("%d ms after the recorded one", (later, known) =>
    expect(isRecorded([stored(event, at - later)], { adminId, look, at })).toBe(known),
  );

  test("the latest one counts, and those at something else don't", () => {
    const others = looks.filter(([other]) => other !== look).map(([, other]) => stored(other));
    const another: LookEvent = { type: "ProfileOpened", data: { adminId, consumerId: 8 } };
    const tables: LookEvent = {
      type: "InstantShown",
      data: { adminId, instant: `${noon.slice(0, -4)}001Z` },
    };
    const events = [...others, stored(another), stored(tables)];
    expect(isRecorded(events, { adminId, look, at })).toBe(false);
    const repeated = [stored(event, at - 2 * hour), ...events, stored(event, at - 1)];
    expect(isRecorded(repeated, { adminId, look, at })).toBe(true);
  });
});
