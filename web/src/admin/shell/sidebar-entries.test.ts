import { expect, test } from "@jest/globals";
import type { AdminRole } from "@ornament/contracts/values/roles";
import { sidebarEntriesFor } from "./sidebar.tsx";

const labels = (role: AdminRole) => sidebarEntriesFor(role).map(({ label }) => label);

test.each(["ADMIN", "AUDITOR"] as const)("the role %s sees every entry of the sidebar", (role) =>
  expect(labels(role)).toEqual([
    "Admins",
    "Consumers",
    "Pins",
    "Settings",
    "System action Log",
    "Read models",
  ]),
);

test("Customer support sees neither Admins, Settings nor Read models in the sidebar", () =>
  expect(labels("MEMBER")).toEqual(["Consumers", "Pins", "System action Log"]));
