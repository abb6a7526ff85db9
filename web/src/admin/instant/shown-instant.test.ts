import { expect, test } from "@jest/globals";
import { pathWithInstant, readInstant } from "./shown-instant.tsx";

test.each([
  ["2026-11-24T12:00Z", "2026-11-24T12:00:00.000Z"],
  ["2026-11-24T12:00:05Z", "2026-11-24T12:00:05.000Z"],
  ["2026-11-24T12:00:05.007Z", "2026-11-24T12:00:05.007Z"],
])("the instant %s of a URL is read", (text, instant) => expect(readInstant(text)).toBe(instant));

test.each(["", "now", "2026-11-24", "2026-11-24T12:00", "2026-13-24T12:00Z", "2026-11-24T12:00:00+01:00"])(
  "the text “%s” of a URL is no instant",
  (text) => {
    expect(readInstant(text)).toBeUndefined();
  },
);

test("a path gets the instant next to its other parameters and keeps its part of the page", () => {
  const at = "2026-11-24T12:00:00.000Z";
  expect(pathWithInstant("/admin/table-pins?batch=2026-A#pin-1", at)).toBe(
    "/admin/table-pins?batch=2026-A&at=2026-11-24T12%3A00%3A00.000Z#pin-1",
  );
  expect(pathWithInstant("/admin/pin/ABCD-123", undefined)).toBe("/admin/pin/ABCD-123");
});
