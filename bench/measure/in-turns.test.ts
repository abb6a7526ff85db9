import { expect, test } from "@jest/globals";
import { callsPerSecond, inTurns, mediansOf } from "./in-turns.ts";

test("both sides of a comparison are warmed up once, then measured equally often with changing order", async () => {
  const calls: string[] = [];
  const side = (name: string) => async () => calls.push(name);
  const turns = await inTurns(3, side("ours"), side("raw"));
  expect(calls).toEqual(["ours", "raw", "ours", "raw", "raw", "ours", "ours", "raw"]);
  expect(turns).toEqual({ ours: [3, 6, 7], baseline: [4, 5, 8] });
  expect(mediansOf(turns)).toEqual({ ours: 6, baseline: 5 });
});

test("a rate is measured over exactly the wanted calls, never more at once than allowed", async () => {
  const places: number[] = [];
  let running = 0;
  let most = 0;
  await callsPerSecond(10, 4, async (place) => {
    places.push(place);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  });
  expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(4);
});
