import { expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import type { PinImportEvent } from "@ornament/contracts/events/pin-import";
import { type PinImportCommand, pinImportDecider } from "./decider.ts";

const importId = "import";
const fileName = "pins.csv";
const counts = { rows: 3, added: 1, duplicates: 1, bad: 1 };
const refused = [{ line: 3, text: "X", reason: "not a PIN (XXXX-XXX)" }];
const started: PinImportEvent = {
  type: "PinImportStarted",
  data: { importId, fileName, batchName: fileName, bytes: 42 },
};
const progressed: PinImportEvent = { type: "PinImportProgressed", data: { importId, ...counts } };
const completed: PinImportEvent = {
  type: "PinImportCompleted",
  data: { importId, fileName, ...counts, refused },
};
const interrupted: PinImportEvent = {
  type: "PinImportInterrupted",
  data: { importId, fileName, ...counts, reason: "the server stopped" },
};
const start: PinImportCommand = { type: "Start", importId, fileName, batchName: fileName, bytes: 42 };
const complete: PinImportCommand = { type: "Complete", counts, refused };
const interrupt: PinImportCommand = { type: "Interrupt", counts: undefined, reason: "the server stopped" };

const decide = (events: PinImportEvent[], command: PinImportCommand) =>
  pinImportDecider.decide(command, events.reduce(pinImportDecider.evolve, pinImportDecider.initialState()));

test("an import starts once", () => {
  expect(decide([], start)).toEqual([started]);
  expect(() => decide([started], start)).toThrow(Refusal);
});

test("a running import reports progress and completes", () => {
  expect(decide([started], { type: "Progress", counts })).toEqual([progressed]);
  expect(decide([started, progressed], complete)).toEqual([completed]);
});

test("an interrupted import can't go on", () => {
  expect(() => decide([started, interrupted], { type: "Progress", counts })).toThrow(Refusal);
  expect(() => decide([started, interrupted], complete)).toThrow(Refusal);
});

test("an interruption has the counts of the last progress unless others are given", () => {
  expect(decide([started, progressed], interrupt)).toEqual([interrupted]);
  expect(decide([started], { ...interrupt, counts } as PinImportCommand)).toEqual([interrupted]);
});

test("an import that has ended, or was never started, can't be interrupted", () => {
  expect(decide([started, completed], interrupt)).toEqual([]);
  expect(decide([started, interrupted], interrupt)).toEqual([]);
  expect(decide([], interrupt)).toEqual([]);
});
