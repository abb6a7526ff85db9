import { describe, expect, test } from "@jest/globals";
import { type ErrorCode, errorCatalogue, Refusal } from "./errors.ts";

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const asksToWait = codes.filter((code) => [429, 503, 507].includes(errorCatalogue[code].status));

describe("the time to wait in a refusal's message", () => {
  test.each(asksToWait)("the message of %s says how long to wait", (code) => {
    expect(new Refusal(code, { retryAfterSeconds: 12 * 60 }).message).toMatch(/try again in 12 minutes\b/i);
  });

  test.each(asksToWait)("the message of %s reads well when nobody knows how long to wait", (code) => {
    expect(new Refusal(code).message).toMatch(/try again in a moment\b/i);
  });

  test("no message of the catalogue is vague about the wait", () => {
    const vague = codes.filter((code) =>
      /in a moment|a while|try again later[.,]/.test(errorCatalogue[code].message),
    );
    expect(vague).toEqual([]);
  });

  test("a message of a refusal's own is filled with the wait and the details", () => {
    const message = "{file} can't be read. Please try again in {wait}.";
    const options = { message, details: { file: "pins.csv" }, retryAfterSeconds: 1 };
    expect(new Refusal("busy", options).toBody().message).toBe(
      "pins.csv can't be read. Please try again in one second.",
    );
  });

  test("too many wrong PINs are refused with the wait and the way to help", () => {
    expect(new Refusal("pin_entry_limited", { retryAfterSeconds: 11.2 * 60 }).message).toBe(
      "Too many PIN codes were not recognised. Try again in 12 minutes, or contact us.",
    );
  });
});
