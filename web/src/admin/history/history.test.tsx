import { expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { linksOf, textsOf } from "../../app/testing/shown.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { pageOf, showPart } from "../testing/open-back-office.tsx";
import { History, HistoryFold, HistoryPanel } from "./history.tsx";

const byConsumer = { admin: null, actor: "consumer-7", role: "Customer" as const, request: "r2", others: 1 };
const accountDeleted = logEntryRow({
  ...byConsumer,
  id: "e2",
  actionType: { name: "Account deleted" },
  value: "",
  subjects: ["consumer-7"],
});
const released = logEntryRow({
  ...byConsumer,
  id: "e3",
  actionType: { name: "PIN released" },
  value: "TREE-001",
  partOf: { id: "e2", action: "Account deleted" },
  position: "2",
});

/** The history of a PIN. The log answers `rows`, and `together` for the entries of one request. */
async function openHistory(rows: LogEntryRow[], together: LogEntryRow[] = []) {
  const page = showPart(<History subject="pin-TREE001" of="TREE-001" />, {
    "/api/admin/action-logs": ({ url }) => pageOf(url.includes("request=") ? together : rows),
  });
  await screen.findByRole("list", { name: "History of TREE-001" });
  return page;
}
const entryOf = (action: string) => {
  const entry = screen.getByText(action, { selector: "strong" }).closest("li");
  if (!entry) throw new Error(`no entry ${action}`);
  return entry;
};

test("an older entry says that its origin was not recorded, and leads to its minute in the log", async () => {
  await openHistory([logEntryRow()]);
  const entry = entryOf("PIN deactivated");
  expect(within(entry).getByText("Not recorded")).toBeDefined();
  expect(within(entry).queryByRole("button", { name: /What else happened/ })).toBeNull();
  const links = linksOf(within(entry).getAllByRole("link"));
  const { searchParams } = new URL(links.at(-1)?.[1] ?? "", "https://ornament.test");
  expect(Object.fromEntries(searchParams)).toEqual({
    subject: "pin-TREE001",
    since: "2026-12-01T15:05:00.000Z",
    until: "2026-12-01T15:06:00.000Z",
  });
});

test("an entry unfolds the cause it is a part of, with the other entries of the same request", async () => {
  const { asked } = await openHistory([released], [accountDeleted, released]);
  const entry = entryOf("PIN released");
  await userEvent.click(within(entry).getByRole("button", { name: /^Part of: Account deleted/ }));
  await within(entry).findByRole("listitem");
  expect(textsOf(within(entry).getAllByRole("listitem"))).toEqual(["Account deleted"]);
  expect(asked("/api/admin/action-logs").at(-1)).toMatchObject({ request: "r2" });
});

test("a setting's history shows the values once", async () => {
  const none = { consumer: null, pin: null, admin: null };
  await openHistory([
    logEntryRow({
      actionType: { name: "Setting changed" },
      value: "Device limit changed: 5 → 6",
      changes: [{ what: "Number of devices", from: "5", to: "6" }],
      about: none,
    }),
  ]);
  const { textContent } = entryOf("Setting changed");
  expect(textContent).toContain("Number of devices: 5 →to 6");
  expect(textContent).not.toContain("Device limit changed");
});

test("the history of an account leads to everything that the account did", async () => {
  showPart(<HistoryPanel subject="admin-3" of="ann@ornament.test" isActor />);
  const link = await screen.findByRole("link", { name: "Everything done by ann@ornament.test" });
  expect(link.getAttribute("href")).toBe("/admin/log?actor=admin-3");
});

test("a history is loaded when it is unfolded, and an empty one says so", async () => {
  const page = showPart(<HistoryFold subject="setting-playerUrl" of="Player link" />, {
    "/api/admin/action-logs": pageOf([]),
  });
  const button = await screen.findByRole("button", { name: "History of Player link" });
  expect(page.paths()).not.toContain("/api/admin/action-logs");
  await userEvent.click(button);
  await screen.findByText("Nothing was recorded about it yet.");
  expect(button.getAttribute("aria-expanded")).toBe("true");
});
