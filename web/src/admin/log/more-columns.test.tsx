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
  const [role, action, value, , actor, subject, changes, session, id, position] = cells(0);
  expect([role, action, value]).toEqual(["IT Admin", "PIN deactivated", "TREE-001: Lost"]);
  expect([actor, subject]).toEqual(["ann@ornament.test", "TREE-001lena@example.com"]);
  expect(changes).toBe("Status: Registered →to Deactivated");
  expect([session, id, position]).toEqual(["Chrome on Windows, 203.0.113.9", "e1", "4711"]);
});

test("an entry without a recorded session says so, and the system has none", async () => {
  const system = { id: "e2", admin: null, role: "System", about: { consumer: null, pin: null, admin: null } };
  await openLog(logEntryRow(), logEntryRow(system));
  await switchOn("Session");
  expect([cells(0)[4], cells(1)[4]]).toEqual(["Not recorded", ""]);
});

test("an admin whose account was deleted stays an actor whose entries can be shown", async () => {
  await openLog(logEntryRow({ admin: { id: 9, email: null, role: "ADMIN", deleted: true } }));
  await switchOn("Actor");
  expect(cells(0)[4]).toContain("A deleted account");
  expect(screen.getByRole("button", { name: "Only entries by this deleted account" })).toBeDefined();
});

test("an event that another program wrote is marked, and the mark says what that means", async () => {
  await openLog(logEntryRow({ forged: true }));
  const mark = screen.getByRole("button", { name: "Not written by this product" });
  expect(mark.getAttribute("aria-description")).toMatch(/another program wrote it into the event store/);
});
