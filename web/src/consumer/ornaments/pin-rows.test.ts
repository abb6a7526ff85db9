import { expect, test } from "@jest/globals";
import type { ApiError } from "../../app/calls/api-error.ts";
import { type PinRow, pinProblem, placeMessages, repeatedPinsProblem } from "./pin-rows.ts";

const row = (id: number, pin: string): PinRow => ({ id, pin, name: "" });

test.each([
  ["", "Required"],
  ["  ", "Required"],
  ["ABCD-12", "Invalid pin format (XXXX-XXX)"],
  ["ABCD-123", undefined],
])("the PIN %j has the error: %s", (pin, problem) => {
  expect(pinProblem(pin)).toBe(problem);
});

test("PINs entered more than once are each named once in the message", () => {
  const rows = ["ABCD-123", "ABCD-123", "WXYZ-789", "ABCD-123", "WXYZ-789"].map((pin, id) => row(id, pin));
  expect(repeatedPinsProblem(rows)).toBe("The PIN codes entered must be unique (ABCD-123, WXYZ-789)");
});

test("empty and unfinished rows don't count as repeated PINs", () => {
  expect(repeatedPinsProblem([row(1, ""), row(2, ""), row(3, "AB"), row(4, "AB")])).toBeUndefined();
});

const rows = [row(4, "ABCD-123"), row(9, "WXYZ-789")];
const error: ApiError = {
  status: 400,
  code: "pins_refused",
  message: "Some PIN codes could not be added.",
  errors: [
    { path: "pin.1.pin", message: "We don't know this PIN.", suggestion: "WXY2-789" },
    { path: "pin", message: "The PIN codes entered must be unique (WXYZ-789)" },
    { path: "pin.7.pin", message: "Of no row", suggestion: "ABCD-999" },
    "Something else",
  ],
};

test("the messages of a server error are placed at the row that they name, or else in the list", () => {
  const placed = placeMessages(error, rows);
  expect(placed.fields).toEqual({ "pin-9": "We don't know this PIN." });
  expect(placed.suggestions).toEqual({ "pin-9": "WXY2-789" });
  expect([...placed.listed].sort()).toEqual([
    "Of no row",
    "Something else",
    "The PIN codes entered must be unique (WXYZ-789)",
  ]);
});

test("an error that didn't come from the server has no messages to place", () => {
  expect(placeMessages(new Error("x"), rows)).toEqual({ fields: {}, suggestions: {}, listed: [] });
});
