/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { ConsumerLog } from "../consumer-profile/consumer-log.tsx";
import { logEntryRow } from "../testing/log-entries.ts";
import { customerSupport, showPart } from "../testing/open-back-office.tsx";
import { LogPage } from "./log-page.tsx";

beforeEach(() => sessionStorage.clear());

const lena = { id: 7, email: "lena@example.com" };
const none = { consumer: null, pin: null, admin: null };

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

  test("Customer support reads an admin's email address in the log and gets no link to the account", async () => {
    const { row } = await rowOf(
      logEntryRow({ about: { ...none, admin: { id: 4, email: "x@ornament.test", deleted: false } } }),
      customerSupport,
    );
    expect(row.textContent).toContain("ann@ornament.test");
    expect(row.textContent).toContain("x@ornament.test");
    expect(linksIn(row)).toEqual([]);
  });

  test("a consumer's own action names the consumer once, below the role", async () => {
    const { row } = await rowOf(
      logEntryRow({ role: "Customer", actor: "consumer-7", admin: null, value: "" }),
    );
    expect(linksIn(row).map(([text]) => text)).toEqual(["lena@example.com", "TREE-001"]);
  });

  test("a pause of sign-in names the account that it is about", async () => {
    const locked = { name: "Sign-in locked for a while" };
    const value = "10 failed attempts (consumer site)";
    const about = { ...none, consumer: lena };
    const { row } = await rowOf(
      logEntryRow({ role: "System", admin: null, actionType: locked, value, about }),
    );
    expect(linksIn(row)).toEqual([["lena@example.com", "/admin/user-profile/7"]]);
    expect(row.textContent).toContain(value);
  });

  test("an email address at the beginning of the new value is linked in place", async () => {
    const bob = { id: 4, email: "bob@ornament.test", deleted: false };
    const { row } = await rowOf(
      logEntryRow({ value: "bob@ornament.test, IT Admin", about: { ...none, admin: bob } }),
    );
    expect(linksIn(row)[1]).toEqual(["bob@ornament.test", "/admin/admin-profile/4"]);
    expect(row.textContent?.match(/bob@ornament.test/g)).toHaveLength(1);
  });

  test("a deleted admin is named in the log, marked as deleted and without a link", async () => {
    const bob = { id: 4, email: "bob@ornament.test", deleted: true };
    const { row } = await rowOf(
      logEntryRow({
        actionType: { name: "Admin account deleted" },
        value: "bob@ornament.test",
        admin: { id: 9, email: "eve@ornament.test", role: "ADMIN", deleted: true },
        about: { ...none, admin: bob },
      }),
    );
    expect(row.textContent).toContain("eve@ornament.test (deleted)");
    expect(row.textContent).toContain("bob@ornament.test (deleted)");
    expect(linksIn(row)).toEqual([]);
  });

  test("a longer email address that begins with the account's address is not linked", async () => {
    const about = { ...none, consumer: { id: 7, email: "lena@example.co" } };
    const { row } = await rowOf(logEntryRow({ value: "lena@example.com", about }));
    expect(linksIn(row).map(([text]) => text)).toEqual(["ann@ornament.test", "lena@example.co"]);
    expect(row.textContent).toContain("lena@example.com");
  });

  test("a row of the log without an account or a PIN has no link, nor has the row of an erased admin", async () => {
    const { row } = await rowOf(
      logEntryRow({
        actor: "admin-9",
        admin: { id: 9, email: null, role: "ADMIN", deleted: true },
        value: "pins.csv",
        about: none,
      }),
    );
    expect(linksIn(row)).toEqual([]);
    expect(
      within(row)
        .getAllByRole("button")
        .map((button) => button.getAttribute("aria-label")),
    ).toEqual(["Only entries by Admin 9"]);
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
  showPart(<ConsumerLog consumerId={7} />, { "/api/admin/action-logs/7": answer });
  const table = await screen.findByRole("table", { name: "Consumer actions log" });
  await within(table).findAllByRole("link");
  expect(linksIn(table).map(([text]) => text)).toEqual(["ann@ornament.test", "TREE-001", "TREE-001"]);
});

describe("the dates of the log", () => {
  const empty = { "/api/admin/action-logs": json({ rows: [], count: 0, page: 1, limit: 10 }) };
  const asked = (requests: Request[]) =>
    requests
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname.endsWith("/action-logs"))
      .map(({ searchParams }) => [searchParams.get("startDate"), searchParams.get("endDate")]);

  /** The button above the table. A header has the same name. */
  const dates = () => screen.getAllByRole("button", { name: "Date" })[0] as HTMLElement;

  test("dates of the log are sent with the call, and named as a filter", async () => {
    const { requests } = showPart(<LogPage />, empty);
    await userEvent.click(dates());
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "12/01/2026" } });
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "12/07/2026" } });
    await screen.findByText("Date 12/01/2026 to 12/07/2026");
    await screen.findByText("Nothing here matches your search.");
    expect(asked(requests).at(-1)).toEqual(["12/01/2026", "12/07/2026"]);
  });

  test("impossible dates of the log are neither sent nor exported", async () => {
    const { requests } = showPart(<LogPage />, empty);
    await userEvent.click(dates());
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "12/07/2026" } });
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "12/01/2026" } });
    await screen.findByRole("alert");
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    await screen.findByText(/^Nothing was exported/);
    expect(asked(requests)).not.toContainEqual(["12/07/2026", "12/01/2026"]);
    expect(requests.some(({ url }) => url.includes("/export/"))).toBe(false);
  });
});
