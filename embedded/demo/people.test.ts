import { describe, expect, test } from "@jest/globals";
import { emailProblem } from "@ornament/contracts/domain/email";
import { limits } from "@ornament/contracts/domain/limits";
import { parsePinCode } from "@ornament/contracts/domain/pin-code";
import { DemoWorld } from "./people.ts";

const draw = (seed: number) => {
  const world = new DemoWorld(seed);
  const codes = Array.from({ length: 200 }, () => world.pinCode());
  return { codes, consumers: Array.from({ length: 200 }, (_, index) => world.consumer(index, 3)) };
};

describe("demo data", () => {
  test("the same seed draws the same people, another seed others", () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7).codes).not.toEqual(draw(8).codes);
  });

  test("drawn people and codes are valid for the product", () => {
    const { codes, consumers } = draw(7);
    expect(new Set(codes).size).toBe(200);
    expect(codes.every((code) => parsePinCode(code) === code)).toBe(true);
    expect(new Set(consumers.map(({ email }) => email)).size).toBe(200);
    for (const { email, ornaments, confirmed } of consumers) {
      expect(emailProblem(email)).toBeUndefined();
      expect(confirmed || ornaments.length === 0).toBe(true);
      for (const { name, devices } of ornaments) {
        expect(name.length).toBeLessThanOrEqual(limits.ornamentName);
        expect(devices.length).toBeLessThanOrEqual(limits.defaultDeviceLimit);
      }
    }
  });
});
