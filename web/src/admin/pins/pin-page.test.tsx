import { expect, test } from "@jest/globals";
import type { PinProfile } from "@ornament/contracts/pins/api";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { openBackOffice, pageOf, showPart } from "../testing/open-back-office.tsx";
import { ownedPin } from "../testing/pin-row.ts";
import { DeviceList } from "./device-list.tsx";

const id = pinIdOf("TREE001");
const path = `/api/admin/pin-profile/${id}`;
const owner = { email: "lena@example.com", userId: 7, ownerVersion: "8" };
const owned: PinProfile = { ...ownedPin, ...owner, id, pin: "TREE-001" };
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

async function openPin(pin: PinProfile, answers: Answers = {}) {
  openBackOffice("/admin/pin/TREE-001", {
    [path]: () => json(pin),
    "/api/admin/action-logs": pageOf([logEntryRow()]),
    ...answers,
  });
  await screen.findByRole("region", { name: "PIN information" });
}
const information = () => within(screen.getByRole("region", { name: "PIN information" }));

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
  const refused = refusal(404, "pin_not_found", "This PIN does not exist.");
  openBackOffice("/admin/pin/NONE-000", { [`/api/admin/pin-profile/${pinIdOf("NONE000")}`]: refused });
  await screen.findByText("This PIN does not exist.");
  expect(screen.getAllByRole("link", { name: "Back to Pins" }).length).toBeGreaterThan(0);
});

test("an address without a PIN says what a PIN looks like", async () => {
  openBackOffice("/admin/pin/what-ever");
  await screen.findByText("This isn’t a PIN. A PIN looks like ABCD-123.");
});

const device = { id: 9, name: "Old", title: "Kiosk", pinCodeId: 7, lastLogin: "2026-11-22T09:00:00.000Z" };

test("a device's name that somebody else changed is refused, stays typed, and is saved by the next press", async () => {
  const message = "bob@ornament.test changed the name after you opened it: it is “New” now.";
  const errors = [{ path: "name", message: "New, changed by bob@ornament.test" }];
  const answers = [
    refusal(409, "changed_meanwhile", message, errors),
    json({ success: true, message: "The device was renamed.", version: "90" }),
  ];
  const { sent } = showPart(
    <DeviceList
      pin="ABCD-123"
      devices={[device]}
      version="7"
      reload={async () => "80"}
      onRemoved={() => undefined}
    />,
    { "/api/admin/update-device-name": () => answers.shift() ?? json({}, 500) },
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Edit Device name/ }));
  await userEvent.keyboard(" tablet{Enter}");
  await screen.findByText(message);
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("Old tablet");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(await sent("/api/admin/update-device-name")).toEqual([
    { id: 9, name: "Old tablet", version: "7" },
    { id: 9, name: "Old tablet", version: "80" },
  ]);
});
