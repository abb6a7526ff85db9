import { expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { json, refusal } from "../../app/testing/fake-server.ts";
import { textsOf } from "../../app/testing/shown.ts";
import { consumerProfile } from "../testing/consumer-profile.ts";
import { openBackOffice, pageOf } from "../testing/open-back-office.tsx";
import { ownedPin } from "../testing/pin-row.ts";

const listPath = "/api/admin/table/users";
const exportPath = "/api/admin/export/users";

async function openUsers(search: string, list = pageOf([])) {
  const answers = { [listPath]: list, [exportPath]: json({}, 500) };
  const office = openBackOffice(`/admin/table-users${search}`, answers);
  await screen.findByRole("heading", { name: "Users Table" });
  return { ...office, address: () => office.router.state.location.search };
}

const from = () => screen.getByLabelText<HTMLInputElement>("From");
const to = () => screen.getByLabelText<HTMLInputElement>("To");
const wholeDay = /^\d{2}\/\d{2}\/\d{4}$/;
const leave = (field: HTMLElement) => {
  act(() => field.focus());
  act(() => field.blur());
  // A field's blur is handled after the press that moved the focus away.
  fireEvent.mouseUp(document);
};
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const openDates = () => fireEvent.click(button("Account created"));
const exportAll = () => {
  fireEvent.click(button("More"));
  fireEvent.click(button("Export CSV"));
};

test("a filter is sent with the call and the export, is named in a line, and is cleared with the search", async () => {
  const { asked, address } = await openUsers("?query=ann");
  fireEvent.change(screen.getByLabelText("Filter"), { target: { value: "unconfirmed" } });
  await waitFor(() => expect(asked(listPath).at(-1)).toMatchObject({ filter: "unconfirmed", query: "ann" }));
  expect(address()).toBe("?query=ann&filter=unconfirmed");
  const reasons = within(screen.getByRole("list", { name: "Search and filters" })).getAllByRole("listitem");
  expect(textsOf(reasons)).toEqual(["“ann”", "Unconfirmed"]);
  exportAll();
  await waitFor(() => expect(asked(exportPath)).toMatchObject([{ filter: "unconfirmed" }]));
  fireEvent.click(await screen.findByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(address()).toBe(""));
  await waitFor(() => expect(screen.queryByText(/Only:/)).toBeNull());
});

test("a preset filters by its days and is marked, and a second press shows all rows", async () => {
  const { asked, address } = await openUsers("");
  openDates();
  fireEvent.click(button("Today"));
  await waitFor(() => expect(from().value).toMatch(wholeDay));
  const today = from().value;
  expect(to().value).toBe(today);
  await waitFor(() => expect(asked(listPath).at(-1)).toMatchObject({ startDate: today, endDate: today }));
  expect(button("Today").getAttribute("aria-pressed")).toBe("true");
  expect(button("7 days").getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(button("Today"));
  await waitFor(() => expect(address()).toBe(""));
  await waitFor(() => expect(asked(listPath).at(-1)).not.toHaveProperty("startDate"));
});

test.each(["?startDate=12/02/2026&endDate=12/01/2026", "?startDate=02/30/2026", "?endDate=yesterday"])(
  "a URL with the impossible dates %s shows no rows, calls for none and exports nothing",
  async (search) => {
    const { asked, address } = await openUsers(search);
    await screen.findByText(/^No rows are shown\./);
    expect(screen.queryByRole("table")).toBeNull();
    exportAll();
    await screen.findByText(/^Nothing was exported\./);
    expect(asked(listPath)).toEqual([]);
    expect(asked(exportPath)).toEqual([]);
    expect(screen.getAllByRole("button", { name: /^Remove Account created/ })).toHaveLength(1);
    fireEvent.click(button("Clear all"));
    await waitFor(() => expect(asked(listPath)).toHaveLength(1));
    expect(address()).toBe("");
  },
);

test("impossible dates are removed without the search, which then takes the focus", async () => {
  const { address } = await openUsers("?query=ann&startDate=yesterday&endDate=today");
  fireEvent.click(await screen.findByRole("button", { name: /^Remove Account created/ }));
  await waitFor(() => expect(address()).toBe("?query=ann"));
  expect(document.activeElement).toBe(screen.getByLabelText("Search"));
});

test("an unfinished date shows a message and no rows when the field is left", async () => {
  await openUsers("");
  fireEvent.change(from(), { target: { value: "11/2" } });
  expect(screen.queryByText("Invalid date (MM/DD/YYYY)")).toBeNull();
  leave(from());
  await screen.findByText("Invalid date (MM/DD/YYYY)");
  await screen.findByText(/^No rows are shown\./);
});

test("a preset that is pressed right after an unfinished date wins over it", async () => {
  const { address } = await openUsers("");
  openDates();
  fireEvent.change(from(), { target: { value: "11/2" } });
  act(() => from().focus());
  act(() => from().blur());
  fireEvent.click(button("Today"));
  fireEvent.mouseUp(document);
  await waitFor(() => expect(from().value).toMatch(wholeDay));
  const today = from().value;
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(from().value).toBe(today);
  expect(new URLSearchParams(address()).get("startDate")).toBe(today);
});

test("a refused list offers to clear the search, not to try again", async () => {
  await openUsers("?query=x", refusal(400, "invalid", "Not a search"));
  await screen.findByText("Not a search");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(button("Clear all")).toBeTruthy();
});

test("the PINs of one consumer stand under one email, which leads to the profile", async () => {
  const row = (id: number, pin: string) => {
    const email = `parent.${id}@example.com`;
    return { ...consumerProfile, rowId: `${id}-${pin}`, id, email, pin: { ...ownedPin, pin } };
  };
  await openUsers("", pageOf([row(1, "AAAA-001"), row(1, "AAAA-002"), row(2, "AAAA-003")]));
  await screen.findByText("AAAA-003");
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map(({ className }) => className)).toEqual(["", "o-continued", ""]);
  const link = within(rows[0] as HTMLElement).getByRole("link", { name: /^parent/ });
  expect(link.getAttribute("href")).toBe("/admin/user-profile/1");
});

test("a search for one whole email is the title of the tab", async () => {
  await openUsers("?query=Ann@Example.com");
  await waitFor(() => expect(document.title).toContain("ann@example.com – Users Table"));
});

test("the filter and the dates are cleared with one press each, which moves the focus to where they were chosen", async () => {
  const { address } = await openUsers("?filter=unconfirmed&startDate=12/01/2026&endDate=12/07/2026");
  fireEvent.click(button("Clear filter"));
  await waitFor(() => expect(address()).not.toContain("filter"));
  expect(document.activeElement).toBe(screen.getByLabelText("Filter"));
  expect(button("12/01/2026 to 12/07/2026").getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button("Clear dates"));
  await waitFor(() => expect(address()).toBe(""));
  expect(document.activeElement).toBe(button("Account created"));
  expect(screen.queryByRole("button", { name: "Clear dates" })).toBeNull();
});
