import { expect, test } from "@jest/globals";
import type { ConsumerRowDocument } from "@ornament/contracts/read-models/consumers";
import type { DeviceDocument, PinDocument } from "@ornament/contracts/read-models/pins";
import { pinDocument } from "../testing/documents.ts";
import type { JoinedRow } from "./consumer-rows.ts";
import { consumersReport } from "./consumers-report.ts";

const at = new Date("2026-12-01T08:05:09Z");

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

test("the Consumers report keeps its columns when a device is bound while it is written", async () => {
  const devices = [device({ name: "a" }), device({ name: "b" })];
  const [head, line] = await report(1, { row, pin: { ...pin, countDevices: 2, devices } });
  expect(line).toHaveLength(head?.length ?? 0);
});
