import type { ConsumerPin } from "@ornament/contracts/api/consumers";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { screen } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import type { Answers } from "./open-back-office.tsx";

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
  version: "7",
};
const consumer = {
  id: 7,
  email: "sam@example.com",
  marketingEmail: false,
  isActivated: false,
  createdAt: "2026-11-01T10:00:00.000Z",
  formerEmails: [],
};
const admin = {
  id: 5,
  role: "ADMIN",
  email: "ann@ornament.test",
  firstName: "Ann",
  lastName: "",
  isActivated: true,
  version: "1",
};
const pageOf = (row: unknown) => json({ rows: [row], count: 1, page: 1, limit: 10 });
/** The answers of the tables, profiles and settings, each with one row. */
export const oneOfEach: Answers = {
  "/api/admin/table/pins": pageOf({ ...pin, email: consumer.email, userId: 7 }),
  "/api/admin/pin-batches": json({ rows: [] }),
  "/api/admin/table/users": pageOf({ ...consumer, rowId: "7-3", pin }),
  "/api/admin/admins": pageOf(admin),
  "/api/admin/profile/5": json(admin),
  [`/api/admin/pin-profile/${pinIdOf("ABCD123")}`]: json({ ...pin, email: consumer.email, userId: 7 }),
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
