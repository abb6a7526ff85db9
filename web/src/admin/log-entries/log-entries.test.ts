import { expect, test } from "@jest/globals";
import { actionLogTable } from "@ornament/contracts/action-log/columns";
import { defaultsOf, readListState } from "../../ui/table/list-state.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { countLine, logParams } from "./log-api.ts";
import { actorOf, allSubjectsOf, fromWhere, nameOf, splitValue, subjectsOf } from "./log-names.ts";

const none = { consumer: null, pin: null, admin: null };
const view = { opensAdmins: true };
const bob = { id: 4, email: "bob@ornament.test", deleted: false };
const lena = { id: 7, email: "lena@example.com" };
const byLena = { admin: null, role: "Customer", actor: "consumer-7" };

test("the person who acted leads to the account, for an admin who may open accounts", () => {
  const ann = { text: "ann@ornament.test", to: "/admin/admin-profile/3" };
  expect(actorOf(logEntryRow(), view)).toMatchObject(ann);
  expect(actorOf(logEntryRow(), { opensAdmins: false })?.to).toBeUndefined();
  const { email: text } = lena;
  expect(actorOf(logEntryRow(byLena), view)).toMatchObject({ text, to: "/admin/user-profile/7" });
  expect(actorOf(logEntryRow({ ...byLena, role: "System", actor: "system" }), view)).toBeUndefined();
});

test("a consumer's own action names the consumer once, and not at all in the consumer's log", () => {
  const inOwnLog = { ...view, consumerId: 7 };
  expect(subjectsOf(logEntryRow(byLena), view).map(({ text }) => text)).toEqual(["TREE-001"]);
  expect(actorOf(logEntryRow(byLena), inOwnLog)).toBeUndefined();
  expect(subjectsOf(logEntryRow(), inOwnLog).map(({ text }) => text)).toEqual(["TREE-001"]);
});

test("a deleted account has a mark and no link, and erased data are named by their id", () => {
  const admin = { ...bob, deleted: true };
  const named = { text: bob.email, subject: "admin-4", to: undefined, deleted: true };
  expect(nameOf("admin-4", { ...none, admin }, view)).toEqual(named);
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
  const names = subjectsOf(logEntryRow({ about, subjects: ["consumer-7"] }), view);
  const [first] = names;
  expect(splitValue("lena@example.co, IT Admin", names)).toEqual({ first, rest: ", IT Admin", others: [] });
  const whole = { first: undefined, rest: "lena@example.com", others: names };
  expect(splitValue("lena@example.com", names)).toEqual(whole);
});

const session = { id: "s1", browser: "Chrome on Windows", address: "203.0.113.9" };
const emptied = { session: { id: "s1", browser: null, address: null } };

test.each([
  ["a recorded session", { session }, "Chrome on Windows, 203.0.113.9"],
  ["no recorded session", {}, "Not recorded"],
  ["the system", { admin: null, role: "System", about: none }, ""],
  ["a session without its data", emptied, "Not recorded"],
  ["an erased person", { ...byLena, about: none, ...emptied }, "Erased or not recorded"],
])("the origin of an entry with %s", (_of, change, where) =>
  expect(fromWhere(logEntryRow(change))).toBe(where),
);

test.each([
  [0, "No matches found"],
  [1, "1 entry"],
  [2, "Showing 2 entries"],
  [23_130, "Showing 23,130 entries"],
])("the line under a log of %d entries is: %s", (count, line) => expect(countLine(count)).toBe(line));

test("the log is requested newest first, in the time zone in which its dates are shown", () =>
  expect(logParams({ ...defaultsOf(actionLogTable), query: " pin " }, "America/Chicago")).toEqual({
    page: 1,
    limit: 10,
    fieldName: "date",
    direction: "DESC",
    query: "pin",
    timeZone: "America/Chicago",
  }));

test("a URL that sorts the log by id shows it by date", () => {
  const state = readListState(new URLSearchParams("fieldName=id"), actionLogTable);
  expect(logParams(state, "UTC").fieldName).toBe("date");
});
