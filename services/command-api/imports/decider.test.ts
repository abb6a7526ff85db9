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
  given().decides(start, started);
  given(started).refuses(start, "conflict");
});

test("a running import reports progress and completes", () => {
  given(started).decides({ type: "Progress", counts }, progressed);
  given(started, progressed).decides(complete, completed);
});

test("an interrupted import can't go on", () => {
  given(started, interrupted).refuses({ type: "Progress", counts }, "conflict");
  given(started, interrupted).refuses(complete, "conflict");
});

test("an interruption of an import has the counts of its last progress unless others are given", () => {
  given(started, progressed).decides(interrupt, interrupted);
  given(started).decides(interruptWithCounts, interrupted);
});

test("an import that has ended, or was never started, can't be interrupted", () => {
  given(started, completed).decides(interrupt);
  given(started, interrupted).decides(interrupt);
  given().decides(interrupt);
});

test("an import takes the turn once, after the import that it saw end, but not the turn of a newer one", () => {
  const turns = specify(pinImportTurnDecider);
  const taken = { type: "PinImportTurnTaken", data: { importId: "first" } } as const;
  const turn = (id: string, after: string | null) => ({ type: "TakeTurn", importId: id, after }) as const;
  turns.given().decides(turn("first", null), taken);
  turns
    .given(taken)
    .decides(turn("second", "first"), { type: "PinImportTurnTaken", data: { importId: "second" } });
  turns.given(taken).refuses(turn("second", null), "conflict");
  turns.given(taken).decides(turn("first", null));
});
