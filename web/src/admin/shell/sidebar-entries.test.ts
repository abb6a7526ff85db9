import { expect, test } from "@jest/globals";
import { sidebarEntriesFor } from "./sidebar-entries.ts";

const labels = (role: "ADMIN" | "MEMBER") => sidebarEntriesFor(role).map(({ label }) => label);

test("an IT Admin sees every entry of the sidebar", () => {
  expect(labels("ADMIN")).toEqual(["Admins", "Consumers", "Pins", "Settings", "System action Log"]);
});

test("Customer support sees neither Admins nor Settings in the sidebar", () => {
  expect(labels("MEMBER")).toEqual(["Consumers", "Pins", "System action Log"]);
});
