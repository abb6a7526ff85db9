/** @jest-environment jsdom */
import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { linksOf } from "../../app/testing/shown.ts";
import { changedThing, openChanges, pinChanges } from "../testing/changes.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { pageOf } from "../testing/open-back-office.tsx";

const first = async () => {
  const list = await screen.findByRole("list", { name: "Changes" });
  return within(list.children[0] as HTMLElement);
};
const nobody = { consumer: null, pin: null, admin: null };

test("a changed PIN has its mark, a link to its page, both values, and who did it when", async () => {
  openChanges("pins", { [pinChanges]: pageOf([changedThing()]) });
  const item = await first();
  expect(item.getByText("Changed")).toBeTruthy();
  expect(item.getByRole("link", { name: "TREE-001" }).getAttribute("href")).toBe("/admin/pin/TREE-001");
  expect(item.getByText("Status:").parentElement?.textContent).toBe("Status: Registered →to Deactivated");
  expect(item.getByText("PIN deactivated")).toBeTruthy();
  expect(linksOf(item.getAllByRole("link"))).toContainEqual(["ann@ornament.test", "/admin/admin-profile/3"]);
  expect(item.getByText(/^12\/01\/26 /).getAttribute("datetime")).toBe("2026-12-01T15:05:09.000Z");
  const inLog = item.getByRole("link", { name: "In the log: PIN deactivated" });
  expect(inLog.getAttribute("href")).toBe("/admin/log?request=r1");
});

test("an import is its one entry, without a mark, and leads to the history of imports", async () => {
  const entry = logEntryRow({
    about: nobody,
    subjects: ["import-i1"],
    actionType: { name: "PINs imported" },
    value: "pins.csv: 3,000 PINs added, 0 duplicates, 0 bad rows",
  });
  const imported = changedThing({ subject: "import-i1", kind: "act", entries: [entry] });
  openChanges("pins", { [pinChanges]: pageOf([imported, changedThing()]) });
  const item = await first();
  expect(item.getByText("pins.csv: 3,000 PINs added, 0 duplicates, 0 bad rows")).toBeTruthy();
  expect(item.queryByText("Changed")).toBeNull();
  const way = item.getByRole("link", { name: "Batches and left-out rows, in the history of imports" });
  expect(way.getAttribute("href")).toBe("/admin/controls");
});

test("a thing with more changes than are shown leads to the others in the log", async () => {
  openChanges("pins", { [pinChanges]: pageOf([changedThing({ more: 1_200 })]) });
  const link = (await first()).getByRole("link", { name: "And 1,200 earlier, in the log" });
  expect(link.getAttribute("href")).toBe("/admin/log?subject=pin-TREE001");
});
