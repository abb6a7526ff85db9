import { describe, expect, test } from "@jest/globals";
import { compileFilter } from "./filter.ts";

const event = (stream: string, type: string) => ({ stream, type });

describe("a filter", () => {
  test("by type prefix lets any of the prefixes through and is case-sensitive", () => {
    const filter = compileFilter({ on: "type", regex: "", prefixes: ["Pin", "Consumer"] });
    expect(filter(event("pin-1", "PinRegistered"))).toBe(true);
    expect(filter(event("consumer-1", "ConsumerRegistered"))).toBe(true);
    expect(filter(event("Pin-1", "SettingChanged"))).toBe(false);
    expect(filter(event("pin-1", "pinRegistered"))).toBe(false);
  });

  test("by stream prefix looks at the stream, not the type", () => {
    const filter = compileFilter({ on: "stream", regex: "", prefixes: ["pin-"] });
    expect(filter(event("pin-1", "A"))).toBe(true);
    expect(filter(event("pinImport-1", "pin-"))).toBe(false);
  });

  test("by expression matches anywhere unless anchored", () => {
    expect(compileFilter({ on: "type", regex: "Bound", prefixes: [] })(event("s", "DeviceBound"))).toBe(true);
    expect(compileFilter({ on: "type", regex: "^Bound", prefixes: [] })(event("s", "DeviceBound"))).toBe(
      false,
    );
  });

  test("that leaves out system events keeps all others", () => {
    const filter = compileFilter({ on: "type", regex: "^[^$].*", prefixes: [] });
    expect(filter(event("$$pin-1", "$metadata"))).toBe(false);
    expect(filter(event("pin-1", "PinRegistered"))).toBe(true);
  });

  test("with an expression ignores prefixes, and without either lets nothing through", () => {
    expect(compileFilter({ on: "type", regex: "^B", prefixes: ["A"] })(event("s", "A"))).toBe(false);
    expect(compileFilter({ on: "type", regex: "", prefixes: [] })(event("s", "A"))).toBe(false);
  });

  test("with an unreadable expression is refused", () => {
    expect(() => compileFilter({ on: "type", regex: "(", prefixes: [] })).toThrow(SyntaxError);
  });
});
