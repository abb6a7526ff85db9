import { beforeEach, expect, test } from "@jest/globals";
import { LatestRevocation } from "./latest-revocation.ts";

let now: number;
let revocation: LatestRevocation;
beforeEach(() => {
  now = Date.now();
  revocation = new LatestRevocation(() => now);
});
const told = () => [
  revocation.toldToCommands({})["x-revoked-at"],
  revocation.toldToReads({})["x-revoked-at"],
];

test("services get a revocation as long as a token from before it may be valid, and then a lower position is accepted", () => {
  revocation.note("40 30 0");
  revocation.note("7 35 0");
  expect(told()).toEqual(["40", "35"]);
  now += 16 * 60_000;
  expect(told()).toEqual(["40", "35"]);
  now += 2 * 60_000;
  expect(told()).toEqual([undefined, undefined]);
  revocation.note("7 6 0");
  expect(told()).toEqual(["7", "6"]);
});

test("a command-api that has read the end of the event store after the noted revocation replaces it, also by a lower position", () => {
  const before = now - 1;
  revocation.note("40 30 0");
  revocation.note(`7 6 ${before}`);
  expect(told()).toEqual(["40", "30"]);
  now += 1_000;
  revocation.note(`7 6 ${now - 1}`);
  expect(told()).toEqual(["7", "6"]);
  revocation.note(`9 6 ${now - 1}`);
  expect(told()).toEqual(["9", "6"]);
});

test("a position that a caller sends is not passed on, and the answer of a former build counts for all", () => {
  expect(revocation.toldToCommands({ "x-revoked-at": "99", accept: "*/*" })).toEqual({ accept: "*/*" });
  revocation.note("40");
  revocation.note("nonsense");
  expect(revocation.toldToReads({ "x-revoked-at": "99" })).toEqual({ "x-revoked-at": "40" });
});
