import { expect, test } from "@jest/globals";
import { ListsBehind } from "./lists-behind.ts";

test("lists that include everything written 0.8 seconds ago are not too far behind", () => {
  const lists = new ListsBehind();
  lists.wrote(10n, 0);
  lists.wrote(20n, 500);
  lists.wrote(30n, 1_000);
  lists.listsAre(10n, 1_000);
  expect(lists.isTooFar(1_000)).toBe(false);
  expect(lists.isTooFar(1_299)).toBe(false);
});

test("lists are too far behind until they include what was written 0.8 seconds ago", () => {
  const lists = new ListsBehind();
  lists.wrote(10n, 0);
  lists.wrote(20n, 500);
  lists.listsAre(5n, 700);
  expect(lists.isTooFar(799)).toBe(false);
  expect(lists.isTooFar(800)).toBe(true);
  lists.listsAre(9n, 1_100);
  expect(lists.isTooFar(1_100)).toBe(true);
  lists.listsAre(10n, 1_200);
  expect(lists.isTooFar(1_200)).toBe(false);
  expect(lists.isTooFar(1_300)).toBe(true);
  lists.listsAre(20n, 1_600);
  expect(lists.isTooFar(9_999)).toBe(false);
});

test("of many writes at once the first one counts", () => {
  const lists = new ListsBehind();
  for (let position = 1n; position <= 100n; position += 1n) lists.wrote(position, 0);
  lists.listsAre(1n, 1_500);
  expect(lists.isTooFar(1_500)).toBe(false);
});

test("lists that have stood still for two seconds are not waited for, until they move again", () => {
  const lists = new ListsBehind();
  lists.wrote(10n, 0);
  lists.listsAre(5n, 100);
  expect(lists.isTooFar(2_099)).toBe(true);
  lists.listsAre(5n, 2_050);
  expect(lists.isTooFar(2_100)).toBe(false);
  lists.listsAre(6n, 5_000);
  expect(lists.isTooFar(5_000)).toBe(true);
});

test("lists that can't be asked are not waited for", () => {
  const lists = new ListsBehind();
  lists.wrote(10n, 0);
  expect(lists.isTooFar(1_500)).toBe(false);
  lists.listsAre(5n, 1_500);
  expect(lists.isTooFar(1_500)).toBe(true);
  lists.listsAre(undefined, 1_600);
  expect(lists.isTooFar(1_600)).toBe(false);
});

test("lists that were idle before an import are given their time", () => {
  const lists = new ListsBehind();
  lists.listsAre(5n, 0);
  lists.wrote(10n, 60_000);
  lists.listsAre(5n, 61_100);
  expect(lists.isTooFar(61_100)).toBe(true);
});
