import type { ConsumerPin, PinRow } from "@ornament/contracts/pins/api";

/** A row of the Pins table: a PIN that no consumer has entered. */
export const newPinRow: PinRow = {
  id: 1,
  pin: "AAAA-001",
  email: null,
  userId: null,
  status: false,
  blocked: false,
  countDevices: 0,
  deviceLimit: 5,
  batchName: "spring.csv",
  registeredAt: null,
  comment: "",
  pinDeactivationComments: [],
  statusChange: null,
  version: "7",
};

const { email: _email, userId: _userId, ...unowned } = newPinRow;

const lastUsed = { pinCodeId: 3, lastLogin: "2026-11-20T10:00:00.000Z" };

/** A PIN with one device in a consumer's profile. */
export const ownedPin: ConsumerPin = {
  ...unowned,
  id: 3,
  pin: "ABCD-123",
  name: "Fir tree",
  status: true,
  countDevices: 1,
  devices: [{ ...lastUsed, id: 196_609, name: "Kitchen iPad", title: "Mozilla/5.0 (iPad)" }],
  registeredAt: "2026-11-02T10:00:00.000Z",
};

/** The deactivation of a PIN. */
export const deactivation = {
  blocked: true,
  comment: "Reported stolen",
  createdAt: "2026-11-20T10:00:00.000Z",
  role: "IT Admin",
  admin: { id: 1, email: "ann@ornament.test" },
};
