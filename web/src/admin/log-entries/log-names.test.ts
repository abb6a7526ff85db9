import { describe, expect, test } from "@jest/globals";
import { logEntryRow } from "../testing/log-entries.ts";
import { actorOf, allSubjectsOf, fromWhere, nameOf, splitValue, subjectsOf } from "./log-names.ts";

const none = { consumer: null, pin: null, admin: null };
const view = { opensAdmins: true };
const bob = { id: 4, email: "bob@ornament.test", deleted: false };
const lena = { id: 7, email: "lena@example.com" };
const byLena = { admin: null, role: "Customer", actor: "consumer-7" };

describe("the names in an entry of the log", () => {
  test("the person who acted leads to the account, for an admin who may open accounts", () => {
    expect(actorOf(logEntryRow(), view)).toMatchObject({
      text: "ann@ornament.test",
      to: "/admin/admin-profile/3",
    });
    expect(actorOf(logEntryRow(), { opensAdmins: false })?.to).toBeUndefined();
    expect(actorOf(logEntryRow(byLena), view)).toMatchObject({
      text: lena.email,
      to: "/admin/user-profile/7",
    });
    expect(actorOf(logEntryRow({ ...byLena, role: "System", actor: "system" }), view)).toBeUndefined();
  });

  test("a consumer's own action names the consumer once, and not at all in the consumer's log", () => {
    expect(subjectsOf(logEntryRow(byLena), view).map(({ text }) => text)).toEqual(["TREE-001"]);
    expect(actorOf(logEntryRow(byLena), { ...view, consumerId: 7 })).toBeUndefined();
    expect(subjectsOf(logEntryRow(), { ...view, consumerId: 7 }).map(({ text }) => text)).toEqual([
      "TREE-001",
    ]);
  });

  test("a deleted account has a mark and no link, and erased data are named by their id", () => {
    const deleted = { ...bob, deleted: true };
    expect(nameOf("admin-4", { ...none, admin: deleted }, view)).toEqual({
      text: bob.email,
      subject: "admin-4",
      to: undefined,
      deleted: true,
    });
    const erased = logEntryRow({
      admin: { id: 9, email: null, role: "ADMIN", deleted: true },
      actor: "admin-9",
      subjects: ["consumer-8"],
      about: none,
    });
    expect(actorOf(erased, view)).toMatchObject({ text: "Admin 9", deleted: true });
    expect(subjectsOf(erased, view)).toMatchObject([{ text: "Consumer 8", deleted: true }]);
  });

  test.each([
    ["pin-TREE001", "TREE-001", "/admin/pin/TREE-001"],
    ["consumer-7", lena.email, "/admin/user-profile/7"],
    ["admin-4", bob.email, "/admin/admin-profile/4"],
    ["setting-numberDevices", "Number of devices", "/admin/controls"],
    ["import-i1", "Import", "/admin/log?subject=import-i1"],
    ["bulkChange-b1", "Bulk change", "/admin/log?subject=bulkChange-b1"],
  ])("%s is named %s and leads to its page", (subject, text, to) => {
    const entry = logEntryRow({ about: { ...logEntryRow().about, admin: bob }, subjects: [subject] });
    expect(allSubjectsOf(entry, view)).toMatchObject([{ text, to }]);
  });

  test("a value is split only after a whole name", () => {
    const about = { ...none, consumer: { id: 7, email: "lena@example.co" } };
    const names = subjectsOf(logEntryRow({ about }), view);
    expect(splitValue("lena@example.co, IT Admin", names)).toEqual({
      first: names[0],
      rest: ", IT Admin",
      others: [],
    });
    expect(splitValue("lena@example.com", names)).toEqual({
      first: undefined,
      rest: "lena@example.com",
      others: names,
    });
  });
});

test.each([
  [
    "a recorded session",
    { session: { id: "s1", browser: "Chrome on Windows", address: "203.0.113.9" } },
    "Chrome on Windows, 203.0.113.9",
  ],
  ["no recorded session", {}, "Not recorded"],
  ["the system", { admin: null, role: "System", about: none }, ""],
  ["a session without its data", { session: { id: "s1", browser: null, address: null } }, "Not recorded"],
  [
    "an erased person",
    { ...byLena, about: none, session: { id: "s1", browser: null, address: null } },
    "Erased or not recorded",
  ],
])("the origin of an entry with %s", (_of, change, where) => {
  expect(fromWhere(logEntryRow(change))).toBe(where);
});
