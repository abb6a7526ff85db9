/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import type { ConsumerPin } from "@ornament/contracts/api/consumers";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { type Answers, auditor, openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  globalThis.ResizeObserver = class implements ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

const device = {
  id: 196_609,
  name: "Kitchen iPad",
  title: "Mozilla/5.0 (iPad)",
  pinCodeId: 3,
  lastLogin: "2026-11-20T10:00:00.000Z",
};
const pin: ConsumerPin = {
  id: 3,
  pin: "ABCD-123",
  name: "Fir tree",
  status: true,
  blocked: false,
  countDevices: 1,
  deviceLimit: 5,
  devices: [device],
  registeredAt: "2026-11-02T10:00:00.000Z",
  batchName: "2026-A",
  comment: "",
  pinDeactivationComments: [],
  statusChange: null,
};
const consumer = {
  id: 7,
  email: "sam@example.com",
  marketingEmail: false,
  isActivated: false,
  createdAt: "2026-11-01T10:00:00.000Z",
  formerEmails: [],
};
const admin = { id: 1, role: "ADMIN", email: "ann@ornament.test", firstName: "Ann", lastName: "" };
const pageOf = (row: unknown) => json({ rows: [row], count: 1, page: 1, limit: 10 });
const answers: Answers = {
  "/api/admin/table/pins": pageOf({ ...pin, email: consumer.email, userId: 7 }),
  "/api/admin/pin-batches": json({ rows: [] }),
  "/api/admin/table/users": pageOf({ ...consumer, rowId: "7-3", pin }),
  "/api/admin/admins": pageOf({ ...admin, isActivated: true, version: "1" }),
  "/api/admin/user-profile/7": json({
    ...consumer,
    confirmedAt: null,
    pins: { rows: [pin], count: 1 },
    devices: [device],
    version: "42",
  }),
  "/api/admin/controls": json({
    rows: [
      { name: "numberDevices", value: 5, version: "0" },
      { name: "playerUrl", value: "https://player.test/", version: "0" },
    ],
  }),
  "/api/admin/import/latest": json({
    import: {
      importId: "i",
      fileName: "pins.csv",
      state: "completed",
      rows: 12,
      added: 10,
      duplicates: 1,
      bad: 1,
      bytes: 99,
    },
  }),
};

/** The names of the buttons and fields with which an admin changes something. */
const commands =
  /^(?:Activate|Deactivate|Resend|Edit|Delete|Add new|Save|Change|Import|Receive marketing|Number of|Player link)/;
const controls = () => [
  ...screen.queryAllByRole("button", { name: commands }),
  ...screen.queryAllByRole("link", { name: commands }),
  ...screen.queryAllByRole("checkbox", { name: commands }),
  ...screen.queryAllByRole("textbox", { name: commands }),
  ...screen.queryAllByRole("spinbutton", { name: commands }),
  ...screen.queryAllByLabelText("CSV file"),
];

test.each([
  ["table-pins", "Action"],
  ["table-users", undefined],
  ["table-admins", "Actions"],
])("an Auditor reads the page %s and finds no command on it", async (page, missingColumn) => {
  openBackOffice(`/admin/${page}`, answers, auditor);
  await screen.findByRole("row", { name: /Ann|ABCD-123/ });
  expect(controls()).toEqual([]);
  if (missingColumn) expect(screen.queryByRole("columnheader", { name: missingColumn })).toBeNull();
});

test("an Auditor reads a consumer's profile with the devices and finds no command on it", async () => {
  openBackOffice("/admin/user-profile/7", answers, auditor);
  const item = await screen.findByRole("listitem", { name: "PIN ABCD-123" });
  await userEvent.click(within(item).getByRole("button", { name: /Device\(s\) 1 of 5/ }));
  await screen.findByText("Kitchen iPad");
  expect(screen.getByText("Receives no marketing emails")).toBeDefined();
  expect(screen.getByText("Email not confirmed")).toBeDefined();
  expect(screen.queryByText("Only an IT Admin can change the email.")).toBeNull();
  expect(controls()).toEqual([]);
});

test("an Auditor reads the settings and the newest import as text", async () => {
  openBackOffice("/admin/controls", answers, auditor);
  const region = async (name: string) => within(await screen.findByRole("region", { name }));
  const limit = await region("Limit of devices per user (PIN)");
  expect(await limit.findByText("5")).toBeDefined();
  const link = await region("Video player redirection link");
  expect(await link.findByText("https://player.test/")).toBeDefined();
  const imported = await region("Import of PINs");
  expect(await imported.findByText("pins.csv")).toBeDefined();
  expect(imported.getByText("1 already imported, 1 bad")).toBeDefined();
  expect(controls()).toEqual([]);
});
