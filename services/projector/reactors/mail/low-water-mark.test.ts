import { expect, test } from "@jest/globals";
import { LowWaterMark } from "./low-water-mark.ts";

const at = (commit: bigint) => ({ commit, prepare: commit });

test("without open work the mark is the last seen position", () => {
  const mark = new LowWaterMark(undefined);
  expect(mark.mark).toBeUndefined();
  mark.seen(at(5n));
  expect(mark.mark).toEqual(at(5n));
});

test("the mark stays before the earliest open work, in any order of ends", () => {
  const mark = new LowWaterMark(at(1n));
  const endFirst = mark.begin(at(2n));
  const endSecond = mark.begin(at(3n));
  const endThird = mark.begin(at(4n));
  mark.seen(at(9n));
  endSecond();
  expect(mark.mark).toEqual(at(1n));
  endFirst();
  expect(mark.mark).toEqual(at(3n));
  endThird();
  expect(mark.mark).toEqual(at(9n));
});
