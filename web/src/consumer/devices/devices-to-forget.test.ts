import { expect, test } from "@jest/globals";
import { stillToChoose } from "./devices-to-forget.ts";

const removal = (count: number, limit: number, chosen: number[] = [], thisDevice?: number) => ({
  count,
  limit,
  chosen: new Set(chosen),
  thisDevice,
});

test("a device not yet bound needs a free place", () => {
  expect(stillToChoose(removal(5, 5))).toBe(1);
  expect(stillToChoose(removal(5, 5, [1]))).toBe(0);
  expect(stillToChoose(removal(7, 5))).toBe(3);
  expect(stillToChoose(removal(7, 5, [1, 2]))).toBe(1);
});

test("a bound device that stays passes at the limit", () => {
  expect(stillToChoose(removal(6, 5, [], 9))).toBe(1);
  expect(stillToChoose(removal(7, 5, [1, 2], 9))).toBe(0);
});

test("who forgets the device in hand needs a free place for it again", () => {
  expect(stillToChoose(removal(6, 5, [9], 9))).toBe(1);
  expect(stillToChoose(removal(6, 5, [9, 1], 9))).toBe(0);
});

test("with room to spare one is to be chosen all the same", () => {
  expect(stillToChoose(removal(2, 5))).toBe(1);
  expect(stillToChoose(removal(2, 5, [1]))).toBe(0);
});

test("never asks for more than there are", () => {
  expect(stillToChoose(removal(1, 1))).toBe(1);
  expect(stillToChoose(removal(1, 1, [1]))).toBe(0);
});
