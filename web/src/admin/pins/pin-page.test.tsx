/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import type { PinProfile } from "@ornament/contracts/api/pins";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { type Answers, itAdmin, openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const id = pinIdOf("TREE001");
const path = `/api/admin/pin-profile/${id}`;
const owned: PinProfile = {
  id,
  pin: "TREE-001",
  email: "lena@example.com",
  userId: 7,
  status: true,
  blocked: false,
  countDevices: 1,
  deviceLimit: 5,
  batchName: "Spring 2026",
  registeredAt: "2026-11-02T10:00:00.000Z",
  comment: "",
  pinDeactivationComments: [],
  statusChange: null,
  version: "7",
  ownerVersion: "8",
  name: "Fir tree",
  devices: [
    { id: 11, name: "Kitchen iPad", title: "", pinCodeId: id, lastLogin: "2026-11-02T10:00:00.000Z" },
  ],
};
const free: PinProfile = {
  ...owned,
  email: null,
  userId: null,
  status: false,
  registeredAt: null,
  countDevices: 0,
  devices: [],
  name: "",
};

async function openPin(pin: PinProfile, answers: Answers = {}, admin = itAdmin) {
  const opened = openBackOffice(
    "/admin/pin/TREE-001",
    {
      [path]: () => json(pin),
      "/api/admin/action-logs": json({ rows: [logEntryRow()], count: 1, page: 1, limit: 10 }),
      ...answers,
    },
    admin,
  );
  await screen.findByRole("region", { name: "PIN information" });
  return opened;
}
const information = () => within(screen.getByRole("region", { name: "PIN information" }));
// By text: jsdom adds spaces to the name where a long email address may break.
const linkIn = (text: string) =>
  information()
    .getAllByRole("link")
    .find(({ textContent }) => textContent === text)
    ?.getAttribute("href");

test("the page of a PIN shows its state, owner, name, batch, dates, devices and history", async () => {
  await openPin(owned);
  expect(screen.getByRole("heading", { level: 1, name: "PIN TREE-001" })).toBeDefined();
  expect(information().getByText("Registered")).toBeDefined();
  expect(linkIn("lena@example.com")).toBe("/admin/user-profile/7#pin-TREE-001");
  expect(information().getByText("Fir tree")).toBeDefined();
  expect(linkIn("Spring 2026")).toBe("/admin/table-pins?batch=Spring+2026");
  expect(information().getByText(/^11\/02\/26 /)).toBeDefined();
  const devices = within(screen.getByRole("region", { name: "Devices" }));
  await devices.findByRole("listitem", { name: "Kitchen iPad" });
  expect(devices.getByText("Used 1 of 5")).toBeDefined();
  const history = within(screen.getByRole("region", { name: "History" }));
  await history.findByText("PIN deactivated");
  expect(document.title).toContain("PIN TREE-001");
});

test("the page of a PIN without an owner says so and has no devices", async () => {
  await openPin(free);
  expect(information().getByText("No consumer has entered this PIN")).toBeDefined();
  expect(information().getByText("Not activated yet")).toBeDefined();
  expect(screen.queryByRole("button", { name: /Edit PIN name/ })).toBeNull();
  expect(screen.getByText("Used 0 of 5")).toBeDefined();
});

test("a new name of a PIN is shown on its page as soon as it is saved", async () => {
  let reads = 0;
  await openPin(owned, {
    // The answer after the change never comes.
    [path]: () => (++reads === 1 ? json(owned) : new Promise<Response>(() => undefined)),
    "/api/admin/update-pin-name": json({ success: true, message: "" }),
  });
  await userEvent.click(information().getByRole("button", { name: "Edit PIN name of TREE-001" }));
  const field = screen.getByRole("textbox", { name: "PIN name of TREE-001" });
  await userEvent.clear(field);
  await userEvent.type(field, "Spruce{Enter}");
  await information().findByText("Spruce");
});

test("a PIN that was never imported leads back to the Pins table", async () => {
  openBackOffice("/admin/pin/NONE-000", {
    [`/api/admin/pin-profile/${pinIdOf("NONE000")}`]: json(
      { error: true, code: "pin_not_found", message: "This PIN does not exist.", errors: [] },
      404,
    ),
  });
  await screen.findByText("This PIN does not exist.");
  expect(screen.getAllByRole("link", { name: "Back to Pins" }).length).toBeGreaterThan(0);
});

test("an address without a PIN says what a PIN looks like", async () => {
  openBackOffice("/admin/pin/what-ever");
  await screen.findByText("This isn’t a PIN. A PIN looks like ABCD-123.");
});
