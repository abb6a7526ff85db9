import { expect, test } from "@jest/globals";
import { type ErrorCode, errorCatalogue, Refusal } from "./errors.ts";

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const asksToWait = codes.filter((code) => [429, 503, 507].includes(errorCatalogue[code].status));

test.each(asksToWait)("the message of %s has the time to wait", (code) => {
  expect(new Refusal(code, { retryAfterSeconds: 12 * 60 }).message).toMatch(/try again in 12 minutes\b/i);
});

test.each(asksToWait)("the message of %s reads well when the time to wait is unknown", (code) => {
  expect(new Refusal(code).message).toMatch(/try again in a moment\b/i);
});

test("every message of the catalogue with a wait has its time", () => {
  const vague = codes.filter((code) =>
    /in a moment|a while|try again later[.,]/.test(errorCatalogue[code].message),
  );
  expect(vague).toEqual([]);
});

test("the message of a single refusal is filled with the wait and the details", () => {
  const message = "{file} can't be read. Please try again in {wait}.";
  const options = { message, details: { file: "pins.csv" }, retryAfterSeconds: 1 };
  expect(new Refusal("busy", options).toBody().message).toBe(
    "pins.csv can't be read. Please try again in one second.",
  );
});

test("the refusal of too many wrong PINs has the wait and the way to help", () => {
  expect(new Refusal("pin_entry_limited", { retryAfterSeconds: 11.2 * 60 }).message).toBe(
    "Too many wrong PINs. Try again in 12 minutes, or contact us.",
  );
});
