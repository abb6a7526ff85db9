/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { changedField, changedRow, changesAnswer, openChanges, pinChanges } from "../testing/changes.ts";
import { auditor } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

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
describe("a changed row", () => {
  test("a changed PIN has its mark, a link to its page, both values, and who did it when", async () => {
    openChanges("pins", { [pinChanges]: changesAnswer([changedRow()]) });
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
    const fields = [changedField({ before: "", after: "Not registered" })];
    const gone = [changedField({ before: "Registered", after: "" })];
    openChanges("pins", {
      [pinChanges]: changesAnswer([
        changedRow({ id: "1", kind: "added", fields }),
        changedRow({ id: "2", kind: "removed", name: "GONE-001", fields: gone }),
      ]),
    });
    const [added, removed] = await items();
    expect(added?.textContent).toMatch(/Added.*PIN Status: Not registered/);
    expect(added?.textContent).not.toContain("→");
    expect(removed?.textContent).toMatch(/Removed.*GONE-001.*PIN Status: Registered/);
    expect(within(removed as HTMLElement).queryByRole("link", { name: "GONE-001" })).toBeNull();
  });

  test("the fields that one event set name it once", async () => {
    const fields = [
      changedField(),
      changedField({ field: "comment", title: "Commentary", before: "", after: "Lost" }),
    ];
    openChanges("pins", { [pinChanges]: changesAnswer([changedRow({ fields })]) });
    const item = await only();
    expect(item.getByText("Commentary:").parentElement?.textContent).toContain("empty →to Lost");
    expect(item.getAllByText("PIN deactivated")).toHaveLength(1);
  });

  test("an instant is shown as a date of the browser's time zone", async () => {
    const after = "2026-11-24T13:14:15.000Z";
    openChanges("pins", {
      [pinChanges]: changesAnswer([
        changedRow({ fields: [changedField({ before: "", after, isInstant: true })] }),
      ]),
    });
    expect((await only()).getByText(/^11\/24\/26 /).getAttribute("datetime")).toBe(after);
  });

  test("a change by an event that is not in the log says so", async () => {
    openChanges("pins", {
      [pinChanges]: changesAnswer([changedRow({ fields: [changedField({ entry: null })] })]),
    });
    expect((await only()).getByText("By an event that isn’t in the System action log")).toBeTruthy();
  });

  test.each([
    ["admins", changedRow({ id: "4", name: "bob@ornament.test" }), "/admin/admin-profile/4"],
    ["consumers", changedRow({ id: "7", name: "lena@example.com" }), "/admin/user-profile/7"],
    ["settings", changedRow({ id: "numberDevices", name: "Device limit" }), "/admin/controls"],
    ["pinImports", changedRow({ id: "i1", name: "pins.csv" }), "/admin/log?subject=import-i1"],
  ])("a changed row of %s leads to its page", async (table, changed, href) => {
    openChanges(table, { [`/api/admin/changes/${table}`]: changesAnswer([changed]) });
    const link = (await only()).getByRole("link", { name: changed.name });
    expect(link.getAttribute("href")).toBe(href);
  });

  test("an Auditor gets no link to an admin account, and no action that changes something", async () => {
    const changed = changedRow({ id: "4", name: "bob@ornament.test" });
    openChanges("admins", { "/api/admin/changes/admins": changesAnswer([changed]) }, auditor);
    const item = await only();
    expect(item.queryByRole("link", { name: "bob@ornament.test" })).toBeNull();
    expect(item.queryByRole("link", { name: /^Use this value/ })).toBeNull();
  });
});
