/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { showPart } from "../testing/open-back-office.tsx";
import { LogPage } from "./log-page.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  globalThis.ResizeObserver = class implements ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

async function openLog(...rows: LogEntryRow[]) {
  const answer = json({ rows, count: rows.length, page: 1, limit: 10 });
  showPart(<LogPage />, { "/api/admin/action-logs": answer });
  await screen.findAllByText(rows[0]?.actionType.name ?? "");
}
const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const cells = (row: number) =>
  within(screen.getAllByRole("row")[row + 1] as HTMLElement)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
const switchOn = async (...names: string[]) => {
  await userEvent.click(screen.getByRole("button", { name: /^Columns/ }));
  for (const name of names) await userEvent.click(screen.getByRole("checkbox", { name }));
  await userEvent.keyboard("{Escape}");
};
const four = ["Role", "Action", "New value", "Date"];

test("the log shows its four columns until more are chosen, and the choice is remembered", async () => {
  await openLog(logEntryRow());
  expect(headers()).toEqual(four);
  await switchOn("Position", "From → to");
  expect(headers()).toEqual([...four, "From → to", "Position"]);
  await openLog(logEntryRow());
  expect(headers()).toEqual([...four, "From → to", "Position"]);
  await switchOn("Position");
  expect(headers()).toEqual([...four, "From → to"]);
});

test("a row shows actor, subjects, the values before and after, session, event id and position", async () => {
  await openLog(
    logEntryRow({
      changes: [{ what: "Status", from: "Registered", to: "Deactivated" }],
      position: "4711",
      session: { id: "s1", browser: "Chrome on Windows", address: "203.0.113.9" },
    }),
  );
  await switchOn("Actor", "Subject", "From → to", "Session", "Event ID", "Position");
  const [role, action, value, , actor, subject, changes, session, event] = cells(0);
  expect([role, action, value]).toEqual(["IT Admin", "PIN deactivated", "TREE-001: Lost"]);
  expect([actor, subject]).toEqual(["ann@ornament.test", "TREE-001lena@example.com"]);
  expect(changes).toBe("Status: Registered →to Deactivated");
  // The event's id and position share a column.
  expect([session, event]).toEqual(["Chrome on Windows, 203.0.113.9", "e14711"]);
});

test("an entry leads to the other entries of its request", async () => {
  await openLog(
    logEntryRow({ request: "r1", others: 2 }),
    logEntryRow({ id: "e2", request: "r1", others: 2, partOf: { id: "e1", action: "Account deleted" } }),
    logEntryRow({ id: "e3", request: "r2" }),
  );
  await switchOn("Same request");
  expect([0, 1, 2].map((row) => cells(row)[4])).toEqual(["2 more entries", "Part of: Account deleted", ""]);
  const link = screen.getByRole("link", { name: /^Part of: Account deleted\. All entries of the request/ });
  expect(link.getAttribute("href")).toBe("/admin/log?request=r1");
});
