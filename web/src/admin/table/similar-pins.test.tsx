/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { openBackOffice } from "../testing/open-back-office.tsx";
import { newPinRow } from "../testing/pin-row.ts";

beforeEach(() => sessionStorage.clear());

const pin = { ...newPinRow, id: 2, pin: "ABCD-124" };
const line = "No PIN contains “ABCD-125”. Similar PINs:";

/** Opens a table with a search; the answer to each other search has no similar PINs. */
function openSearch(path: string, answer: object) {
  const table = { rows: [], count: 0, page: 1, limit: 10 };
  const searched = (request: Request) =>
    json(new URL(request.url).searchParams.get("query") === "ABCD-125" ? { ...table, ...answer } : table);
  openBackOffice(`${path}?query=ABCD-125`, {
    "/api/admin/table/pins": searched,
    "/api/admin/table/users": searched,
    "/api/admin/pin-batches": json({ rows: [] }),
    "/api/admin/bulk-changes": json({ rows: [] }),
  });
}

test("the Pins table says that its rows are similar PINs, and that all of them are chosen", async () => {
  openSearch("/admin/table-pins", { rows: [pin], count: 2, similar: true });
  expect((await screen.findByText(line)).getAttribute("role")).toBe("status");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Choose all 2 PINs similar to this search" }));
  expect(screen.getByText("All 2 PINs similar to this search chosen")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remove “ABCD-125”" }));
  await screen.findByText(/There are no PINs yet/);
  expect(screen.queryByText(line)).toBeNull();
});

test("the Pins table says nothing about similar PINs where the search has a result", async () => {
  openSearch("/admin/table-pins", { rows: [pin], count: 1 });
  await screen.findByText("ABCD-124");
  expect(screen.queryByText(/Similar PINs/)).toBeNull();
});

test("the Users Table says that its rows have similar PINs", async () => {
  openSearch("/admin/table-users", { similar: true });
  await screen.findByText(line);
});
