import { expect, test } from "@jest/globals";
import type { PinImportRow } from "@ornament/contracts/imports/api";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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

test("an import is its one entry, without a mark, and unfolds its batches, result and left-out rows", async () => {
  const entry = logEntryRow({
    about: nobody,
    subjects: ["import-i1"],
    actionType: { name: "PINs imported" },
    value: "pins.csv: 3000 PINs added, 0 duplicates, 2 bad rows",
  });
  const imported = changedThing({ subject: "import-i1", kind: "act", entries: [entry] });
  const row: PinImportRow = {
    importId: "i1",
    fileName: "pins.csv",
    state: "completed",
    rows: 3_002,
    added: 3_000,
    duplicates: 0,
    bad: 2,
    bytes: 30_000,
    startedBy: { id: 3, email: "ann@ornament.test" },
    startedAt: entry.createdAt,
    reason: null,
    batches: ["Winter", "Reserve"],
    refusedRows: 2,
  };
  const { asked } = openChanges("pins", {
    [pinChanges]: pageOf([imported, changedThing()]),
    "/api/admin/imports": pageOf([row]),
  });
  const item = await first();
  expect(item.getByText("Import of 3,000 PINs")).toBeTruthy();
  expect(item.getByText("pins.csv: 3000 PINs added, 0 duplicates, 2 bad rows")).toBeTruthy();
  expect(item.queryByText("Changed")).toBeNull();
  await userEvent.click(item.getByRole("button", { name: /^Details of: pins\.csv/ }));
  await item.findByText("3,000 added");
  expect(asked("/api/admin/imports")).toEqual([{ page: "1", limit: "10", id: "i1" }]);
  const batches = linksOf(item.getAllByRole("link")).filter(([text]) => row.batches.includes(text ?? ""));
  expect(batches.map(([, to]) => to)).toEqual([
    "/admin/table-pins?batch=Winter",
    "/admin/table-pins?batch=Reserve",
  ]);
  expect(item.getByRole("button", { name: "Download 2 refused rows of pins.csv" })).toBeTruthy();
});

test("a thing with more changes than are shown leads to the others in the log", async () => {
  openChanges("pins", { [pinChanges]: pageOf([changedThing({ more: 1_200 })]) });
  const link = (await first()).getByRole("link", { name: "And 1,200 earlier, in the log" });
  expect(link.getAttribute("href")).toBe("/admin/log?subject=pin-TREE001");
});
