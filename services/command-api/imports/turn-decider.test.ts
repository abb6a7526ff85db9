import { expect, test } from "@jest/globals";
import { pinImportTurnDecider } from "./decider.ts";

const { decide, initialState, evolve } = pinImportTurnDecider;
const afterFirst = evolve(initialState(), { type: "PinImportTurnTaken", data: { importId: "first" } });

test("the first import takes the first turn", () => {
  expect(decide({ type: "TakeTurn", importId: "first", after: null }, initialState())).toEqual([
    { type: "PinImportTurnTaken", data: { importId: "first" } },
  ]);
});

test("an import takes the turn after the import that it saw end", () => {
  expect(decide({ type: "TakeTurn", importId: "second", after: "first" }, afterFirst)).toHaveLength(1);
});

test("an import that saw an older import end does not take the turn of a newer one", () => {
  expect(() => decide({ type: "TakeTurn", importId: "second", after: null }, afterFirst)).toThrow(
    expect.objectContaining({ code: "conflict" }),
  );
});

test("an import that has the turn takes it only once", () => {
  expect(decide({ type: "TakeTurn", importId: "first", after: null }, afterFirst)).toEqual([]);
});
