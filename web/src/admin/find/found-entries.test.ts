import { expect, test } from "@jest/globals";
import { foundGroups, foundText } from "./found-entries.ts";
import type { Found } from "./use-find.ts";

const consumer = { id: 7, email: "ann@example.com", formerEmail: null, isActivated: true };
const owned = { id: 1, pin: "ABCD-123", status: true, blocked: false, email: consumer.email, userId: 7 };
const free = { ...owned, id: 2, pin: "ABCD-124", status: false, email: null, userId: null };
const nothing: Found = { consumers: [], pins: [], moreConsumers: false, morePins: false };
const found: Found = { ...nothing, consumers: [consumer], pins: [owned, free] };

const targets = (answer: Found, term: string) =>
  foundGroups(answer, term).flatMap(({ entries }) => entries.map(({ to }) => to));

test("a consumer leads to the profile, a PIN to its owner's profile, and a PIN without an owner to its own page", () =>
  expect(targets(found, "ann")).toEqual([
    "/admin/user-profile/7",
    "/admin/table-users?query=ann",
    "/admin/user-profile/7#pin-ABCD-123",
    "/admin/pin/ABCD-124",
    "/admin/table-pins?query=ann",
  ]));

test("the links to the tables keep the term as it was typed", () =>
  expect(targets(found, "a&b c")).toContain("/admin/table-users?query=a%26b+c"));

test("PINs come first for a term with a digit, consumers for an email address and for letters", () => {
  const first = (term: string) => foundGroups(found, term)[0]?.label;
  expect(first("ABCD-12")).toBe("PINs");
  expect(first("ann")).toBe("Consumers");
  expect(first("ann2@example.com")).toBe("Consumers");
});

test("similar PINs are named as such, and consumers come before them", () => {
  const similar: Found = { ...found, similarPins: true };
  const labels = (answer: Found) => foundGroups(answer, "ABCD-12").map(({ label }) => label);
  expect(labels(similar)).toEqual(["Consumers", "No PIN contains “ABCD-12”. Similar PINs:"]);
  expect(labels({ ...similar, consumers: [] })).toEqual(["No PIN contains “ABCD-12”. Similar PINs:"]);
});

test("a group without a match is left out", () => {
  expect(foundGroups({ ...found, consumers: [] }, "abcd").map(({ label }) => label)).toEqual(["PINs"]);
  expect(foundGroups(nothing, "abcd")).toEqual([]);
});

test("a result names a former email address, an unconfirmed email and a deactivated PIN", () => {
  const answer: Found = {
    ...found,
    consumers: [{ ...consumer, formerEmail: "old@example.com", isActivated: false }],
    pins: [{ ...owned, blocked: true }],
  };
  const notes = foundGroups(answer, "old").flatMap(({ entries }) => entries.map(({ note }) => note));
  expect(notes).toEqual(["formerly old@example.com · Unconfirmed", "", "Blocked · ann@example.com", ""]);
});

test.each([
  [nothing, "Nothing found"],
  [{ ...nothing, consumers: [consumer] }, "Found 1 consumer"],
  [found, "Found 1 consumer and 2 PINs"],
  [{ ...nothing, pins: [owned], similarPins: true as const }, "Found 1 similar PIN"],
  [{ ...found, moreConsumers: true }, "Found more than 1 consumers and 2 PINs"],
])("the announcement of answer %# is %s", (answer, text) => expect(foundText(answer)).toBe(text));
