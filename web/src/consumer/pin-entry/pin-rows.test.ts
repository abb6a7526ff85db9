import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import type { ApiError } from "../../app/calls/api-error.ts";
import { differencesOf, lookAlikeQuestions, lookAlikesIn } from "./look-alikes.ts";
import {
  errorSummaryOf,
  nameErrorOf,
  type PinFormState,
  type PinRow,
  pinErrorOf,
  pinHelpOf,
  pinProblem,
  placeMessages,
  repeatedPinsProblem,
} from "./pin-rows.ts";
import { keepRows, keptRows } from "./use-pin-rows.ts";

const row = (id: number, pin: string): PinRow => ({ id, pin, name: "" });

test.each([
  ["", "Required"],
  ["  ", "Required"],
  ["ABCD-12", "Invalid pin format (XXXX-XXX)"],
  ["ABCD-123", undefined],
])("the PIN %j has the error: %s", (pin, problem) => expect(pinProblem(pin)).toBe(problem));

test("PINs entered more than once are each named once in the message", () => {
  const rows = ["ABCD-123", "ABCD-123", "WXYZ-789", "ABCD-123", "WXYZ-789"].map((pin, id) => row(id, pin));
  expect(repeatedPinsProblem(rows)).toBe("The PIN codes entered must be unique (ABCD-123, WXYZ-789)");
});

test("empty and unfinished rows don't count as repeated PINs", () =>
  expect(repeatedPinsProblem([row(1, ""), row(2, ""), row(3, "AB"), row(4, "AB")])).toBeUndefined());

const rows = [row(4, "ABCD-123"), row(9, "WXYZ-789")];
const error: ApiError = {
  status: 400,
  code: "pins_refused",
  message: "Some PIN codes could not be added.",
  errors: [
    { path: "pin.1.pin", message: "We don’t know this PIN.", suggestion: "WXY2-789" },
    { path: "pin", message: "The PIN codes entered must be unique (WXYZ-789)" },
    { path: "pin.7.pin", message: "Of no row", suggestion: "ABCD-999" },
    "Something else",
  ],
};

test("the messages of a server error are placed at the row that they name, or else in the list", () => {
  const placed = placeMessages(error, rows);
  expect(placed.fields).toEqual({ "pin-9": "We don’t know this PIN." });
  expect(placed.suggestions).toEqual({ "pin-9": "WXY2-789" });
  expect([...placed.listed].sort()).toEqual([
    "Of no row",
    "Something else",
    "The PIN codes entered must be unique (WXYZ-789)",
  ]);
});

const form = (rows: readonly PinRow[], more: Partial<PinFormState> = {}): PinFormState => ({
  rows,
  visited: [],
  attempt: 0,
  repeated: undefined,
  serverError: undefined,
  owned: [],
  ...more,
});
const refused = (fields: Record<string, string>, suggestions: Record<string, string> = {}) => ({
  title: "Refused",
  fields,
  suggestions,
  listed: [],
});
const formatMessage = "Invalid pin format (XXXX-XXX)";

test("a wrong PIN shows its error only after its field was left", () => {
  const wrong = row(1, "ABCD");
  expect(pinErrorOf(form([wrong]), wrong)).toBeUndefined();
  expect(pinErrorOf(form([wrong], { visited: [1] }), wrong)).toBe(formatMessage);
  expect(pinErrorOf(form([wrong], { visited: [2] }), wrong)).toBeUndefined();
});

test("a server error replaces the PIN's own message, and is also shown at the nickname", () => {
  const right = row(4, "ABCD-123");
  const state = form([right], { serverError: refused({ "pin-4": "Unknown", "name-4": "Too long" }) });
  expect(pinErrorOf(state, right)).toBe("Unknown");
  expect(nameErrorOf(state, right)).toBe("Too long");
  expect(nameErrorOf(state, row(5, ""))).toBeUndefined();
});

/** The entries of the list; undefined if only the fields show errors. */
const listed = (state: PinFormState) => {
  const { atLeast = 2, errors } = errorSummaryOf(state);
  return errors.length < atLeast ? undefined : errors;
};

test("the list has links to the ornaments with an error, whose errors are shown at their fields only", () => {
  const rows = [row(1, "ABCD-123"), row(7, ""), row(9, "WXYZ")];
  expect(listed(form(rows, { attempt: 1 }))).toEqual([
    { fieldId: "pin-7", message: "Ornament 2: PIN" },
    { fieldId: "pin-9", message: "Ornament 3: WXYZ" },
  ]);
});

test("repeated PINs are one thing to check, which leads to the first repetition; each names the ornament with the same PIN", () => {
  const rows = [row(1, "ABCD-123"), row(2, "WXYZ-789"), row(3, "ABCD-123")];
  const state = form(rows, { attempt: 1, repeated: "Must be unique" });
  expect(listed(state)).toEqual([{ fieldId: "pin-3", message: "Must be unique" }]);
  const errors = rows.map((each) => pinErrorOf(state, each));
  expect(errors).toEqual([undefined, undefined, "The same PIN as ornament 1"]);
});

test("the list of a server error has its title, its listed messages first, then the links to the ornaments", () => {
  const serverError = { ...refused({ "pin-2": "Unknown" }), listed: ["Something else"] };
  const state = form([row(1, "ABCD-123"), row(2, "WXYZ-789")], { attempt: 1, serverError });
  expect(errorSummaryOf(state)).toEqual({
    attempt: 1,
    title: "Refused",
    atLeast: 1,
    errors: [{ message: "Something else" }, { fieldId: "pin-2", message: "Ornament 2: WXYZ-789" }],
  });
});

test("an error of the whole form with one ornament is listed without a link to the ornament", () => {
  const serverError = { ...refused({ "pin-1": "Unknown" }), listed: ["Something else"] };
  const state = form([row(1, "ABCD-123")], { attempt: 1, serverError });
  expect(listed(state)).toEqual([{ message: "Something else" }]);
});

test("a refused PIN has the differences to the server's suggestion marked, or else its look-alikes; other PINs have no help", () => {
  const rows = [row(1, "ABCO-777"), row(2, "ABCO-723"), row(3, "AXCD-734"), row(4, "WXYZ-789")];
  const unknown = { "pin-1": "Unknown", "pin-2": "Unknown", "pin-3": "Unknown" };
  const state = form(rows, { attempt: 1, serverError: refused(unknown, { "pin-1": "ABC0-777" }) });
  const questions = ["Check the 2nd character: B or 8?", "The 4th: O or 0?", "The 6th: Z or 2?"];
  const compare = ["Compare each character with the PIN on your ornament."];
  expect(rows.map((each) => pinHelpOf(state, each))).toEqual([
    { suggestion: "ABC0-777", marked: [3], questions: [] },
    { suggestion: undefined, marked: [1, 3, 6], questions },
    { suggestion: undefined, marked: [], questions: compare },
    undefined,
  ]);
  expect(pinHelpOf(form(rows, { attempt: 1 }), row(1, "ABCO-777"))).toBeUndefined();
});

test("a PIN that is refused because the account already has it has no marks and no question", () => {
  const own = row(1, "ABCO-777");
  const serverError = refused({ "pin-1": "This PIN is already one of your ornaments." });
  const state = form([own], { attempt: 1, serverError, owned: ["ABCO-777"] });
  expect(pinHelpOf(state, own)).toEqual({ suggestion: undefined, marked: [], questions: [] });
});

test("an emptied PIN form is not kept", () => {
  const session = memoryStore();
  keepRows(session, "pins.7.first", [row(1, "ABCD-123")]);
  keepRows(session, "pins.7.first", [row(1, ""), row(2, "")]);
  expect(session.keys()).toEqual([]);
});

test.each(["[]", "7", "{", '"ABCD-123"', "null"])(
  "stored text that is not a list of rows (%s) gives one empty row",
  (text) => {
    const session = memoryStore();
    session.set("typed.pins.7.first", text);
    expect(keptRows(session, "pins.7.first")).toEqual([row(1, "")]);
  },
);

test.each([
  ["AOCD-347", "Check the 2nd character: O or 0?"],
  ["AXC0-O37", "Check the 4th and 5th characters: O or 0?"],
  ["OXO0-37A", "Check the 1st, 3rd and 4th characters: O or 0?"],
  ["AXC5-7Z3", "Check the 4th character: S or 5? The 6th: Z or 2?"],
  [
    "U6XB-UX1",
    "Check the 1st and 5th characters: U or V? The 2nd: G or 6? The 4th: B or 8? The 7th: I or 1?",
  ],
  ["AXCD-374", "Compare each character with the PIN on your ornament."],
])("for the refused PIN %s the question is: %s", (pin, question) =>
  expect(lookAlikeQuestions(pin).join(" ")).toBe(question),
);

test("the look-alike characters of a PIN are marked at their places, with the hyphen counted", () => {
  expect(lookAlikesIn("AOCD-3I7")).toEqual([1, 6]);
  expect(lookAlikesIn("AXCD-374")).toEqual([]);
});

test("the differences of a PIN and the suggested one are the places with other characters", () =>
  expect(differencesOf("TWOO-ACE", "TW00-ACE")).toEqual([2, 3]));
