import { expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json } from "../../app/testing/fake-server.ts";
import { textsOf } from "../../app/testing/shown.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { customerSupport, openBackOffice, pageOf } from "../testing/open-back-office.tsx";

const ann = { id: 3, email: "ann@ornament.test", role: "ADMIN", isActivated: true };
const found = {
  consumers: [{ id: 7, email: "lena@example.com", formerEmail: null, isActivated: true }],
  pins: [],
  moreConsumers: false,
  morePins: false,
};

/** The log at an address, with what the server was asked for. */
async function openLog(search = "", more: Answers = {}, admin?: typeof customerSupport) {
  const answers: Answers = {
    "/api/admin/action-logs": () => pageOf([logEntryRow()]),
    "/api/admin/admins": pageOf([ann]),
    "/api/admin/find": json(found),
    "/api/admin/pin-batches": json({ rows: [{ batchName: "Spring 2026" }] }),
    ...more,
  };
  const opened = openBackOffice(`/admin/log${search}`, answers, admin);
  await screen.findByRole("table", { name: "System action log" });
  /** Waits for a call with these conditions, and for the same conditions in the page's address. */
  const isNarrowedTo = (wanted: Record<string, string>) =>
    waitFor(() => {
      const shown = Object.fromEntries(new URLSearchParams(opened.router.state.location.search));
      expect(shown).toMatchObject(wanted);
      expect(opened.asked("/api/admin/action-logs").at(-1)).toMatchObject(wanted);
    });
  return { ...opened, isNarrowedTo };
}
const openFilters = () => userEvent.click(screen.getByRole("button", { name: /^Filters/ }));
const chips = () =>
  textsOf(within(screen.getByRole("list", { name: "Search and filters" })).getAllByRole("listitem"));
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByRole("combobox", { name: label }), option);
const field = (name: string) => screen.getByRole<HTMLInputElement>("combobox", { name });

test("a chosen group offers only its actions, and another group drops the action of the first one", async () => {
  const { isNarrowedTo, router } = await openLog("?group=pins&action=PIN+released");
  await openFilters();
  const offered = () => textsOf(within(field("Action")).getAllByRole("option"));
  expect(offered()).toContain("Device bound");
  expect(offered()).not.toContain("Setting changed");
  await choose("Group of actions", "Settings");
  await isNarrowedTo({ group: "settings" });
  expect(router.state.location.search).toBe("?group=settings");
  expect(offered()).toEqual(["All actions", "Setting changed"]);
});

test("a minute of the browser's time zone is sent as two instants, both minutes included", async () => {
  const { isNarrowedTo } = await openLog();
  await openFilters();
  fireEvent.change(screen.getByLabelText("Starting at"), { target: { value: "12/1/2026 10:42 am" } });
  fireEvent.change(screen.getByLabelText("Ending at"), { target: { value: "12/1/2026 10:43 am" } });
  await isNarrowedTo({
    since: new Date("2026-12-01T10:42").toISOString(),
    until: new Date("2026-12-01T10:44").toISOString(),
  });
  expect(chips()).toEqual(["From 12/01/26 10:42 am on", "Until 12/01/26 10:43 am"]);
});

const minuteField = () => screen.getByLabelText<HTMLInputElement>("Starting at");
const leaveWith = (text: string) => {
  fireEvent.change(minuteField(), { target: { value: text } });
  fireEvent.blur(minuteField());
  // A field's blur is handled after the press that moved the focus away.
  fireEvent.mouseUp(document);
};

test.each([
  ["12/02/2026", "Add a time, such as 5:10 pm."],
  ["soon", "Invalid date (MM/DD/YYYY)"],
])("a minute that is left as %j says what is missing, and the filter stays", async (text, message) => {
  const since = new Date("2026-12-01T10:42").toISOString();
  const { router } = await openLog(`?since=${since}`);
  await openFilters();
  expect(minuteField().value).toBe("12/01/2026 10:42 am");
  const before = router.state.location.search;
  leaveWith(text);
  await screen.findByText(message);
  expect(router.state.location.search).toBe(before);
  expect(chips()).toEqual(["From 12/01/26 10:42 am on"]);
  leaveWith("12/1/26 10:42 am");
  await waitFor(() => expect(minuteField().value).toBe("12/01/2026 10:42 am"));
  expect(screen.queryByText(message)).toBeNull();
});

test("Enter after an admin's whole email shows only the entries of that admin", async () => {
  const { isNarrowedTo } = await openLog();
  await openFilters();
  await userEvent.type(field("Done by"), "ANN@ornament.test{Enter}");
  await isNarrowedTo({ actor: "admin-3" });
  await waitFor(() => expect(chips()).toEqual(["By ann@ornament.test"]));
  expect(field("Done by").value).toBe("");
});

test("the people who work in the back office are offered before anything is typed", async () => {
  await openLog();
  await openFilters();
  const offered = () => [...(field("Done by").list?.options ?? [])].map(({ value }) => value);
  await waitFor(() => expect(offered()).toEqual(["System", "ann@ornament.test"]));
});

const target = { value: "lena@example.com" };
const insert = () => fireEvent.change(field("Done by"), { target });
const replace = () => fireEvent.input(field("Done by"), { target, inputType: "insertReplacementText" });

test.each([
  ["a few letters", "len", insert],
  ["all letters but the last", "lena@example.com{Backspace}", replace],
])("a suggestion that is picked after %s is chosen without Enter", async (_, typed, pick) => {
  const { isNarrowedTo, router } = await openLog();
  await openFilters();
  await userEvent.type(field("Done by"), typed);
  await waitFor(() =>
    expect(document.querySelector('datalist option[value="lena@example.com"]')).not.toBeNull(),
  );
  expect(router.state.location.search).toBe("");
  pick();
  await isNarrowedTo({ actor: "consumer-7" });
});

test("an email that nobody has is refused next to the field, and the log stays as it was", async () => {
  const { router } = await openLog("", {
    "/api/admin/find": json({ ...found, consumers: [] }),
    "/api/admin/admins": pageOf([]),
  });
  await openFilters();
  await userEvent.type(field("Done by"), "nobody@example.com{Enter}");
  await screen.findByText("Nobody with this email was found");
  expect(router.state.location.search).toBe("");
});

test("Customer support, who may not read the Admins table, searches consumers only", async () => {
  const { isNarrowedTo, paths } = await openLog("", {}, customerSupport);
  await openFilters();
  await userEvent.type(field("Done by"), "lena@example.com{Enter}");
  await isNarrowedTo({ actor: "consumer-7" });
  expect(paths()).not.toContain("/api/admin/admins");
});

test("role, group and action narrow the log, are in the address and are named above the rows", async () => {
  const { isNarrowedTo } = await openLog();
  await openFilters();
  await choose("Role", "IT Admin");
  await isNarrowedTo({ role: "ADMIN" });
  await choose("Group of actions", "PINs and devices");
  await isNarrowedTo({ group: "pins" });
  await choose("Action", "PIN deactivated");
  await isNarrowedTo({ role: "ADMIN", group: "pins", action: "PIN deactivated" });
  expect(chips()).toEqual(["Role IT Admin", "Actions: PINs and devices", "Action “PIN deactivated”"]);
  expect(screen.getByRole("button", { name: "Filters (3)" })).toBeDefined();
});
