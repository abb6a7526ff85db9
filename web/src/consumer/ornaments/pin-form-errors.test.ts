import { expect, test } from "@jest/globals";
import { errorSummaryOf, nameErrorOf, type PinFormState, pinErrorOf, pinHelpOf } from "./pin-form-errors.ts";
import type { PinRow } from "./pin-rows.ts";

const row = (id: number, pin: string): PinRow => ({ id, pin, name: "" });
const form = (rows: readonly PinRow[], more: Partial<PinFormState> = {}): PinFormState => ({
  rows,
  visited: [],
  attempt: 0,
  repeated: undefined,
  serverError: undefined,
  owned: [],
  ...more,
});
const formatMessage = "Invalid pin format (XXXX-XXX)";

test("a wrong PIN shows its error only after its field was left", () => {
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

test("a server error replaces the PIN's own message, and is also shown at the nickname", () => {
  const right = row(4, "ABCD-123");
  const serverError = {
    title: "Refused",
    fields: { "pin-4": "Unknown", "name-4": "Too long" },
    suggestions: {},
    listed: [],
  };
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

test("the summary of a server error has its title, its listed messages first, then the messages of the fields", () => {
  const serverError = {
    title: "Refused",
    fields: { "pin-2": "Unknown" },
    suggestions: {},
    listed: ["Something else"],
  };
  const state = form([row(1, "ABCD-123"), row(2, "WXYZ-789")], { attempt: 1, serverError });
  expect(errorSummaryOf(state)).toEqual({
    attempt: 1,
    title: "Refused",
    atLeast: 1,
    errors: [{ message: "Something else" }, { fieldId: "pin-2", message: "Ornament 2: Unknown" }],
  });
});

const refused = (fields: Record<string, string>, suggestions: Record<string, string> = {}) => ({
  title: "Some PIN codes could not be added.",
  fields,
  suggestions,
  listed: [],
});

test("the server's refusal of the only PIN is shown once, at its field", () => {
  const state = form([row(1, "ABCD-123")], { attempt: 1, serverError: refused({ "pin-1": "Unknown" }) });
  const { atLeast, errors } = errorSummaryOf(state);
  expect(errors).toEqual([{ fieldId: "pin-1", message: "Unknown" }]);
  expect(atLeast).toBeGreaterThan(errors.length);
});

test("the server's refusal of one PIN of several is listed, because none of them was added", () => {
  const rows = [row(1, "ABCD-123"), row(2, "WXYZ-789")];
  const state = form(rows, { attempt: 1, serverError: refused({ "pin-2": "Unknown" }) });
  expect(errorSummaryOf(state)).toMatchObject({
    atLeast: 1,
    title: "Some PIN codes could not be added.",
    errors: [{ fieldId: "pin-2", message: "Ornament 2: Unknown" }],
  });
});

test("a refused PIN has the server's suggestion, or else a hint at its look-alikes; other PINs have no help", () => {
  const rows = [row(1, "ABCO-777"), row(2, "ABCO-723"), row(3, "WXYZ-789")];
  const serverError = refused({ "pin-1": "Unknown", "pin-2": "Unknown" }, { "pin-1": "ABC0-777" });
  const state = form(rows, { attempt: 1, serverError });
  expect(rows.map((each) => pinHelpOf(state, each))).toEqual([
    { suggestion: "ABC0-777", lookAlikes: undefined },
    { suggestion: undefined, lookAlikes: "Look closely: O or 0, B or 8?" },
    undefined,
  ]);
  expect(pinHelpOf(form(rows, { attempt: 1 }), row(1, "ABCO-777"))).toBeUndefined();
});

test("a PIN that is refused because the account already has it gets no hint at look-alikes", () => {
  const own = row(1, "ABCO-777");
  const serverError = refused({ "pin-1": "ABCO-777 is already one of your ornaments." });
  const state = form([own], { attempt: 1, serverError, owned: ["ABCO-777"] });
  expect(pinHelpOf(state, own)).toEqual({ suggestion: undefined, lookAlikes: undefined });
});

test("errors of fields that were left are listed above the form only after it was sent", () => {
  const rows = [row(1, ""), row(2, "ABCD")];
  expect(errorSummaryOf(form(rows, { visited: [1, 2] })).errors).toEqual([]);
  expect(errorSummaryOf(form(rows, { visited: [1, 2], attempt: 1 })).errors).toHaveLength(2);
});
