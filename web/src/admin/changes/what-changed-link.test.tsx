/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { fireEvent, screen } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { type Answers, auditor, customerSupport, openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const empty = json({ rows: [], count: 0, page: 1, limit: 10 });
const answers: Answers = {
  "/api/admin/admins": empty,
  "/api/admin/table/pins": empty,
  "/api/admin/pin-batches": json({ rows: [] }),
  "/api/admin/table/users": empty,
  "/api/admin/controls": json({ rows: [] }),
  "/api/admin/import/latest": json({ import: null }),
};

test.each([
  ["table-admins", "admins"],
  ["table-pins", "pins"],
  ["table-users", "consumers"],
  ["controls", "settings"],
])("an Auditor gets from the page %s to the changes of %s", async (page, table) => {
  openBackOffice(`/admin/${page}`, answers, auditor);
  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  const link = await screen.findByRole("link", { name: "What changed…" });
  expect(link.getAttribute("href")).toBe(`/admin/changes/${table}`);
});

test("Customer support, who may not see what changed, has no link to it", async () => {
  openBackOffice("/admin/table-pins", answers, customerSupport);
  await screen.findByText("There are no PINs yet. An IT Admin imports them in Settings.");
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.queryByRole("link", { name: "What changed…" })).toBeNull();
});
