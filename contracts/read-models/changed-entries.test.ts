import { expect, test } from "@jest/globals";
import { entryFinder, sourcesOf } from "./changed-entries.ts";

const entries = [
  { _id: "second", request: "import", commit: 20n },
  { _id: "first", request: "import", commit: 10n },
  { _id: "alone", request: null, commit: 5n },
];

test("a changed value has the entry of its event", () => {
  expect(entryFinder(entries)({ event: "second", request: "import" })).toBe(entries[0]);
});

test("a changed value whose event has no entry has the first entry of the same request", () => {
  expect(entryFinder(entries)({ event: "hidden", request: "import" })).toBe(entries[1]);
});

test("a changed value without an entry of its event and without a recorded request has none", () => {
  expect(entryFinder(entries)({ event: "hidden", request: null })).toBeUndefined();
  expect(entryFinder(entries)({ event: "hidden", request: "another" })).toBeUndefined();
});

test("events and requests of changed rows are named once", () => {
  const field = { field: "status", before: "", after: "", event: "e1", request: "r1" };
  const rows = [
    { fields: [field, { ...field, request: null }] },
    { fields: [field, { ...field, event: "e2" }] },
  ];
  expect(sourcesOf(rows)).toEqual({ events: ["e1", "e2"], requests: ["r1"] });
});
