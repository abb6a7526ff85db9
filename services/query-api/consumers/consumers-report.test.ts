import { expect, test } from "@jest/globals";
import type { ConsumerRowDocument } from "@ornament/contracts/read-models/consumers";
import type { DeviceDocument, PinDocument } from "@ornament/contracts/read-models/pins";
import { columnsOfTwoDevices } from "@ornament/testing/files/consumers-report";
import { pinDocument } from "../testing/documents.ts";
import { consumersReport } from "./consumers-report.ts";
import type { JoinedRow } from "./joined-rows.ts";

const at = new Date("2026-12-01T08:05:09Z");
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";

const device = (change: Partial<DeviceDocument>): DeviceDocument => ({
  id: 1,
  name: "",
  userAgent: null,
  boundAt: at,
  lastLogin: at,
  ...change,
});
const row: ConsumerRowDocument = {
  _id: "7-ABCD123",
  position: 1n,
  deleted: false,
  consumerId: 7,
  email: "ann@example.com",
  marketingEmail: true,
  isActivated: true,
  createdAt: at,
  pinId: 5,
  code: "ABCD123",
  pin: "ABCD-123",
  name: "Tree",
  nameSort: "tree",
  status: true,
  formerEmails: [],
  countDevices: 0,
  emailSearch: "",
  search: "",
};
const pin: PinDocument = {
  ...pinDocument("ABCD123", { consumerId: 7, email: "ann@example.com", status: true, registeredAt: at }),
  _id: 5,
  position: 1n,
  deleted: false,
};

async function report(devices: number, ...rows: JoinedRow[]) {
  const lines: (readonly string[])[] = [];
  const given = (async function* () {
    yield rows;
  })();
  const shownDate = (date: Date) => date.toISOString();
  for await (const chunk of consumersReport(given, { devices, shownDate })) lines.push(...chunk);
  return lines;
}

test("the Consumers report has device columns for the PIN with the highest number of devices, and other rows are padded", async () => {
  const devices = [device({ name: "Kitchen" }), device({ userAgent: iphone })];
  const [head, full, empty] = await report(
    2,
    { row, pin: { ...pin, countDevices: 2, devices } },
    { row: { ...row, marketingEmail: false, isActivated: false }, pin: { ...pin, blocked: true } },
  );
  expect(head).toEqual(columnsOfTwoDevices);
  expect(full).toEqual([
    "ann@example.com",
    "ABCD-123",
    "Tree",
    "2",
    "Subscribed",
    "Activated",
    at.toISOString(),
    "Confirmed",
    "Kitchen",
    at.toISOString(),
    "Safari on iPhone",
    at.toISOString(),
  ]);
  expect(empty).toEqual([
    "ann@example.com",
    "ABCD-123",
    "Tree",
    "0",
    "Unsubscribed",
    "Deactivated",
    at.toISOString(),
    "Not confirmed",
    "",
    "",
    "",
    "",
  ]);
});

test("the Consumers report has blanks for a consumer without a PIN", async () => {
  const without = { ...row, pinId: null, code: null, pin: null, name: null, status: null };
  const [head, line] = await report(0, { row: without, pin: undefined });
  expect(head).toHaveLength(8);
  expect(line?.slice(1, 6)).toEqual(["", "", "", "Subscribed", ""]);
});

test("the Consumers report keeps its columns when a device is bound while it is written", async () => {
  const devices = [device({ name: "a" }), device({ name: "b" })];
  const [head, line] = await report(1, { row, pin: { ...pin, countDevices: 2, devices } });
  expect(line).toHaveLength(head?.length ?? 0);
});

test("the Consumers report of an empty list has its header only", async () => {
  expect(await report(0)).toHaveLength(1);
});
