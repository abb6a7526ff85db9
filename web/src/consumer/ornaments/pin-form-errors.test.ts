import { expect, test } from "@jest/globals";
import { errorSummaryOf, nameErrorOf, type PinFormState, pinErrorOf } from "./pin-form-errors.ts";
import type { PinRow } from "./pin-rows.ts";

const row = (id: number, pin: string): PinRow => ({ id, pin, name: "" });
const form = (rows: readonly PinRow[], more: Partial<PinFormState> = {}): PinFormState => ({
  rows,
  visited: [],
  attempt: 0,
  repeated: undefined,
  serverError: undefined,
  ...more,
});
const formatMessage = "Invalid pin format (XXXX-XXX)";

test("a wrong PIN shows no error while it is typed, and one after its field was left", () => {
  const wrong = row(1, "ABCD");
  expect(pinErrorOf(form([wrong]), wrong)).toBeUndefined();
  expect(pinErrorOf(form([wrong], { visited: [1] }), wrong)).toBe(formatMessage);
  expect(pinErrorOf(form([wrong], { visited: [2] }), wrong)).toBeUndefined();
});

test("after a try to send, every wrong or empty PIN shows an error", () => {
  const rows = [row(1, "ABCD"), row(2, ""), row(3, "ABCD-123")];
  const state = form(rows, { attempt: 1 });
  expect(rows.map((each) => pinErrorOf(state, each))).toEqual([formatMessage, "Required", undefined]);
});

test("a server error replaces the PIN's own message, and is shown at the nickname, too", () => {
  const right = row(4, "ABCD-123");
  const serverError = { title: "Refused", fields: { "pin-4": "Unknown", "name-4": "Too long" }, listed: [] };
  const state = form([right], { serverError });
  expect(pinErrorOf(state, right)).toBe("Unknown");
  expect(nameErrorOf(state, right)).toBe("Too long");
  expect(nameErrorOf(state, row(5, ""))).toBeUndefined();
});

test("the summary names the ornament's number only when the form has several", () => {
  expect(errorSummaryOf(form([row(1, "")], { attempt: 1 })).errors).toEqual([
    { fieldId: "pin-1", message: "Required" },
  ]);
  expect(errorSummaryOf(form([row(1, "ABCD-123"), row(7, "")], { attempt: 1 })).errors).toEqual([
    { fieldId: "pin-7", message: "Ornament 2: Required" },
  ]);
});

test("errors that are all shown at fields are summarised only if there are at least two", () => {
  expect(errorSummaryOf(form([row(1, "")], { attempt: 1 }))).toMatchObject({ atLeast: 2, title: undefined });
});

test("the summary shows repeated PINs even if that is the only error", () => {
  const rows = [row(1, "ABCD-123"), row(2, "ABCD-123")];
  expect(errorSummaryOf(form(rows, { attempt: 1, repeated: "Must be unique" }))).toEqual({
    attempt: 1,
    title: undefined,
    atLeast: 1,
    errors: [{ message: "Must be unique" }],
  });
});

test("the summary of a server error has its title, its listed messages first, then those of the fields", () => {
  const serverError = { title: "Refused", fields: { "pin-2": "Unknown" }, listed: ["Something else"] };
  const state = form([row(1, "ABCD-123"), row(2, "WXYZ-789")], { attempt: 1, serverError });
  expect(errorSummaryOf(state)).toEqual({
    attempt: 1,
    title: "Refused",
    atLeast: 1,
    errors: [{ message: "Something else" }, { fieldId: "pin-2", message: "Ornament 2: Unknown" }],
  });
});
