import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { SeenGroups } from "./seen-groups.ts";

const key = fc.record({
  part: fc.constantFrom("main", "owners"),
  id: fc.oneof(fc.string(), fc.integer(), fc.integer({ min: 0, max: 2 ** 50 })),
});

test("every group that was seen is known", () => {
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const seen = new SeenGroups();
      for (const each of keys) seen.add(each);
      expect(keys.every((each) => seen.mayHave(each))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test("of 10,000 groups that were not seen hardly one counts as seen, whatever their ids look like", () => {
  const seen = new SeenGroups();
  const parts = ["main", "owners"];
  const idsOf = (from: number) =>
    Array.from({ length: 10_000 }, (_, n) => [
      n + from,
      `${n + from}`,
      `consumer-${n + from}`,
      (n + from) * 2 ** 32,
    ]).flat();
  for (const id of idsOf(0)) seen.add({ part: "main", id });
  const others = parts.flatMap((part) => idsOf(part === "main" ? 10_000 : 0).map((id) => ({ part, id })));
  expect(others.filter((other) => seen.mayHave(other)).length).toBeLessThan(others.length / 1_000);
});
