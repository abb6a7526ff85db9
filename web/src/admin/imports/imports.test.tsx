import { expect, test } from "@jest/globals";
import type { PinImportRow } from "@ornament/contracts/imports/api";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json } from "../../app/testing/fake-server.ts";
import { openBackOffice, pageOf } from "../testing/open-back-office.tsx";
import { endedImport, settingsWith } from "../testing/screens.ts";
import { csvFileProblem } from "./pin-import-card.tsx";

test("only a .csv file is accepted, in upper or lower case", () => {
  expect(csvFileProblem(undefined)).toBe("Please choose a CSV file.");
  expect(csvFileProblem({ name: "pins.xlsx" })).toBe("Please choose a CSV file (.csv)");
  expect(csvFileProblem({ name: "PINS.CSV" })).toBeUndefined();
});

const counts = { rows: 3, added: 0, duplicates: 2, bad: 1 };
const left = { refused: [], errors: ["Line 2: “ABCD-123” – exists already"] };
const preview = {
  fileName: "list.csv",
  message: "2 new PINs, 0 exist already, 0 twice in the file, 1 not a PIN",
  separator: ";",
  encoding: "utf-16le",
  header: "Ornament PIN",
  column: 1,
  columns: [],
  rows: 3,
  added: 2,
  existing: 0,
  repeated: 0,
  bad: 1,
  first: [],
  ...left,
};

async function openSettings(answers: Answers = {}) {
  openBackOffice("/admin/controls", {
    "/api/admin/controls": json(settingsWith()),
    "/api/admin/import/latest": json({ import: null }),
    "/api/admin/imports": pageOf([]),
    ...answers,
  });
  return await screen.findByLabelText("CSV file");
}

async function check(field: HTMLElement) {
  await userEvent.upload(field, new File(["x"], "list.csv", { type: "text/csv" }));
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  return await screen.findByRole("dialog", { name: "Add the PINs of list.csv?" });
}

test("a file that doesn't show the column of its PINs is asked for it, and is then imported by that column", async () => {
  const unnamed = { title: null, cells: ["KLMN-456"] };
  const columns = [unnamed, { title: "New", cells: ["ABCD-123", "EFGH-456"] }];
  const sent: string[] = [];
  const field = await openSettings({
    "/api/admin/import/csv/preview": ({ url }) => {
      const { searchParams } = new URL(url);
      const chosen = searchParams.get("column");
      return json({ ...preview, columns, column: chosen === null ? null : Number(chosen), header: "New" });
    },
    "/api/admin/import/csv": ({ url }) => {
      sent.push(new URL(url).search);
      return json({ importId: "i", message: "2 PINs added", ...counts, added: 2, ...left });
    },
  });
  const dialog = await check(field);
  const choice = await within(dialog).findByLabelText<HTMLSelectElement>("Column of the PINs");
  expect([...choice.options].map(({ text }) => text)).toEqual([
    "Choose a column",
    "Column 1: KLMN-456",
    "New: ABCD-123, EFGH-456",
  ]);
  expect(within(dialog).queryByText(/^Line /)).toBeNull();
  expect(within(dialog).getByRole("button", { name: "Add PINs" }).getAttribute("aria-disabled")).toBe("true");
  choice.focus();
  await userEvent.selectOptions(choice, "1");
  const add = await within(dialog).findByRole("button", { name: "Add 2 PINs" });
  expect(document.activeElement).toBe(choice);
  expect(dialog.textContent).toContain("The PINs are in the column “New”.");
  await userEvent.click(add);
  await within(dialog).findByText("Processing complete!");
  expect(document.activeElement?.textContent).toBe("Close");
  expect(sent).toEqual(["?column=1"]);
});

test("a file without new PINs is shown as an error, and can't be added", async () => {
  const message = "0 new PINs, 3 not a PIN. No row of the file has a valid PIN.";
  const answer = json({ ...preview, added: 0, bad: 3, message });
  const field = await openSettings({ "/api/admin/import/csv/preview": answer });
  const dialog = await check(field);
  await within(dialog).findByText(message, { selector: ".alert-danger *" });
  expect(within(dialog).getByRole("button", { name: "Add PINs" }).getAttribute("aria-disabled")).toBe("true");
});

test("an import that adds fewer PINs than its preview counted says so, and none of them is an error", async () => {
  const field = await openSettings({
    "/api/admin/import/csv/preview": () => json(preview),
    "/api/admin/import/csv": () =>
      json({ importId: "i", message: "0 PINs added, 2 duplicates, 1 bad row.", ...counts, ...left }),
  });
  const dialog = await check(field);
  await userEvent.click(await within(dialog).findByRole("button", { name: "Add 2 PINs" }));
  await within(dialog).findByText(/2 of the 2 new PINs of the check were added by somebody else/);
  expect(dialog.querySelector(".alert-danger")?.textContent).toContain("0 PINs added");
  expect(dialog.querySelector(".alert-success")).toBeNull();
  within(dialog).getByRole("button", { name: "Download 3 refused rows of list.csv" });
});

test("the import of another admin is shown with its progress, and at least what was added once it was cut off", async () => {
  let latest: PinImportRow = { ...endedImport, state: "running", rows: 12_000, added: 11_990 };
  await openSettings({ "/api/admin/import/latest": () => json({ import: latest }) });
  await screen.findByText(/is processing\. Please stand by!/);
  const progress = screen.getByText(/Started by ann@ornament\.test at/);
  expect(progress.textContent).toContain("12,000 rows read, 11,990 PINs added so far.");
  latest = { ...latest, state: "interrupted" };
  fireEvent(window, new Event("focus"));
  await screen.findByText(/was interrupted: at least 11,990 added, 2 already imported, 1 bad rows/);
});

test("an import in the history has its admin, its batches with links, its result and its refused rows", async () => {
  const cutOff = { state: "interrupted", reason: "the server stopped" };
  const rows = [
    { ...endedImport, added: 1_234, batches: ["Gold", "A&B"], refusedRows: 3 },
    { ...endedImport, ...cutOff, importId: "j", startedBy: null },
  ];
  await openSettings({ "/api/admin/imports": pageOf(rows) });
  await screen.findByText("1,234 added");
  const table = screen.getByRole("table", { name: "History of imports" });
  const [, first = table, second] = within(table).getAllByRole("row");
  expect(first.textContent).toContain("ann@ornament.test");
  const batch = within(first).getByRole("link", { name: "A&B" });
  expect(batch.getAttribute("href")).toBe("/admin/table-pins?batch=A%26B");
  within(first).getByRole("button", { name: "Download 3 refused rows of pins.csv" });
  expect(second?.textContent).toContain("Interrupted (the server stopped): at least 0 added");
  expect(second?.textContent).toContain("System");
});
