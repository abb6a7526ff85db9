import { expect, test } from "@jest/globals";
import { maxPinId, pinCodeOf } from "@ornament/contracts/values/pin-code";
import fc from "fast-check";
import { SeenCodes } from "./seen-codes.ts";

test("a PIN is new once, among as many PINs as fit into the file", () => {
  const codes = fc.array(fc.integer({ min: 0, max: maxPinId }).map(pinCodeOf), { maxLength: 500 });
  fc.assert(
    fc.property(codes, (some) => {
      const seen = new SeenCodes(some.join("\n").length);
      const known = new Set<string>();
      for (const code of some) {
        expect(seen.add(code)).toBe(!known.has(code));
        known.add(code);
      }
    }),
  );
});

test("PINs in sequence and the first and the last PIN are told apart", () => {
  const codes = [0, maxPinId, ...Array.from({ length: 20_000 }, (_, n) => n + 1)].map(pinCodeOf);
  const seen = new SeenCodes(codes.length * 8);
  expect(codes.filter((code) => seen.add(code))).toHaveLength(codes.length);
  expect(codes.filter((code) => seen.add(code))).toEqual([]);
});
