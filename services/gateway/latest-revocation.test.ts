import { beforeEach, expect, test } from "@jest/globals";
import { LatestRevocation } from "./latest-revocation.ts";

let now: number;
let revocation: LatestRevocation;
beforeEach(() => {
  now = Date.now();
  revocation = new LatestRevocation(() => now);
});
const told = () => revocation.toldToReads({})["x-revoked-at"];

test("query-api gets a revocation as long as a token from before it may be valid, and then a lower position is accepted", () => {
  revocation.note("40 30 0");
  revocation.note("7 35 0");
  expect(told()).toBe("35");
  now += 16 * 60_000;
  expect(told()).toBe("35");
  now += 2 * 60_000;
  expect(told()).toBeUndefined();
  revocation.note("7 6 0");
  expect(told()).toBe("6");
});

test("a command-api that has read the end of the event store after the noted revocation replaces it, also by a lower position", () => {
  const before = now - 1;
  revocation.note("40 30 0");
  revocation.note(`7 6 ${before}`);
  expect(told()).toBe("30");
  now += 1_000;
  revocation.note(`7 6 ${now - 1}`);
  expect(told()).toBe("6");
});

test("a position that a caller sends is not passed on, and the answer of a former build counts, too", () => {
  expect(revocation.toldToReads({ "x-revoked-at": "99", accept: "*/*" })).toEqual({ accept: "*/*" });
  revocation.note("40");
  revocation.note("nonsense");
  expect(revocation.toldToReads({ "x-revoked-at": "99" })).toEqual({ "x-revoked-at": "40" });
});
