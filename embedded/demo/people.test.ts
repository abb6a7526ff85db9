import { describe, expect, test } from "@jest/globals";
import { emailProblem } from "@ornament/contracts/values/email";
import { limits } from "@ornament/contracts/values/limits";
import { parsePinCode } from "@ornament/contracts/values/pin-code";
import { Drawn } from "./drawn.ts";
import { codeOf, deviceOf, drawConsumer } from "./people.ts";

const codes = Array.from({ length: 200 }, (_, n) => codeOf(n));
const draw = (seed: number) => {
  const drawn = new Drawn(seed);
  return codes.map((_, n) => drawConsumer(drawn, n, codes.slice(2 * n)));
};

describe("demo data", () => {
  test("the same seed draws the same people, another seed others", () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test("drawn people and codes are valid for the product", () => {
    const consumers = draw(7);
    expect(new Set(codes).size).toBe(200);
    expect(codes.every((code) => parsePinCode(code) === code)).toBe(true);
    expect(new Set(consumers.map(({ email }) => email)).size).toBe(200);
    expect(consumers.some(({ pins }) => pins.length > 0)).toBe(true);
    for (const { email, pins, confirmed } of consumers) {
      expect(emailProblem(email)).toBeUndefined();
      expect(confirmed || pins.length === 0).toBe(true);
      for (const { name, devices } of pins) {
        expect(name.length).toBeLessThanOrEqual(limits.ornamentName);
        for (let n = 0; n < devices; n += 1)
          expect(deviceOf(n).name.length).toBeLessThanOrEqual(limits.deviceName);
      }
    }
  });
});
