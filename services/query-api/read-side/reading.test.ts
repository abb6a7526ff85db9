import { expect, test } from "@jest/globals";
import { readAfter } from "./reading.ts";

test.each([
  ["0", 0n],
  ["9223372036854775807", 9_223_372_036_854_775_807n],
])("X-Read-After %j is a position", (header, position) => {
  expect(readAfter({ "x-read-after": header })).toBe(position);
});

test.each([undefined, "", "-1", "1, 2", "1e3", "0x10", "12345678901234567890", ["1", "2"], "null"])(
  "X-Read-After %j is ignored",
  (header) => {
    expect(readAfter(header === undefined ? {} : { "x-read-after": header })).toBeUndefined();
  },
);
