/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { screen, within } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { type customerSupport, showPart } from "../testing/open-back-office.tsx";
import { LogPage, LogPanel } from "./log-page.tsx";

beforeEach(() => sessionStorage.clear());

/** The only row of the log. */
async function rowOf(shown: LogEntryRow, admin?: typeof customerSupport) {
  const answer = json({ rows: [shown], count: 1, page: 1, limit: 10 });
  const page = showPart(<LogPage />, { "/api/admin/action-logs": answer }, admin);
  const cell = await screen.findByText(shown.actionType.name);
  const row = cell.closest("tr");
  if (!row) throw new Error("no row");
  return { ...page, row };
}
const linksIn = (row: HTMLElement) =>
  within(row)
    .queryAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

test("the log counts the events of other programs above the rows, with a link to them", async () => {
  const answer = json({ rows: [logEntryRow({})], count: 1, page: 1, limit: 10, forged: 3 });
  showPart(<LogPage />, { "/api/admin/action-logs": answer });
  const link = await screen.findByRole("link", { name: "Show them in the log" });
  expect(link.getAttribute("href")).toBe("/admin/log?group=other");
  expect(link.closest("[role=status]")?.textContent).toContain("3 events were written into the event store");
});

describe("a row of the log", () => {
  test("a row of the log links to the admin who acted, the PIN and the consumer's profile", async () => {
    const { row } = await rowOf(logEntryRow({}));
    expect(linksIn(row)).toEqual([
      ["ann@ornament.test", "/admin/admin-profile/3"],
      ["TREE-001", "/admin/pin/TREE-001"],
      ["lena@example.com", "/admin/user-profile/7"],
    ]);
    expect(row.textContent).toContain("IT Adminann@ornament.test");
    expect(row.textContent).toContain("TREE-001: Lost");
  });

  test("a row of the log has buttons that copy its names, and one that shows only its actor", async () => {
    const { row } = await rowOf(logEntryRow({}));
    const names = within(row)
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label"));
    expect(names).toEqual([
      "Copy ann@ornament.test",
      "Only entries by ann@ornament.test",
      "Copy TREE-001",
      "Copy lena@example.com",
    ]);
  });
});

test("a consumer's log doesn't repeat the consumer's email address", async () => {
  const answer = json({
    rows: [logEntryRow({}), logEntryRow({ id: "e2", role: "Customer", actor: "consumer-7", admin: null })],
    count: 2,
    page: 1,
    limit: 10,
  });
  showPart(<LogPanel name="user-log-7" caption="Consumer actions log" consumerId={7} />, {
    "/api/admin/action-logs/7": answer,
  });
  const table = await screen.findByRole("table", { name: "Consumer actions log" });
  await within(table).findAllByRole("link");
  expect(linksIn(table).map(([text]) => text)).toEqual(["ann@ornament.test", "TREE-001", "TREE-001"]);
});
