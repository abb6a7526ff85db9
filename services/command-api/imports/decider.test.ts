import { test } from "@jest/globals";
import type { PinImportEvent } from "@ornament/contracts/imports/events";
import { factsOf, specify } from "@ornament/platform/commands/testing/decider-specification";
import { type PinImportCommand, pinImportDecider, pinImportTurnDecider } from "./decider.ts";

const importId = "import";
const fileName = "pins.csv";
const counts = { rows: 3, added: 1, duplicates: 1, bad: 1 };
const refused = [{ line: 3, text: "X", reason: "not a PIN (XXXX-XXX)" }];
const fact = factsOf<PinImportEvent>()({ importId });
const started = fact("PinImportStarted", { fileName, batchName: fileName, bytes: 42 });
const progressed = fact("PinImportProgressed", counts);
const completed = fact("PinImportCompleted", { fileName, ...counts, refused });
const interrupted = fact("PinImportInterrupted", { fileName, ...counts, reason: "the server stopped" });
const start: PinImportCommand = { type: "Start", importId, fileName, batchName: fileName, bytes: 42 };
const complete: PinImportCommand = { type: "Complete", counts, refused };
const interruptWithCounts: PinImportCommand = { type: "Interrupt", counts, reason: "the server stopped" };
const interrupt: PinImportCommand = { ...interruptWithCounts, counts: undefined };

const { given } = specify(pinImportDecider);

test("an import starts once", () => {
  given().when(start).thenEvents(started);
  given(started).when(start).thenRefused("conflict");
});

test("a running import reports progress and completes", () => {
  given(started).when({ type: "Progress", counts }).thenEvents(progressed);
  given(started, progressed).when(complete).thenEvents(completed);
});

test("an interrupted import can't go on", () => {
  given(started, interrupted).when({ type: "Progress", counts }).thenRefused("conflict");
  given(started, interrupted).when(complete).thenRefused("conflict");
});

test("an interruption of an import has the counts of its last progress unless others are given", () => {
  given(started, progressed).when(interrupt).thenEvents(interrupted);
  given(started).when(interruptWithCounts).thenEvents(interrupted);
});

test("an import that has ended, or was never started, can't be interrupted", () => {
  given(started, completed).when(interrupt).thenEvents();
  given(started, interrupted).when(interrupt).thenEvents();
  given().when(interrupt).thenEvents();
});

test("an import takes the turn once, after the import that it saw end, but not the turn of a newer one", () => {
  const turns = specify(pinImportTurnDecider);
  const taken = { type: "PinImportTurnTaken", data: { importId: "first" } } as const;
  const turn = (id: string, after: string | null) => ({ type: "TakeTurn", importId: id, after }) as const;
  turns.given().when(turn("first", null)).thenEvents(taken);
  turns
    .given(taken)
    .when(turn("second", "first"))
    .thenEvents({ type: "PinImportTurnTaken", data: { importId: "second" } });
  turns.given(taken).when(turn("second", null)).thenRefused("conflict");
  turns.given(taken).when(turn("first", null)).thenEvents();
});
