import { expect, test } from "@jest/globals";
import { LatestRevocation } from "./latest-revocation.ts";

test("a revocation is awaited for as long as a token of its time may live, and a smaller position counts after that", () => {
  let now = 1_000;
  const revocation = new LatestRevocation(() => now);
  revocation.take({ "x-revoked-at": "40" });
  revocation.take({ "x-revoked-at": "7" });
  expect(revocation.awaitedBy({})).toEqual({ "x-read-after": "40" });
  now += 16 * 60_000;
  expect(revocation.awaitedBy({ "x-read-after": "39" })).toEqual({ "x-read-after": "40" });
  now += 2 * 60_000;
  expect(revocation.awaitedBy({ "x-read-after": "39" })).toEqual({ "x-read-after": "39" });
  revocation.take({ "x-revoked-at": "7" });
  expect(revocation.awaitedBy({})).toEqual({ "x-read-after": "7" });
});
