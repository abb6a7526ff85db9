/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { ChangedField, ChangedRow } from "@ornament/contracts/api/changes";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { type Answers, auditor, openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const from = "2026-11-24T12:00:00.000Z";
const to = "2026-11-25T12:00:00.000Z";
const path = "/api/admin/changes/pins";
const address = (table: string, query = "") => `/admin/changes/${table}?from=${from}&to=${to}${query}`;

const field = (change: Partial<ChangedField> = {}): ChangedField => ({
  field: "status",
  title: "PIN Status",
  before: "Registered",
  after: "Deactivated",
  isInstant: false,
  event: "e1",
  entry: logEntryRow({ request: "r1" }),
  ...change,
});
const row = (change: Partial<ChangedRow> = {}): ChangedRow => ({
  id: "9",
  kind: "changed",
  name: "TREE-001",
  fields: [field()],
  ...change,
});
const answer = (rows: ChangedRow[], count = rows.length, page = 1, limit = 10) =>
  json({ rows, count, page, limit, from, to });
const filling = (percent: number) =>
  json(
    {
      error: true,
      code: "past_tables_filling",
      message: "The tables of that time are being prepared.",
      errors: [`${percent} %`],
    },
    409,
    { "Retry-After": "1" },
  );

const open = (table: string, answers: Answers, ...rest: [query?: string, admin?: typeof auditor]) =>
  openBackOffice(address(table, rest[0]), answers, rest[1]);
const items = async () => {
  const list = await screen.findByRole("list", { name: "Changes" });
  return [...list.children] as HTMLElement[];
};
/** The only changed row. */
const only = async () => {
  const [item] = await items();
  if (!item) throw new Error("no row");
  return within(item);
};
const askedFor = ({ requests }: { requests: Request[] }) =>
  requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.includes("/changes/"))
    .map(({ searchParams }) => Object.fromEntries(searchParams));

describe("a changed row", () => {
  test("a changed PIN has its mark, a link to its page, both values, and who did it when", async () => {
    open("pins", { [path]: answer([row()]) });
    const item = await only();
    expect(item.getByText("Changed")).toBeTruthy();
    expect(item.getByRole("link", { name: "TREE-001" }).getAttribute("href")).toBe("/admin/pin/TREE-001");
    const [change] = item.getAllByRole("listitem");
    expect(change?.textContent).toContain("PIN Status: Registered →to Deactivated");
    expect(item.getByText("PIN deactivated")).toBeTruthy();
    const links = item.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toContainEqual(["ann@ornament.test", "/admin/admin-profile/3"]);
    expect(item.getByText(/^12\/01\/26 /).getAttribute("datetime")).toBe("2026-12-01T15:05:09.000Z");
    const inLog = item.getByRole("link", { name: "In the log: PIN deactivated" });
    expect(inLog.getAttribute("href")).toBe("/admin/log?request=r1");
  });

  test("an added row has only the values after, and a removed one only those before, without a link", async () => {
    const fields = [field({ before: "", after: "Not registered" })];
    const gone = [field({ before: "Registered", after: "" })];
    open("pins", {
      [path]: answer([
        row({ id: "1", kind: "added", fields }),
        row({ id: "2", kind: "removed", name: "GONE-001", fields: gone }),
      ]),
    });
    const [added, removed] = await items();
    expect(added?.textContent).toMatch(/Added.*PIN Status: Not registered/);
    expect(added?.textContent).not.toContain("→");
    expect(removed?.textContent).toMatch(/Removed.*GONE-001.*PIN Status: Registered/);
    expect(within(removed as HTMLElement).queryByRole("link", { name: "GONE-001" })).toBeNull();
  });

  test("the fields that one event set name it once", async () => {
    const fields = [field(), field({ field: "comment", title: "Commentary", before: "", after: "Lost" })];
    open("pins", { [path]: answer([row({ fields })]) });
    const item = await only();
    expect(item.getByText("Commentary:").parentElement?.textContent).toContain("empty →to Lost");
    expect(item.getAllByText("PIN deactivated")).toHaveLength(1);
  });

  test("an instant is shown as a date of the browser's time zone", async () => {
    const after = "2026-11-24T13:14:15.000Z";
    open("pins", { [path]: answer([row({ fields: [field({ before: "", after, isInstant: true })] })]) });
    expect((await only()).getByText(/^11\/24\/26 /).getAttribute("datetime")).toBe(after);
  });

  test("a change by an event that is not in the log says so", async () => {
    open("pins", { [path]: answer([row({ fields: [field({ entry: null })] })]) });
    expect((await only()).getByText("By an event that isn’t in the System action log")).toBeTruthy();
  });

  test.each([
    ["admins", row({ id: "4", name: "bob@ornament.test" }), "/admin/admin-profile/4"],
    ["consumers", row({ id: "7", name: "lena@example.com" }), "/admin/user-profile/7"],
    ["settings", row({ id: "numberDevices", name: "Device limit" }), "/admin/controls"],
    ["pinImports", row({ id: "i1", name: "pins.csv" }), "/admin/log?subject=import-i1"],
  ])("a changed row of %s leads to its page", async (table, changed, href) => {
    open(table, { [`/api/admin/changes/${table}`]: answer([changed]) });
    const link = (await only()).getByRole("link", { name: changed.name });
    expect(link.getAttribute("href")).toBe(href);
  });

  test("an Auditor gets no link to an admin account, and no action that changes something", async () => {
    const changed = row({ id: "4", name: "bob@ornament.test" });
    open("admins", { "/api/admin/changes/admins": answer([changed]) }, "", auditor);
    const item = await only();
    expect(item.queryByRole("link", { name: "bob@ornament.test" })).toBeNull();
    expect(item.queryByRole("link", { name: /^Use this value/ })).toBeNull();
  });
});

describe("the times and pages of what changed", () => {
  test("an address without times shows the last 24 hours and then has them", async () => {
    const before = Date.now();
    const page = openBackOffice("/admin/changes/pins", { [path]: answer([]) });
    await screen.findByText("Nothing changed between these times.");
    const [asked] = askedFor(page);
    const span = Date.parse(asked?.to ?? "") - Date.parse(asked?.from ?? "");
    expect(span).toBe(24 * 3_600_000);
    expect(Date.parse(asked?.to ?? "")).toBeGreaterThanOrEqual(before - 1000);
    expect(Object.fromEntries(new URLSearchParams(page.router.state.location.search))).toEqual({
      from: asked?.from,
      to: asked?.to,
    });
  });

  test("a page, its size and the times are in the call and in the address", async () => {
    const rows = Array.from({ length: 10 }, (_, n) => row({ id: `${n}`, name: `PIN ${n}` }));
    const page = open("pins", { [path]: () => answer(rows, 60) });
    await screen.findByText("Showing 1 to 10 of 60 entries");
    await userEvent.click(screen.getByRole("button", { name: "Page 2" }));
    await waitFor(() => expect(askedFor(page).at(-1)).toMatchObject({ from, to, page: "2", limit: "10" }));
    expect(page.router.state.location.search).toContain("page=2");
    await userEvent.selectOptions(screen.getByLabelText("Show"), "25");
    await waitFor(() => expect(askedFor(page).at(-1)).toMatchObject({ page: "1", limit: "25" }));
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-20T10:42" } });
    fireEvent.blur(screen.getByLabelText("From"));
    const typed = new Date("2026-11-20T10:42").toISOString();
    await waitFor(() => expect(askedFor(page).at(-1)).toMatchObject({ from: typed, to, limit: "25" }));
    expect(new URLSearchParams(page.router.state.location.search).get("from")).toBe(typed);
  });

  test("another table is shown between the same times", async () => {
    const page = open("pins", {
      [path]: answer([]),
      "/api/admin/changes/consumers": answer([row({ id: "7", name: "lena@example.com" })]),
    });
    await screen.findByText("Nothing changed between these times.");
    await userEvent.selectOptions(screen.getByLabelText("Table"), "Consumers");
    await screen.findByRole("link", { name: "lena@example.com" });
    expect(page.router.state.location).toMatchObject({
      pathname: "/admin/changes/consumers",
      search: expect.stringContaining(new URLSearchParams({ from, to }).toString()),
    });
    expect(document.title).toMatch(/^Consumers, 11\/24\/26 .* to 11\/25\/26 .* – What changed/);
  });

  test("times in the wrong order are refused without a call", async () => {
    const page = openBackOffice(`/admin/changes/pins?from=${to}&to=${from}`, { [path]: answer([]) });
    await screen.findByText("No changes are shown. The first time must be before the last.");
    await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    await screen.findByText("Nothing was exported. The first time must be before the last.");
    expect(askedFor(page)).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Show the last 24 hours" }));
    await screen.findByText("Nothing changed between these times.");
  });

  test("a page beyond the last one becomes the last one", async () => {
    const page = open("pins", { [path]: () => answer([], 12) }, "&page=9");
    await waitFor(() => expect(page.router.state.location.search).toContain("page=2"));
  });

  test("an unknown table leads to the changes of the PINs", async () => {
    openBackOffice("/admin/changes/unknown");
    const link = await screen.findByRole("link", { name: "What changed in Pins" });
    expect(link.getAttribute("href")).toBe("/admin/changes/pins");
  });
});

describe("changes that are not ready", () => {
  test("the progress of the preparation is shown without an error, then the changes", async () => {
    const percents = [20, 60];
    let next = 0;
    open("pins", {
      [path]: () => {
        const percent = percents[next++];
        return percent === undefined ? answer([row()]) : filling(percent);
      },
    });
    const progress = await screen.findByRole("progressbar", { name: "The comparison" });
    expect(progress.getAttribute("value")).toBe("20");
    expect(screen.getByText("The comparison is being prepared. Please stand by!")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    await screen.findByText(/^Nothing was exported. The changes are still being prepared/);
    await waitFor(() => expect(progress.getAttribute("value")).toBe("60"), { timeout: 5_000 });
    expect(screen.queryByRole("alert")).toBeNull();
    await screen.findByRole("link", { name: "TREE-001" });
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.getByText("1 changed row")).toBeTruthy();
  });

  test("a refusal says why the changes can't be shown, and offers to try again", async () => {
    const message = "The tables of that time can't be shown: there is no space left.";
    const refusal = json({ error: true, code: "past_tables_refused", message, errors: [] }, 507);
    let refused = true;
    open("pins", { [path]: () => (refused ? refusal.clone() : answer([row()])) });
    await screen.findByText(message);
    refused = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await only();
  });

  test("a time in the future is refused with a way to the last 24 hours", async () => {
    const message = "This time is in the future. Please choose an earlier one.";
    const refusal = json({ error: true, code: "instant_in_future", message, errors: [] }, 400);
    openBackOffice("/admin/changes/pins?from=2026-11-24T12:00:00Z&to=2999-01-01T00:00:00Z", {
      [path]: (request) => (request.url.includes("to=2999") ? refusal.clone() : answer([])),
    });
    await screen.findByText(message);
    await userEvent.click(screen.getByRole("button", { name: "Show the last 24 hours" }));
    await screen.findByText("Nothing changed between these times.");
  });

  test("a browser whose clock is ahead of the server's waits until the server has reached its time", async () => {
    let calls = 0;
    const refusal = json({ error: true, code: "instant_in_future", message: "Future", errors: [] }, 400);
    openBackOffice("/admin/changes/pins", {
      [path]: () => (++calls === 1 ? refusal.clone() : answer([])),
    });
    await screen.findByRole("progressbar");
    expect(screen.queryByText("Future")).toBeNull();
    await screen.findByText("Nothing changed between these times.");
  });
});

test("the export asks for the shown table and times in the browser's time zone", async () => {
  const saved: string[] = [];
  URL.createObjectURL = (file) => {
    saved.push((file as File).name);
    return "blob:file";
  };
  HTMLAnchorElement.prototype.click = () => undefined;
  const page = open("pins", {
    [path]: answer([row()]),
    "/api/admin/export/changes/pins": () =>
      new Response("Change\r\n", {
        headers: {
          "Content-Type": "text/csv",
          "Content-Disposition": 'attachment; filename="Pins changes.csv"',
        },
      }),
  });
  await only();
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toEqual(["Pins changes.csv"]));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(askedFor(page).at(-1)).toEqual({ from, to, timeZone });
});
