import { expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { linksOf, textsOf } from "../../app/testing/shown.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { pageOf, showPart } from "../testing/open-back-office.tsx";
import { LogPage, LogPanel } from "./log-page.tsx";

const path = "/api/admin/action-logs";
async function openLog(...rows: LogEntryRow[]) {
  showPart(<LogPage />, { [path]: pageOf(rows) });
  await screen.findAllByText(rows[0]?.actionType.name ?? "");
}
const rowAt = (index: number) => screen.getAllByRole("row")[index + 1] as HTMLElement;
const linksIn = (row: HTMLElement) => linksOf(within(row).queryAllByRole("link"));

test("the log counts the events of other programs above the rows, with a link to them", async () => {
  showPart(<LogPage />, { [path]: pageOf([logEntryRow()], { forged: 3 }) });
  const link = await screen.findByRole("link", { name: "Show them in the log" });
  expect(link.getAttribute("href")).toBe("/admin/log?group=other");
  expect(link.closest("[role=status]")?.textContent).toContain("3 events were written into the event store");
});

test("a row of the log links to the actor, the PIN and the consumer's profile, and has buttons that copy their names", async () => {
  await openLog(logEntryRow());
  const row = rowAt(0);
  expect(linksIn(row)).toEqual([
    ["ann@ornament.test", "/admin/admin-profile/3"],
    ["TREE-001", "/admin/pin/TREE-001"],
    ["lena@example.com", "/admin/user-profile/7"],
  ]);
  expect(row.textContent).toContain("IT Adminann@ornament.test");
  expect(row.textContent).toContain("TREE-001: Lost");
  const buttons = within(row).getAllByRole("button");
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Copy ann@ornament.test",
    "Only entries by ann@ornament.test",
    "Copy TREE-001",
    "Copy lena@example.com",
  ]);
});

test("a consumer's log doesn't repeat the consumer's email address", async () => {
  const own = logEntryRow({ id: "e2", role: "Customer", actor: "consumer-7", admin: null });
  showPart(<LogPanel name="user-log-7" caption="Consumer actions log" consumerId={7} />, {
    [`${path}/7`]: pageOf([logEntryRow(), own]),
  });
  const table = await screen.findByRole("table", { name: "Consumer actions log" });
  await within(table).findAllByRole("link");
  expect(linksIn(table).map(([text]) => text)).toEqual(["ann@ornament.test", "TREE-001", "TREE-001"]);
});

const cells = (row: number) => textsOf(within(rowAt(row)).getAllByRole("cell"));
const switchOn = async (...names: string[]) => {
  await userEvent.click(screen.getByRole("button", { name: /^Columns/ }));
  for (const name of names) await userEvent.click(screen.getByRole("checkbox", { name }));
};

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

const headers = () => textsOf(screen.getAllByRole("columnheader"));
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

test("the log reads its rows again when the window gets the focus", async () => {
  let calls = 0;
  const about = { consumer: null, pin: null, admin: null };
  showPart(<LogPage />, { [path]: () => pageOf([logEntryRow({ value: `call ${++calls}`, about })]) });
  await screen.findByText("call 1");
  fireEvent(window, new Event("focus"));
  await screen.findByText("call 2");
});
