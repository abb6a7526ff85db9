import { expect, test } from "@jest/globals";
import { lastHours, problemOf, readChangesAddress, writeChangesAddress } from "./changes-address.ts";

const now = new Date("2026-12-01T15:04:05.000Z");
const day = { from: "2026-11-30T15:04:05.000Z", to: "2026-12-01T15:04:05.000Z" };
const read = (address: string) => readChangesAddress(new URLSearchParams(address), now);

test.each(["", "from=2026-11-30T15:04:05Z", "from=yesterday&to=now"])(
  "the address ?%s without two times shows the last hour",
  (address) => expect(read(address)).toEqual({ ...lastHours(1, now), query: "", page: 1, limit: 10 }),
);

test("an address is read as it was written", () => {
  const address = { ...day, query: "winter & co", page: 3, limit: 50 };
  expect(read(writeChangesAddress(address))).toEqual(address);
});

test("an address leaves out a blank search, the first page and the usual page size", () =>
  expect([
    ...new URLSearchParams(writeChangesAddress({ ...day, query: "", page: 1, limit: 10 })).keys(),
  ]).toEqual(["from", "to"]));

test.each(["page=0", "page=x", "limit=7"])("an address with %s shows the first page of 10 rows", (part) =>
  expect(read(`${part}&${new URLSearchParams(day)}`)).toEqual({ ...day, query: "", page: 1, limit: 10 }),
);

test("a time that is being typed stays empty, and nothing is asked for", () => {
  const typing = read(`from=&to=${day.to}`);
  expect(typing).toMatchObject({ from: "", to: day.to });
  expect(problemOf(typing)).toBe("Please choose both times.");
});

test("times in the wrong order, and the same time twice, have a problem", () => {
  expect(problemOf(day)).toBeUndefined();
  expect(problemOf({ from: day.to, to: day.from })).toMatch(/must be before/);
  expect(problemOf({ from: day.to, to: day.to })).toMatch(/must be before/);
});

test("the last hours end now", () =>
  expect(lastHours(1, now)).toEqual({ from: "2026-12-01T14:04:05.000Z", to: day.to }));
