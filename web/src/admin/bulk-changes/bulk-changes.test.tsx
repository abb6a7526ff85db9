import { expect, test } from "@jest/globals";
import type { BulkChangeProfile, BulkChangeRow } from "@ornament/contracts/bulk-changes/api";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { History } from "../history/history.tsx";
import { logEntryRow } from "../testing/log-entries.ts";
import { auditor, openBackOffice, pageOf, showPart } from "../testing/open-back-office.tsx";
import { newPinRow } from "../testing/pin-row.ts";

const pinRow = (id: number) => ({ ...newPinRow, id, pin: `WINT-00${id}` });
const bulkChange = (change: Partial<BulkChangeRow> = {}): BulkChangeRow => ({
  id: "0a8dd6b1-7d0e-5a52-9f3e-1d6a3f6e2b11",
  change: "deactivate",
  comment: "stolen",
  batch: "winter",
  state: "completed",
  total: 10_000,
  done: 10_000,
  changed: 9_812,
  already: 188,
  refused: 0,
  startedAt: "2026-11-27T12:00:00.000Z",
  updatedAt: "2026-11-27T12:00:09.000Z",
  admin: { id: 1, email: "ann@ornament.test" },
  undoes: null,
  undoneBy: null,
  ...change,
});
const { id } = bulkChange();
const path = `/api/admin/bulk-changes/${id}`;
const profile: BulkChangeProfile = {
  ...bulkChange(),
  leftAlone: [{ id: 9, pin: "WINT-009", reason: "already" }],
  undoable: 9_800,
};

/** The back office with three PINs of 10,000. */
function openPins(bulkChanges: BulkChangeRow[] = [], more: Answers = {}, admin?: typeof auditor) {
  const answers: Answers = {
    "/api/admin/table/pins": pageOf([1, 2, 3].map(pinRow), { count: 10_000 }),
    "/api/admin/pin-batches": json({ rows: [{ batchName: "winter", pins: 10_000 }] }),
    "/api/admin/bulk-changes": json({ rows: bulkChanges }),
    [path]: json(profile),
    [`${path}/stop`]: json({ id, message: "" }),
    [`${path}/undo`]: json({ id, message: "" }),
    ...more,
  };
  return { ...openBackOffice("/admin/table-pins?batch=winter", answers, admin), user: userEvent.setup() };
}

const choose = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });

test("chosen rows are counted, and the header chooses the rows of the page", async () => {
  const { user } = openPins();
  await user.click(await choose("Choose WINT-002"));
  const bar = within(screen.getByRole("region", { name: "Chosen PINs" }));
  expect(bar.getByRole("status").textContent).toBe("1 PIN chosen");
  const page = await choose("Choose all on this page");
  expect([page.checked, page.indeterminate]).toEqual([false, true]);
  await user.click(page);
  expect(bar.getByRole("status").textContent).toBe("3 PINs chosen");
  await user.click(await choose("Choose all on this page"));
  expect(bar.getByRole("status").textContent).toBe("No PINs chosen");
  await user.click(await choose("Choose WINT-003"));
  await user.click(bar.getByRole("button", { name: "Choose none" }));
  expect(bar.getByRole("status").textContent).toBe("No PINs chosen");
  expect(bar.queryByRole("button", { name: /…$/ })).toBeNull();
});

test("a list of too many PINs says so in the dialog, and nothing can be confirmed", async () => {
  const tooMany = refusal(409, "too_many_pins", "At most 100,000 PINs.");
  const { user } = openPins([], { "/api/admin/pins-to-change": tooMany });
  await user.click(await choose("Choose WINT-001"));
  await user.click(screen.getByRole("button", { name: "Deactivate…" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/At most 100,000 PINs/);
  await user.type(dialog.getByRole("textbox", { name: "Comment" }), "stolen");
  expect(dialog.getByRole("button", { name: "Deactivate" }).getAttribute("aria-disabled")).toBe("true");
});

test("a running bulk change shows its progress to everyone, and is stopped by a button", async () => {
  const running = bulkChange({ state: "running", done: 4_000, changed: 3_990, already: 10 });
  const { user, paths } = openPins([running]);
  const panel = within(await screen.findByRole("region", { name: "Bulk changes now" }));
  const bar = panel.getByRole<HTMLProgressElement>("progressbar", {
    name: "Deactivation of 10,000 PINs of winter",
  });
  expect([bar.value, bar.max]).toEqual([4_000, 10_000]);
  panel.getByText(/3,990 deactivated, 10 were deactivated before/);
  await user.click(panel.getByRole("button", { name: /^Stop: / }));
  await waitFor(() => expect(paths()).toContain(`${path}/stop`));
});

test("an Auditor sees bulk changes, and can neither choose PINs nor stop or undo anything", async () => {
  openPins([bulkChange({ state: "running", done: 1, changed: 1, already: 0 })], {}, auditor);
  const panel = within(await screen.findByRole("region", { name: "Bulk changes now" }));
  expect(panel.queryByRole("button", { name: /^Stop: |left alone/ })).toBeNull();
  await screen.findByText("WINT-001");
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("region", { name: "Chosen PINs" })).toBeNull();
});

test("an ended bulk change has its counts, the PINs that it left alone, and an undo with a preview", async () => {
  const { user, sent } = openPins([bulkChange()]);
  await user.click(await screen.findByRole("button", { name: "Earlier bulk changes" }));
  screen.getByText(/9,812 deactivated, 188 were deactivated before/);
  await user.click(screen.getByRole("button", { name: /^PINs left alone \(188\)/ }));
  const left = await screen.findByRole("list", { name: "PINs left alone" });
  expect(left.textContent).toBe("WINT-009: had this status before");
  await user.click(screen.getByRole("button", { name: "Undo: Deactivation of 10,000 PINs of winter" }));
  const name = "Undo the deactivation of 10,000 PINs of winter?";
  const dialog = within(await screen.findByRole("dialog", { name }));
  await dialog.findByText("9,800 PINs will be activated.");
  dialog.getByText(/12 of the 9,812 PINs were changed since and stay as they are/);
  await user.type(dialog.getByRole("textbox", { name: "Comment" }), "found");
  await user.click(dialog.getByRole("button", { name: "Change 9,800 PINs back" }));
  await waitFor(async () => expect(await sent(`${path}/undo`)).toEqual([{ comment: "found" }]));
});

test("the history of one PIN says with how many others it was changed, and leads to them", async () => {
  showPart(<History subject="pin-TREE001" of="TREE-001" />, {
    "/api/admin/action-logs": pageOf([logEntryRow({ bulkChange: id, others: 9_811, request: "r1" })]),
  });
  const link = await screen.findByRole("link", { name: "With 9,811 other PINs" });
  expect(link.getAttribute("href")).toContain(`subject=bulkChange-${id}`);
});
