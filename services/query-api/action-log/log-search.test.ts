import { describe, expect, test } from "@jest/globals";
import { formatDateTime } from "@ornament/contracts/values/dates";
import fc from "fast-check";
import { logSearch, type Searched, type TimeRange } from "./log-search.ts";

const entry = (createdAt: string, words = "", about: Partial<Searched> = {}): Searched => ({
  roleSort: "it admin",
  actionSort: "pin deactivated",
  valueSort: words,
  createdAt: new Date(createdAt),
  actor: "system",
  about: null,
  subject: null,
  ...about,
});
const textsHolding = (term: string) =>
  ["roleSort", "actionSort", "valueSort"].map((field) => ({ [field]: { $regex: term } }));

const year = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2026-12-31T00:00:00Z") };
const tenYears = { from: new Date("2020-01-01T00:00:00Z"), to: new Date("2029-12-31T00:00:00Z") };
const search = (query: string, timeZone: string, span: TimeRange | undefined = year) =>
  logSearch({ query, timeZone }, span);

describe("a search of the System action log", () => {
  test("the document store does a search of the System action log without a term", () => {
    expect(search(" ", "UTC")).toEqual({ filter: {}, matches: undefined });
  });

  test.each(["Deactivated", "map", "12/01/26xy", "99:99:99 am pm", "12-01"])(
    "the document store does a search of the System action log for %j, which no date can contain",
    (term) => {
      expect(search(term, "UTC")).toEqual({
        filter: { $or: textsHolding(term.toLowerCase()) },
        matches: undefined,
      });
    },
  );

  test.each(["12/01/26", "2/01/26", "12/01/2"])(
    "the document store does a search of the System action log for %j, by days of the time zone",
    (term) => {
      expect(search(term, "America/Chicago")).toEqual({
        filter: {
          $or: [
            ...textsHolding(term),
            ...(term === "2/01/26"
              ? [
                  {
                    createdAt: {
                      $gte: new Date("2026-02-01T06:00:00Z"),
                      $lt: new Date("2026-02-02T06:00:00Z"),
                    },
                  },
                ]
              : []),
            { createdAt: { $gte: new Date("2026-12-01T06:00:00Z"), $lt: new Date("2026-12-02T06:00:00Z") } },
          ],
        },
        matches: undefined,
      });
    },
  );

  test("a search of the System action log for a day and a time checks the time of that day's entries", () => {
    const { filter, matches } = search("12/01/26 08:1", "America/Chicago");
    expect(filter).toHaveProperty("$or.3.createdAt.$gte", new Date("2026-12-01T06:00:00Z"));
    expect(filter.$or).toHaveLength(4);
    expect(matches?.(entry("2026-12-01T14:15:00Z"))).toBe(true);
    expect(matches?.(entry("2026-12-02T02:19:59Z"))).toBe(true);
    expect(matches?.(entry("2026-12-01T14:20:00Z"))).toBe(false);
    expect(matches?.(entry("2026-12-01T03:00:00Z", "seen on 12/01/26 08:10"))).toBe(true);
  });

  test.each(["5:09 A", "pm", "08:05:09 am", "2", "1/", "/26 0"])(
    "a search of the System action log for %j, a part of a date, covers the date as shown and the texts",
    (term) => {
      const { filter, matches } = search(term, "America/Chicago", tenYears);
      const instants = fc.date({ min: year.from, max: year.to, noInvalidDate: true });
      fc.assert(
        fc.property(instants, (createdAt) => {
          const shown = formatDateTime(createdAt, "America/Chicago").includes(term.toLowerCase());
          expect(matches?.(entry(createdAt.toISOString()))).toBe(shown);
          if (shown) expect(mayFind(filter, createdAt)).toBe(true);
        }),
      );
      expect(matches?.(entry("2026-07-07T17:44:44Z", `a ${term.toLowerCase()} b`))).toBe(true);
    },
  );

  test("a search of the System action log for a PIN also finds it by its code, in any spelling", () => {
    for (const term of ["tree 001", "pin: tree-001", "tree001"])
      expect(search(term, "UTC")).toEqual({
        filter: { $or: [...textsHolding(term), { about: { $in: ["pin-TREE001"] } }] },
        matches: undefined,
      });
  });

  test("a search of the System action log for an email address also finds what its accounts did and what was done to them", () => {
    const accounts = { admins: new Set([1, 2]), consumers: new Set([7]) };
    expect(logSearch({ query: "ann@", timeZone: "UTC" }, year, accounts).filter).toEqual({
      $or: [
        ...textsHolding("ann@"),
        { actor: { $in: ["admin-1", "admin-2"] } },
        { about: { $in: ["admin-1", "admin-2"] } },
        { subject: { $in: [7] } },
      ],
    });
  });

  test("a search of the System action log that finds more than a thousand accounts checks each entry", () => {
    const accounts = {
      admins: new Set([1]),
      consumers: new Set(Array.from({ length: 2_000 }, (_, n) => n + 10)),
    };
    for (const query of ["@example.com", "111"]) {
      const { filter, matches } = logSearch({ query, timeZone: "UTC" }, year, accounts);
      expect(filter).toEqual({});
      const day = "2026-07-07T17:44:44Z";
      expect(matches?.(entry(day, "", { subject: 2_009 }))).toBe(true);
      expect(matches?.(entry(day, "", { actor: "admin-1" }))).toBe(true);
      expect(matches?.(entry(day, "", { about: "admin-1" }))).toBe(true);
      expect(matches?.(entry(day, `sent to ann${query}`))).toBe(true);
      expect(matches?.(entry(day, "", { subject: 9, actor: "admin-2", about: "admin-3" }))).toBe(false);
    }
  });

  test.each(["UTC", "America/Chicago", "Pacific/Apia", "Asia/Kathmandu"])(
    "a search of the System action log for a day finds exactly the entries that show this day in %s",
    (timeZone) => {
      const instants = fc.date({ min: year.from, max: year.to, noInvalidDate: true });
      const part = fc
        .tuple(instants, fc.nat(7), fc.integer({ min: 1, max: 8 }))
        .map(([date, start, length]) =>
          formatDateTime(date, timeZone)
            .slice(0, 8)
            .slice(start, start + length),
        );
      fc.assert(
        fc.property(part, instants, (term, createdAt) => {
          const { filter, matches } = search(term, timeZone);
          const shown = formatDateTime(createdAt, timeZone).includes(term);
          const found = mayFind(filter, createdAt) && (matches?.(entry(createdAt.toISOString())) ?? true);
          expect(found).toBe(shown);
        }),
      );
    },
  );
});

/** Whether the store would find an entry of the time by its days. */
const mayFind = (filter: object, createdAt: Date) => {
  const { $or } = filter as { $or?: { createdAt?: { $gte: Date; $lt: Date } }[] };
  return (
    $or === undefined ||
    $or.some(({ createdAt: on }) => on !== undefined && on.$gte <= createdAt && createdAt < on.$lt)
  );
};
