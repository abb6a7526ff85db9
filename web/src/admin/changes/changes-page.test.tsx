import { expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { changedThing, from, openChanges, pinChanges, to } from "../testing/changes.ts";
import { openBackOffice, pageOf } from "../testing/open-back-office.tsx";

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
  const { asked, router } = openChanges("pins", { [pinChanges]: () => pageOf(rows, { count: 60 }) });
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
  const { asked, router } = openChanges("pins", { [pinChanges]: pageOf([]) });
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
  const page = openBackOffice(`/admin/changes/pins?from=${from}&to=${to}&page=9`, {
    [pinChanges]: () => pageOf([], { count: 12 }),
  });
  await waitFor(() => expect(page.router.state.location.search).toContain("page=2"));
});

test("an unknown table leads to the changes of the PINs", async () => {
  const { router } = openBackOffice("/admin/changes/unknown", { [pinChanges]: pageOf([]) });
  await screen.findByText("Nothing changed between these times.");
  expect(router.state.location.pathname).toBe("/admin/changes/pins");
});
