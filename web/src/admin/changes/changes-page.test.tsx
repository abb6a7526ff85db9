import { expect, test } from "@jest/globals";
import type { ChangedThing } from "@ornament/contracts/changes/api";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Answers } from "../../app/testing/fake-server.ts";
import { linksOf } from "../../app/testing/shown.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { openBackOffice, pageOf } from "../testing/open-back-office.tsx";
import { endedImport } from "../testing/screens.ts";
import { lastHours, problemOf, readChangesAddress, writeChangesAddress } from "./changes-address.ts";

const now = new Date("2026-12-01T15:04:05.000Z");
const day = { from: "2026-11-30T15:04:05.000Z", to: "2026-12-01T15:04:05.000Z" };
const read = (address: string) => readChangesAddress(new URLSearchParams(address), now);

test.each(["", "from=2026-11-30T15:04:05Z", "from=yesterday&to=now"])(
  "the address ?%s without two times shows the last hour",
  (address) => expect(read(address)).toEqual({ ...lastHours(1, now), query: "", page: 1, limit: 10 }),
);

test("an address is read as it was written", () => {
  const address = { ...day, query: "winter & co", page: 3, limit: 50 };
  expect(read(writeChangesAddress(address))).toEqual(address);
});

test("an address leaves out a blank search, the first page and the usual page size", () =>
  expect([
    ...new URLSearchParams(writeChangesAddress({ ...day, query: "", page: 1, limit: 10 })).keys(),
  ]).toEqual(["from", "to"]));

test.each(["page=0", "page=x", "limit=7"])("an address with %s shows the first page of 10 rows", (part) =>
  expect(read(`${part}&${new URLSearchParams(day)}`)).toEqual({ ...day, query: "", page: 1, limit: 10 }),
);

test("a time that is being typed stays empty, and nothing is asked for", () => {
  const typing = read(`from=&to=${day.to}`);
  expect(typing).toMatchObject({ from: "", to: day.to });
  expect(problemOf(typing)).toBe("Please choose both times.");
});

test("times in the wrong order, and the same time twice, have a problem", () => {
  expect(problemOf(day)).toBeUndefined();
  expect(problemOf({ from: day.to, to: day.from })).toMatch(/must be before/);
  expect(problemOf({ from: day.to, to: day.to })).toMatch(/must be before/);
});

test("the last hours end now", () =>
  expect(lastHours(1, now)).toEqual({ from: "2026-12-01T14:04:05.000Z", to: day.to }));

const from = "2026-11-24T12:00:00.000Z";
const to = "2026-11-25T12:00:00.000Z";
const pinChanges = "/api/admin/changes/pins";

/** A PIN that the event of `logEntryRow` deactivated. */
const changedThing = (change: Partial<ChangedThing> = {}): ChangedThing => ({
  subject: "pin-TREE001",
  kind: "changed",
  entries: [logEntryRow({ request: "r1", changes: [{ what: "Status", from: "On", to: "Deactivated" }] })],
  more: 0,
  ...change,
});

/** Opens what changed of the PINs between `from` and `to`. */
const openChanges = (answer: Answers[string], more = "", answers: Answers = {}) =>
  openBackOffice(`/admin/changes/pins?from=${from}&to=${to}${more}`, { [pinChanges]: answer, ...answers });

test("an address without times shows the last hour and then has them", async () => {
  const before = Date.now();
  const { asked: askedFor, router } = openBackOffice("/admin/changes/pins", { [pinChanges]: pageOf([]) });
  await screen.findByText("Nothing changed between these times.");
  const [asked] = askedFor(pinChanges);
  const span = Date.parse(asked?.to ?? "") - Date.parse(asked?.from ?? "");
  expect(span).toBe(3_600_000);
  expect(Date.parse(asked?.to ?? "")).toBeGreaterThanOrEqual(before - 1000);
  const shown = Object.fromEntries(new URLSearchParams(router.state.location.search));
  expect(shown).toEqual({ from: asked?.from, to: asked?.to });
});

test("a page, its size and the times are in the call and in the address", async () => {
  const rows = Array.from({ length: 10 }, (_, n) => changedThing({ subject: `pin-TREE00${n}` }));
  const { asked, router } = openChanges(() => pageOf(rows, { count: 60 }));
  await screen.findByText("Showing 1 to 10 of 60 entries");
  await userEvent.click(screen.getByRole("button", { name: "Page 2" }));
  const isAsked = (query: object) => waitFor(() => expect(asked(pinChanges).at(-1)).toMatchObject(query));
  await isAsked({ from, to, page: "2", limit: "10" });
  expect(router.state.location.search).toContain("page=2");
  await userEvent.selectOptions(await screen.findByLabelText("Show"), "25");
  await isAsked({ page: "1", limit: "25" });
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-20T10:42" } });
  fireEvent.blur(screen.getByLabelText("From"));
  const typed = new Date("2026-11-20T10:42").toISOString();
  await isAsked({ from: typed, to, limit: "25" });
  expect(new URLSearchParams(router.state.location.search).get("from")).toBe(typed);
});

test("a search is in the call, the address and the message of an empty answer, which clears it", async () => {
  const { asked, router } = openChanges(pageOf([]));
  await userEvent.type(await screen.findByRole("searchbox", { name: "Search" }), "winter{Enter}");
  await screen.findByText("No change between these times has “winter”.");
  expect(asked(pinChanges).at(-1)).toMatchObject({ from, to, query: "winter" });
  expect(router.state.location.search).toContain("query=winter");
  await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
  await screen.findByText("Nothing changed between these times.");
  expect(router.state.location.search).not.toContain("query");
});

test("times in the wrong order are refused without a call", async () => {
  const address = `/admin/changes/pins?from=${to}&to=${from}`;
  const { paths } = openBackOffice(address, { [pinChanges]: pageOf([]) });
  await screen.findByText("No changes are shown. The first time must be before the last.");
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await screen.findByText("Nothing was exported. The first time must be before the last.");
  expect(paths().filter((path) => path.includes("/changes/"))).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Show the last hour" }));
  await screen.findByText("Nothing changed between these times.");
});

test("a page beyond the last one becomes the last one", async () => {
  const { address } = openChanges(pageOf([], { count: 12 }), "&page=9");
  await waitFor(() => expect(address()).toContain("page=2"));
});

test("an unknown table leads to the changes of the PINs", async () => {
  const { router } = openBackOffice("/admin/changes/unknown", { [pinChanges]: pageOf([]) });
  await screen.findByText("Nothing changed between these times.");
  expect(router.state.location.pathname).toBe("/admin/changes/pins");
});

const first = async () => {
  const list = await screen.findByRole("list", { name: "Changes" });
  return within(list.children[0] as HTMLElement);
};
const nobody = { consumer: null, pin: null, admin: null };

test("a changed PIN has its mark, a link to its page, both values, and who did it when", async () => {
  openChanges(pageOf([changedThing()]));
  const item = await first();
  expect(item.getByText("Changed")).toBeTruthy();
  expect(item.getByRole("link", { name: "TREE-001" }).getAttribute("href")).toBe("/admin/pin/TREE-001");
  expect(item.getByText("Status:").parentElement?.textContent).toBe("Status: On →to Deactivated");
  expect(item.getByText("PIN deactivated")).toBeTruthy();
  expect(linksOf(item.getAllByRole("link"))).toContainEqual(["ann@ornament.test", "/admin/admin-profile/3"]);
  expect(item.getByText(/^\d\d\/\d\d\/26 /).getAttribute("datetime")).toBe("2026-12-01T15:05:09.000Z");
  const inLog = item.getByRole("link", { name: "In the log: PIN deactivated" });
  expect(inLog.getAttribute("href")).toBe("/admin/log?request=r1");
});

test("an import is its one entry, without a mark, and unfolds its batches, result and left-out rows", async () => {
  const entry = logEntryRow({
    about: nobody,
    subjects: ["import-i1"],
    actionType: { name: "PINs imported" },
    value: "pins.csv: 3000 PINs added, 0 duplicates, 2 bad rows",
  });
  const imported = changedThing({ subject: "import-i1", kind: "act", entries: [entry] });
  const row = { ...endedImport, importId: "i1", added: 3_000, batches: ["Winter"], refusedRows: 2 };
  const imports = { "/api/admin/imports": pageOf([row]) };
  const { asked } = openChanges(pageOf([imported, changedThing()]), "", imports);
  const item = await first();
  expect(item.getByText("Import of 3,000 PINs")).toBeTruthy();
  expect(item.getByText("pins.csv: 3000 PINs added, 0 duplicates, 2 bad rows")).toBeTruthy();
  expect(item.queryByText("Changed")).toBeNull();
  await userEvent.click(item.getByRole("button", { name: /^Details of: pins\.csv/ }));
  await item.findByText("3,000 added");
  expect(asked("/api/admin/imports")).toEqual([{ page: "1", limit: "10", id: "i1" }]);
  expect(linksOf(item.getAllByRole("link"))).toContainEqual(["Winter", "/admin/table-pins?batch=Winter"]);
  expect(item.getByRole("button", { name: "Download 2 refused rows of pins.csv" })).toBeTruthy();
});

test("a thing with more changes than are shown leads to the others in the log", async () => {
  openChanges(pageOf([changedThing({ more: 1_200 })]));
  const link = (await first()).getByRole("link", { name: "And 1,200 earlier, in the log" });
  expect(link.getAttribute("href")).toBe("/admin/log?subject=pin-TREE001");
});
