import { expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { added, confirmed, fold, given, registered, renamed, selected } from "../testing/consumer-facts.ts";
import type { ConsumerCommand } from "./commands.ts";

const account: ConsumerEvent[] = [registered(), confirmed()];

const code = "ABCD123";
const add = (name: string): ConsumerCommand => ({ type: "AddOrnament", code, name });
const rename = (name: string): ConsumerCommand => ({ type: "RenameOrnament", code, name });
const select: ConsumerCommand = { type: "SelectOrnament", code };
const many = Array.from({ length: 50 }, (_, index) => added(`AAAA0${String(index).padStart(2, "0")}`));

test("an ornament is added to the account", () =>
  given(account).when(add("Mia")).thenEvents(added(code, "Mia")));
test("an ornament is added once", () => given(account, added(code, "Mia")).when(add("Mia")).thenEvents());
test.each(["Tom", ""])("an ornament added again keeps the name “%s” that it got later", (name) =>
  given(account, added(code, "Mia"), renamed(code, name)).when(add("Mia")).thenEvents(),
);
test("an account has at most 50 ornaments", () => {
  given(account, many.slice(1)).when(add("")).thenEvents(added(code));
  given(account, many).when(add("")).thenRefused("too_many_ornaments");
});
test("an ornament is renamed", () =>
  given(account, added(code)).when(rename("Mia")).thenEvents(renamed(code, "Mia")));
test("an ornament that gets the name it has does not change", () =>
  given(account, added(code, "Mia")).when(rename("Mia")).thenEvents());
test("an ornament is selected once", () => {
  given(account, added(code)).when(select).thenEvents(selected(code));
  given(account, added(code), selected(code)).when(select).thenEvents();
});
test("somebody else's ornament can't be renamed or selected and is answered as not found", () => {
  given(account).when(rename("Mia")).thenRefused("pin_not_found");
  given(account).when(select).thenRefused("pin_not_found");
});
test("an ornament whose name was erased has an empty name", () => {
  const erased: ConsumerEvent = { type: "OrnamentAdded", data: { consumerId: 4096, code, name: null } };
  expect(fold([...account, erased])).toMatchObject({ ornaments: [{ code, name: "" }] });
});
