import { expect, test } from "@jest/globals";
import { Places } from "../action-log/places.ts";
import { logDocument } from "../testing/documents.ts";
import { toCopiedEntry, toCopiedSessions } from "./read-data-copy.ts";

const places = new Places([
  { session: "s1", commit: 30n, browser: "Chrome on Windows", address: "192.0.2.30" },
  { session: "s1", commit: 10n, browser: "Safari on iPad", address: "192.0.2.10" },
]);
const copied = (change: Parameters<typeof logDocument>[1]) =>
  toCopiedEntry(logDocument("e1", change), 12, places);

test.each([
  ["consumer-12", "Customer", "Account holder"],
  ["consumer-13", "Customer", "Another account"],
  ["admin-3", "Customer support", "Customer support"],
  ["system", "System", "System"],
])("in a data copy an entry by %s is by %s, whom it calls %s", (actor, role, by) => {
  expect(copied({ actor, role }).by).toBe(by);
});

test("an entry in a data copy has the browser and network address that the account holder had then", () => {
  const own = (position: bigint) => copied({ actor: "consumer-12", session: "s1", position });
  expect(own(9n)).toMatchObject({ browser: null, address: null });
  expect(own(29n)).toMatchObject({ browser: "Safari on iPad", address: "192.0.2.10" });
  expect(own(30n)).toMatchObject({ browser: "Chrome on Windows", address: "192.0.2.30" });
});

test("an act of staff has no browser and no network address in a data copy", () => {
  expect(copied({ actor: "admin-3", session: "s1", position: 40n })).toMatchObject({
    browser: null,
    address: null,
  });
});

test.each([
  ["ConsumerEmailChangeRefused", "other@example.com", "an address of another account"],
  ["PinEntryRefused", "ZZ99-ZZ9: belongs to another account", "a PIN of another account"],
  ["ConsumerEmailChanged", "new@example.com", "new@example.com"],
])("the value of the event %s in a data copy is not about another account", (type, value, shown) => {
  expect(copied({ type, value }).value).toBe(shown);
});

test("a data copy has the values that were set, without the numbers of accounts", () => {
  const change = (thing: string, what: string, to: string) => ({
    thing,
    what,
    to,
    first: null,
    erasedTo: null,
  });
  const changes = [
    change("pin-ABCD123/status", "Status", "Registered"),
    change("pin-ABCD123/owner", "Owner", "Consumer 12"),
  ];
  expect(copied({ changes }).changes).toEqual([{ what: "Status", to: "Registered" }]);
});

test("the sessions of a data copy are newest first, with their places and their end", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));
  const started = (session: string, minute: number) =>
    logDocument(session, { type: "SessionStarted", session, createdAt: at(minute) });
  const ended = logDocument("end", {
    type: "SessionEnded",
    action: "Signed out",
    value: "",
    session: "s1",
    createdAt: at(9),
  });
  const reused = logDocument("end2", {
    type: "SessionEnded",
    action: "Signed out",
    value: "ended: reuse",
    session: "s2",
    createdAt: at(8),
  });
  const entries = [started("s1", 1), started("s2", 2), started("s3", 3), ended, reused];
  expect(toCopiedSessions(entries, places)).toEqual([
    { signedInAt: at(3).toISOString(), endedAt: null, end: null, places: [] },
    { signedInAt: at(2).toISOString(), endedAt: at(8).toISOString(), end: "reuse", places: [] },
    {
      signedInAt: at(1).toISOString(),
      endedAt: at(9).toISOString(),
      end: "sign-out",
      places: [
        { browser: "Safari on iPad", address: "192.0.2.10" },
        { browser: "Chrome on Windows", address: "192.0.2.30" },
      ],
    },
  ]);
});
