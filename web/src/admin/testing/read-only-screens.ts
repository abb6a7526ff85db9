import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { screen } from "@testing-library/react";
import { type Answers, json } from "../../app/testing/fake-server.ts";
import { consumerProfile } from "./consumer-profile.ts";
import { pageOf } from "./open-back-office.tsx";
import { ownedPin as pin } from "./pin-row.ts";

const consumer = { ...consumerProfile, email: "sam@example.com", isActivated: false, confirmedAt: null };
const admin = {
  id: 5,
  role: "ADMIN",
  email: "ann@ornament.test",
  firstName: "Ann",
  lastName: "",
  isActivated: true,
  version: "1",
};

/** The settings, with a version of the device limit. */
export const settingsWith = (limit: object = {}) => ({
  rows: [
    { name: "numberDevices", value: 5, version: "0", ...limit },
    { name: "playerUrl", value: "https://player.test/", version: "0" },
  ],
});

/** The answers of the tables, profiles and settings, each with one row. */
export const oneOfEach: Answers = {
  "/api/admin/table/pins": pageOf([{ ...pin, email: consumer.email, userId: 7 }]),
  "/api/admin/pin-batches": json({ rows: [] }),
  "/api/admin/table/users": pageOf([{ ...consumer, rowId: "7-3", pin }]),
  "/api/admin/admins": pageOf([admin]),
  "/api/admin/profile/5": json(admin),
  [`/api/admin/pin-profile/${pinIdOf("ABCD123")}`]: json({ ...pin, email: consumer.email, userId: 7 }),
  "/api/admin/user-profile/7": json({
    ...consumer,
    pins: { rows: [pin], count: 1 },
    devices: pin.devices,
  }),
  "/api/admin/controls": json(settingsWith()),
  "/api/admin/imports": pageOf([
    {
      importId: "i",
      fileName: "pins.csv",
      state: "completed",
      rows: 12,
      added: 10,
      duplicates: 1,
      bad: 1,
      bytes: 99,
      startedBy: null,
      startedAt: "2026-11-20T10:00:00.000Z",
      reason: null,
      batches: [],
      refusedRows: 0,
    },
  ]),
};

/** The names of the buttons and fields with which an admin changes something. */
const commands =
  /^(?:Activate|Deactivate|Resend|Edit|Delete|Add new|Save|Change|Import|Receive marketing|Number of|Player link|Update)/;
/** The buttons, links and fields on the screen with which an admin changes something. */
export const commandControls = () => [
  ...screen.queryAllByRole("button", { name: commands }),
  ...screen.queryAllByRole("link", { name: commands }),
  ...screen.queryAllByRole("checkbox", { name: commands }),
  ...screen.queryAllByRole("textbox", { name: commands }),
  ...screen.queryAllByRole("spinbutton", { name: commands }),
  ...screen.queryAllByLabelText("CSV file"),
];
