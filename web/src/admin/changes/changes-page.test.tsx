/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  changedThing,
  changesAnswer,
  changesAskedFor,
  from,
  openChanges,
  pinChanges,
  to,
} from "../testing/changes.ts";
import { openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("the times and pages of what changed", () => {
  test("an address without times shows the last hour and then has them", async () => {
    const before = Date.now();
    const page = openBackOffice("/admin/changes/pins", { [pinChanges]: changesAnswer([]) });
    await screen.findByText("Nothing changed between these times.");
    const [asked] = changesAskedFor(page);
    const span = Date.parse(asked?.to ?? "") - Date.parse(asked?.from ?? "");
    expect(span).toBe(3_600_000);
    expect(Date.parse(asked?.to ?? "")).toBeGreaterThanOrEqual(before - 1000);
    expect(Object.fromEntries(new URLSearchParams(page.router.state.location.search))).toEqual({
      from: asked?.from,
      to: asked?.to,
    });
  });

  test("a page, its size and the times are in the call and in the address", async () => {
    const rows = Array.from({ length: 10 }, (_, n) => changedThing({ subject: `pin-TREE00${n}` }));
    const page = openChanges("pins", { [pinChanges]: () => changesAnswer(rows, 60) });
    await screen.findByText("Showing 1 to 10 of 60 entries");
    await userEvent.click(screen.getByRole("button", { name: "Page 2" }));
    await waitFor(() =>
      expect(changesAskedFor(page).at(-1)).toMatchObject({ from, to, page: "2", limit: "10" }),
    );
    expect(page.router.state.location.search).toContain("page=2");
    await userEvent.selectOptions(await screen.findByLabelText("Show"), "25");
    await waitFor(() => expect(changesAskedFor(page).at(-1)).toMatchObject({ page: "1", limit: "25" }));
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-20T10:42" } });
    fireEvent.blur(screen.getByLabelText("From"));
    const typed = new Date("2026-11-20T10:42").toISOString();
    await waitFor(() => expect(changesAskedFor(page).at(-1)).toMatchObject({ from: typed, to, limit: "25" }));
    expect(new URLSearchParams(page.router.state.location.search).get("from")).toBe(typed);
  });

  test("times in the wrong order are refused without a call", async () => {
    const page = openBackOffice(`/admin/changes/pins?from=${to}&to=${from}`, {
      [pinChanges]: changesAnswer([]),
    });
    await screen.findByText("No changes are shown. The first time must be before the last.");
    await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    await screen.findByText("Nothing was exported. The first time must be before the last.");
    expect(changesAskedFor(page)).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Show the last hour" }));
    await screen.findByText("Nothing changed between these times.");
  });

  test("a page beyond the last one becomes the last one", async () => {
    const page = openBackOffice(`/admin/changes/pins?from=${from}&to=${to}&page=9`, {
      [pinChanges]: () => changesAnswer([], 12),
    });
    await waitFor(() => expect(page.router.state.location.search).toContain("page=2"));
  });

  test("an unknown table leads to the changes of the PINs", async () => {
    openBackOffice("/admin/changes/unknown");
    const link = await screen.findByRole("link", { name: "What changed in Pins" });
    expect(link.getAttribute("href")).toBe("/admin/changes/pins");
  });
});
