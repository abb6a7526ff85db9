import { describe, expect, test } from "@jest/globals";
import type { BulkChangeEvent, BulkChangeTurnEvent } from "@ornament/contracts/bulk-changes/events";
import { pinCodeOf } from "@ornament/contracts/values/pin-code";
import { factsOf, specify } from "@ornament/platform/commands/testing/decider-specification";
import { type BulkChangeCommand, bulkChangeDecider, bulkChangeTurnDecider, changedCodes } from "./decider.ts";

const bulkChangeId = "bulk";
const about = {
  bulkChangeId,
  change: "deactivate",
  comment: "stolen",
  batch: "winter",
  undoes: null,
  listedAt: "12",
} as const;
const codes = ["AAAAAA1", "AAAAAA2", "AAAAAA3"];
const start: BulkChangeCommand = { type: "Start", codes, ...about };
const started: BulkChangeEvent = { type: "BulkChangeStarted", data: { ...about, total: 3 } };
const fact = factsOf<BulkChangeEvent>()({ bulkChangeId });
const listed = fact("BulkChangePinsListed", { codes: "AAAAAA1 AAAAAA2 AAAAAA3" });
const already = { code: "AAAAAA1", reason: "already" } as const;
const missing = { code: "AAAAAA3", reason: "not_found" } as const;
const progressed = (done: number, leftAlone: (typeof already | typeof missing)[] = []) =>
  fact("BulkChangeProgressed", { done, leftAlone });
const why = { comment: "stolen", batch: "winter", total: 3 };
const stopped = fact("BulkChangeStopped", { change: "deactivate", ...why });
const ended = (counts: { changed: number; already: number; refused: number; stopped: boolean }) =>
  fact("PinsDeactivated", { ...why, undoes: null, ...counts });
const { given } = specify(bulkChangeDecider);

describe("starting a bulk change", () => {
  test("a bulk change starts once, with the list of its PINs", () => {
    given().decides(start, started, listed);
    given(started, listed).refuses(start, "pin_list_invalid");
  });
  test("a long list of PINs is several events of one append", () => {
    const many = Array.from({ length: 12_000 }, (_, n) => pinCodeOf(n));
    const events = bulkChangeDecider.decide({ ...start, codes: many }, bulkChangeDecider.initialState());
    expect(events.map(({ type }) => type)).toEqual([
      "BulkChangeStarted",
      "BulkChangePinsListed",
      "BulkChangePinsListed",
      "BulkChangePinsListed",
    ]);
    const state = events.reduce(bulkChangeDecider.evolve, bulkChangeDecider.initialState());
    expect(state).toMatchObject({ status: "running", codes: many, total: 12_000 });
  });
  test("a list without a PIN, or with more than 100,000, is refused", () => {
    given().refuses({ ...start, codes: [] }, "pin_list_invalid");
    const many = Array.from({ length: 100_001 }, (_, n) => pinCodeOf(n));
    given().refuses({ ...start, codes: many }, "too_many_pins");
  });
  test("the largest list of PINs is an append that every event store takes", () => {
    const many = Array.from({ length: 100_000 }, (_, n) => pinCodeOf(n));
    const events = bulkChangeDecider.decide({ ...start, codes: many }, bulkChangeDecider.initialState());
    // The metadata of an event take less than 2 kB.
    expect(JSON.stringify(events).length + events.length * 2_000).toBeLessThan(1024 * 1024);
  });
});

describe("the progress of a bulk change", () => {
  test("a bulk change records the PINs that it left alone with its progress", () =>
    given(started, listed).decides(
      { type: "Progress", from: 0, done: 2, leftAlone: [already] },
      progressed(2, [already]),
    ));
  test("progress that another process has recorded adds nothing", () => {
    const command: BulkChangeCommand = { type: "Progress", from: 0, done: 2, leftAlone: [] };
    given(started, listed, progressed(2)).decides(command);
    given(
      started,
      listed,
      progressed(3),
      ended({ changed: 3, already: 0, refused: 0, stopped: false }),
    ).decides(command);
  });
  test("a bulk change ends with its last PINs and counts all of them", () =>
    given(started, listed, progressed(2, [already])).decides(
      { type: "Progress", from: 2, done: 3, leftAlone: [missing] },
      progressed(3, [missing]),
      ended({ changed: 1, already: 1, refused: 1, stopped: false }),
    ));
  test("the end of an activation is another event than that of a deactivation", () =>
    given(
      { ...started, data: { ...about, change: "activate", total: 3 } } as BulkChangeEvent,
      listed,
    ).decides({ type: "Progress", from: 0, done: 3, leftAlone: [] }, progressed(3), {
      ...ended({ changed: 3, already: 0, refused: 0, stopped: false }),
      type: "PinsActivated",
    } as BulkChangeEvent));
  test("the progress of a bulk change that was never started is refused", () =>
    given().refuses({ type: "Progress", from: 0, done: 1, leftAlone: [] }, "bulk_change_not_found"));
});

describe("stopping a bulk change", () => {
  test("a stopped bulk change ends with the PINs that were under way", () => {
    given(started, listed).decides({ type: "Stop" }, stopped);
    given(started, listed, stopped).decides(
      { type: "Progress", from: 0, done: 2, leftAlone: [already] },
      progressed(2, [already]),
      ended({ changed: 1, already: 1, refused: 0, stopped: true }),
    );
  });
  test("a bulk change that is stopped during its last PINs is not a stopped one", () =>
    given(started, listed, stopped).decides(
      { type: "Progress", from: 0, done: 3, leftAlone: [] },
      progressed(3),
      ended({ changed: 3, already: 0, refused: 0, stopped: false }),
    ));
  test("a bulk change is stopped once, and not after its end", () => {
    given(started, listed, stopped).decides({ type: "Stop" });
    given(
      started,
      listed,
      progressed(3),
      ended({ changed: 3, already: 0, refused: 0, stopped: false }),
    ).refuses({ type: "Stop" }, "bulk_change_ended");
    given().refuses({ type: "Stop" }, "bulk_change_not_found");
  });
});

test("the changed PINs of a bulk change are those that are done and were not left alone", () => {
  const state = [started, listed, progressed(2, [already])].reduce(
    bulkChangeDecider.evolve,
    bulkChangeDecider.initialState(),
  );
  if (state.status === "none") throw new Error("not started");
  expect(changedCodes(state)).toEqual(["AAAAAA2"]);
});

const { given: givenTurns } = specify(bulkChangeTurnDecider);
const turn = (bulkChangeId: string, adminId: number) => ({ bulkChangeId, adminId });
const taken = (
  bulkChangeId: string,
  adminId: number,
  others: ReturnType<typeof turn>[] = [],
): BulkChangeTurnEvent => ({ type: "BulkChangeTurnTaken", data: { bulkChangeId, adminId, others } });
const take = (bulkChangeId: string, adminId: number, ...ended: string[]) =>
  ({ type: "TakeTurn", bulkChangeId, adminId, ended }) as const;

test("three admins have a running bulk change each, and a fourth one waits until one has ended", () => {
  const [a, b] = [turn("a", 1), turn("b", 2)];
  givenTurns().decides(take("a", 1), taken("a", 1));
  const three = [taken("a", 1), taken("b", 2, [a]), taken("c", 3, [a, b])];
  givenTurns(three).refuses(take("d", 4), "bulk_change_running");
  givenTurns(three).decides(take("d", 4, "b"), taken("d", 4, [a, turn("c", 3)]));
});

test("an admin's second bulk change waits until the first one has ended", () => {
  givenTurns(taken("a", 1)).refuses(take("b", 1), "bulk_change_running");
  givenTurns(taken("a", 1)).decides(take("b", 1, "a"), taken("b", 1));
});

test("a bulk change takes one turn", () => {
  givenTurns(taken("a", 1)).decides(take("a", 1));
});

test("the latest turn names all running bulk changes, so only that one has to be read", () => {
  const events = [taken("a", 1), taken("b", 2, [turn("a", 1)])];
  const fold = (some: readonly BulkChangeTurnEvent[]) =>
    some.reduce(bulkChangeTurnDecider.evolve, bulkChangeTurnDecider.initialState());
  expect(fold(events.slice(-1))).toEqual(fold(events));
});
