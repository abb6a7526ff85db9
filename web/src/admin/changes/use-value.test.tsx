/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import type { ChangedField, ChangedRow } from "@ornament/contracts/api/changes";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { type Answers, auditor, itAdmin, openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const from = "2026-11-24T12:00:00.000Z";
const to = "2026-11-25T12:00:00.000Z";

/** Opens what changed in a table with one changed field, and answers other calls with `answers`. */
function openChange(
  table: string,
  row: Pick<ChangedRow, "id" | "name">,
  field: Pick<ChangedField, "field" | "title" | "before" | "after">,
  answers: Answers = {},
  admin?: typeof auditor,
) {
  const fields = [{ ...field, isInstant: false, event: "e1", entry: null }];
  const rows = [{ ...row, kind: "changed", fields }];
  const changes = { [`/api/admin/changes/${table}`]: json({ rows, count: 1, page: 1, limit: 10, from, to }) };
  return openBackOffice(`/admin/changes/${table}?from=${from}&to=${to}`, { ...changes, ...answers }, admin);
}
const useValue = async () => userEvent.click(await screen.findByRole("link", { name: /^Use this value/ }));

const limit = { id: "numberDevices", name: "Device limit" };
const limitChange = { field: "value", title: "Value", before: "5", after: "7" };
const settings = (numberDevices: number, version: string): Answers => ({
  "/api/admin/controls": json({
    rows: [
      { name: "numberDevices", value: numberDevices, version },
      { name: "playerUrl", value: "https://player.test/", version: "0" },
    ],
  }),
  "/api/admin/import/latest": json({ import: null }),
});
const limitField = () => screen.findByLabelText<HTMLInputElement>("Number of devices");
const paths = ({ requests }: { requests: Request[] }, method: string) =>
  requests.filter((request) => request.method === method).map(({ url }) => new URL(url).pathname);

test("the former value of a setting fills today's form, which saves it only after the usual question", async () => {
  const bodies: unknown[] = [];
  const page = openChange("settings", limit, limitChange, {
    ...settings(7, "40"),
    "/api/admin/update-setting": async (request) => {
      bodies.push(await request.json());
      return json({ name: "numberDevices", value: 5, message: "The limit of devices was changed." });
    },
  });
  await useValue();
  const field = await limitField();
  expect(field.value).toBe("5");
  expect(document.activeElement).toBe(field);
  expect(screen.getByText(/^This is the value of 11\/24\/26 .*\. It is not saved yet\.$/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Player link").value).toBe("https://player.test/");
  expect(page.router.state.location.search).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "Change limit" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("From 7 to 5 devices");
  expect(bodies).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Change" }));
  await screen.findByText("The limit of devices was changed.");
  expect(bodies).toEqual([{ name: "numberDevices", value: 5, version: "40" }]);
  expect(screen.queryByText(/It is not saved yet/)).toBeNull();
  await waitFor(() => expect(page.router.state.location.state).toBeNull());
});

test("the note about a former value goes when another value is typed", async () => {
  openChange("settings", limit, limitChange, settings(7, "40"));
  await useValue();
  await userEvent.type(await limitField(), "0");
  expect(screen.queryByText(/It is not saved yet/)).toBeNull();
});

test("a form with a former value asks before it is left", async () => {
  openChange("settings", limit, limitChange, settings(7, "40"));
  await useValue();
  await limitField();
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  await userEvent.click(screen.getByRole("link", { name: "What changed…" }));
  await screen.findByRole("dialog", { name: "Leave without saving?" });
});

const tree = { id: "9", name: "TREE-001" };
const pinProfile = (blocked: boolean) => ({
  id: 9,
  pin: "TREE-001",
  name: "",
  status: true,
  blocked,
  email: "sam@example.com",
  userId: 7,
  countDevices: 0,
  deviceLimit: 5,
  devices: [],
  registeredAt: null,
  batchName: "",
  comment: "",
  pinDeactivationComments: [],
  statusChange: null,
});
/** The number of a PIN is made from its code, so any profile is answered. */
const anyPin = (blocked: boolean): Answers =>
  new Proxy<Answers>(
    {},
    {
      get: (_, path) =>
        String(path).startsWith("/api/admin/pin-profile/") ? json(pinProfile(blocked)) : undefined,
    },
  );

test("the former status of a PIN opens today's dialog with a comment that names the time, and saves nothing", async () => {
  const status = { field: "status", title: "PIN Status", before: "Registered", after: "Deactivated" };
  const profiles = anyPin(true);
  const changes = json({
    rows: [{ ...tree, kind: "changed", fields: [{ ...status, isInstant: false, event: "e1", entry: null }] }],
    count: 1,
    page: 1,
    limit: 10,
    from,
    to,
  });
  const answers = new Proxy<Answers>(
    {},
    { get: (_, path) => (path === "/api/admin/changes/pins" ? changes : profiles[String(path)]) },
  );
  const page = openBackOffice(`/admin/changes/pins?from=${from}&to=${to}`, answers);
  await useValue();
  const dialog = await screen.findByRole("dialog", { name: "Activate TREE-001?" });
  const comment = within(dialog).getByLabelText<HTMLTextAreaElement>("Comment");
  expect(comment.value).toMatch(/^As on 11\/24\/26 \d\d:\d\d [ap]m$/);
  expect(paths(page, "PUT")).toEqual([]);
});

test("the former email of a consumer fills today's field and is not saved", async () => {
  const email = {
    field: "email",
    title: "Email Address",
    before: "old@example.com",
    after: "new@example.com",
  };
  const page = openChange("consumers", { id: "7", name: "new@example.com" }, email, {
    "/api/admin/user-profile/7": json({
      id: 7,
      email: "new@example.com",
      marketingEmail: false,
      isActivated: true,
      createdAt: from,
      confirmedAt: from,
      formerEmails: ["old@example.com"],
      pins: { rows: [], count: 0 },
      devices: [],
      version: "42",
    }),
  });
  await useValue();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Email" });
  expect(field.value).toBe("old@example.com");
  expect(screen.getByText(/^This is the value of 11\/24\/26/)).toBeTruthy();
  expect(paths(page, "PUT")).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  // The table of the page may have a state of its own in the same entry of the history.
  await waitFor(() => expect(page.router.state.location.state ?? {}).not.toHaveProperty("formerValue"));
});

const registered = { field: "status", title: "PIN Status", before: "Not registered", after: "Registered" };
const devices = { field: "devices", title: "Devices", before: "a", after: "b" };

test.each([
  ["an Auditor", "settings", limit, limitChange, auditor],
  ["a PIN that was registered", "pins", tree, registered, itAdmin],
  ["a PIN's devices", "pins", tree, devices, itAdmin],
  ["a setting without a former value", "settings", limit, { ...limitChange, before: "" }, itAdmin],
])("there is no use of a former value for %s", async (_who, table, row, field, admin) => {
  openChange(table, row, field, {}, admin);
  await screen.findByRole("list", { name: "Changes" });
  expect(screen.queryByRole("link", { name: /^Use this value/ })).toBeNull();
});
