import type { AdminRow } from "@ornament/contracts/admins/api";
import type { PinImportRow } from "@ornament/contracts/imports/api";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { screen } from "@testing-library/react";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { consumerProfile } from "./consumer-profile.ts";
import { pageOf } from "./open-back-office.tsx";
import { ownedPin as pin } from "./pin-row.ts";

const consumer = { ...consumerProfile, email: "sam@example.com", isActivated: false, confirmedAt: null };
/** The account of an admin. */
export const adminRow: AdminRow = {
  id: 5,
  role: "ADMIN",
  email: "ann@ornament.test",
  firstName: "Ann",
  lastName: "",
  isActivated: true,
  version: "900",
};

/** An import that has ended. */
export const endedImport: PinImportRow = {
  importId: "i",
  fileName: "pins.csv",
  state: "completed",
  rows: 3,
  added: 0,
  duplicates: 2,
  bad: 1,
  bytes: 99,
  startedBy: { id: 3, email: "ann@ornament.test" },
  startedAt: "2026-11-24T10:42:00.000Z",
  reason: null,
  batches: [],
  refusedRows: 0,
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
  "/api/admin/admins": pageOf([adminRow]),
  "/api/admin/profile/5": json(adminRow),
  [`/api/admin/pin-profile/${pinIdOf("ABCD123")}`]: json({ ...pin, email: consumer.email, userId: 7 }),
  "/api/admin/user-profile/7": json({ ...consumer, pins: { rows: [pin], count: 1 }, devices: pin.devices }),
  "/api/admin/controls": json(settingsWith()),
  "/api/admin/imports": pageOf([endedImport]),
};

/** The names of the buttons and fields with which an admin changes something. */
const commands =
  /^(?:Activate|Deactivate|Resend|Edit|Delete|Add new|Save|Change|Import|Receive marketing|Number of|Player link|Update)/;
/** The buttons, links and fields on the screen with which an admin changes something. */
export const commandControls = () => [
  ...["button", "link", "checkbox", "textbox", "spinbutton"].flatMap((role) =>
    screen.queryAllByRole(role, { name: commands }),
  ),
  ...screen.queryAllByLabelText("CSV file"),
];

/** 11/24/24 12:00 pm in the time zone of the tests. */
export const sundayNoon = new Date(2024, 10, 24, 12).toISOString();
export const sundayNoonText = "11/24/24 12:00 pm";

/** The query of a screen as it stood then. */
export const thatSunday = `?${new URLSearchParams({ at: sundayNoon })}`;

/** The instant that a request asks for. */
export const asOf = (request: Request) => request.headers.get("X-As-Of");

/** The same answers, as a server that repeats the instant of a request. */
export const repeatingInstants = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([path, given]) => [
      path,
      async (request: Request) => {
        const answer = typeof given === "function" ? await given(request) : given.clone();
        const at = asOf(request);
        if (at !== null) answer.headers.set("X-As-Of", at);
        return answer;
      },
    ]),
  );

/** The answer while a former state is prepared. The next request may follow immediately. */
export function filling(percent: number): Response {
  const message = "The tables of that time are being prepared. Please try again in 1 second.";
  const answer = refusal(409, "past_tables_filling", message, [`${percent} %`]);
  answer.headers.set("Retry-After", "0");
  return answer;
}
