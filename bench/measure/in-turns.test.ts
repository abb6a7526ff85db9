import { expect, test } from "@jest/globals";
import { inTurns } from "./in-turns.ts";

test("both sides of a comparison are warmed up once, then measured equally often in alternating order", async () => {
  const calls: string[] = [];
  const side = (name: string) => async () => calls.push(name);
  const medians = await inTurns(3, side("ours"), side("theirs"));
  expect(calls).toEqual(["ours", "theirs", "ours", "theirs", "theirs", "ours", "ours", "theirs"]);
  expect(medians).toEqual({ ours: 6, theirs: 5 });
});
