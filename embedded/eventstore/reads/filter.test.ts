import { describe, expect, test } from "@jest/globals";
import { compileFilter } from "./filter.ts";

const event = (stream: string, type: string) => ({ stream, type });

describe("a filter", () => {
  test("a filter by type prefixes matches any of the prefixes, case-sensitively", () => {
    const filter = compileFilter({ on: "type", regex: "", prefixes: ["Pin", "Consumer"] });
    expect(filter(event("pin-1", "PinRegistered"))).toBe(true);
    expect(filter(event("consumer-1", "ConsumerRegistered"))).toBe(true);
    expect(filter(event("Pin-1", "SettingChanged"))).toBe(false);
    expect(filter(event("pin-1", "pinRegistered"))).toBe(false);
  });

  test("a filter by stream prefix matches the stream, not the type", () => {
    const filter = compileFilter({ on: "stream", regex: "", prefixes: ["pin-"] });
    expect(filter(event("pin-1", "A"))).toBe(true);
    expect(filter(event("pinImport-1", "pin-"))).toBe(false);
  });

  test("a filter by regular expression matches anywhere unless it is anchored", () => {
    expect(compileFilter({ on: "type", regex: "Bound", prefixes: [] })(event("s", "DeviceBound"))).toBe(true);
    expect(compileFilter({ on: "type", regex: "^Bound", prefixes: [] })(event("s", "DeviceBound"))).toBe(
      false,
    );
  });

  test("a filter without system events keeps all other events", () => {
    const filter = compileFilter({ on: "type", regex: "^[^$].*", prefixes: [] });
    expect(filter(event("$$pin-1", "$metadata"))).toBe(false);
    expect(filter(event("pin-1", "PinRegistered"))).toBe(true);
  });

  test("a filter with a regular expression ignores prefixes, and an empty filter matches nothing", () => {
    expect(compileFilter({ on: "type", regex: "^B", prefixes: ["A"] })(event("s", "A"))).toBe(false);
    expect(compileFilter({ on: "type", regex: "", prefixes: [] })(event("s", "A"))).toBe(false);
  });

  test("a filter with an invalid regular expression is refused", () => {
    expect(() => compileFilter({ on: "type", regex: "(", prefixes: [] })).toThrow(SyntaxError);
  });
});
