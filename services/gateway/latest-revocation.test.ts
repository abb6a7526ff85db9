import { expect, test } from "@jest/globals";
import { LatestRevocation } from "./latest-revocation.ts";

test("reads wait for a revocation as long as a token from before it may be valid, and then a lower position is accepted", () => {
  let now = 1_000;
  const revocation = new LatestRevocation(() => now);
  revocation.note("40");
  revocation.note("7");
  expect(revocation.awaitedBy({})).toEqual({ "x-read-after": "40" });
  now += 16 * 60_000;
  expect(revocation.awaitedBy({ "x-read-after": "39" })).toEqual({ "x-read-after": "40" });
  now += 2 * 60_000;
  expect(revocation.awaitedBy({ "x-read-after": "39" })).toEqual({ "x-read-after": "39" });
  revocation.note("7");
  expect(revocation.awaitedBy({})).toEqual({ "x-read-after": "7" });
});
