import type { PinRow } from "@ornament/contracts/api/pins";

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
