import { expect, test } from "@jest/globals";
import { sidebarEntriesFor } from "./sidebar-entries.ts";

const labels = (role: "ADMIN" | "MEMBER") => sidebarEntriesFor(role).map(({ label }) => label);

test("an IT Admin sees every entry, in the order of the specification", () => {
  expect(labels("ADMIN")).toEqual(["Admins", "Consumers", "Pins", "Settings", "System action Log"]);
});

test("Customer support sees neither Admins nor Settings", () => {
  expect(labels("MEMBER")).toEqual(["Consumers", "Pins", "System action Log"]);
});
