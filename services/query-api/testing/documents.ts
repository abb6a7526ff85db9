import { formatPinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import type { AdminDocument } from "@ornament/contracts/read-models/admins";
import type {
  ConsumerDocument,
  ConsumerRowDocument,
  OwnedPinDocument,
} from "@ornament/contracts/read-models/consumers";
import type { DeviceDocument, PinDocument } from "@ornament/contracts/read-models/pins";
import { folded, type Stored } from "@ornament/contracts/read-models/read-model";
import { now } from "./query-api-fixture.ts";

// Documents of the read models as the projector writes them, for tests to fill the store with.

type Of<D extends Stored> = Omit<D, keyof Stored>;

export function adminDocument(
  _id: number,
  change: Partial<Of<AdminDocument>> = {},
): Of<AdminDocument> & { _id: number } {
  const firstName = change.firstName ?? "";
  const lastName = change.lastName ?? "";
  return {
    _id,
    email: `admin${_id}@ornament.test`,
    firstName,
    lastName,
    firstNameSort: folded(firstName),
    lastNameSort: folded(lastName),
    role: "MEMBER",
    isActivated: true,
    createdAt: now,
    ...change,
  };
}

export function pinDocument(code: string, change: Partial<Of<PinDocument>> = {}): Of<PinDocument> {
  const devices = change.devices ?? [];
  return {
    _id: pinIdOf(code),
    code,
    pin: formatPinCode(code),
    consumerId: null,
    email: null,
    status: false,
    blocked: false,
    batchName: "winter",
    registeredAt: null,
    countDevices: devices.length,
    devices,
    comment: "",
    comments: [],
    ...change,
  };
}

export const deviceDocument = (id: number, change: Partial<DeviceDocument> = {}): DeviceDocument => ({
  id,
  name: "",
  userAgent: null,
  boundAt: now,
  lastLogin: now,
  ...change,
});

type Account = Pick<ConsumerDocument, "_id" | "email"> &
  Partial<Pick<ConsumerDocument, "marketingEmail" | "isActivated" | "createdAt">>;
type Ornament = Pick<OwnedPinDocument, "code"> & Partial<OwnedPinDocument>;

const ownedPin = (ornament: Ornament): OwnedPinDocument => ({
  pinId: pinIdOf(ornament.code),
  name: "",
  status: true,
  registeredAt: now,
  ...ornament,
});

export function consumerDocument(account: Account, ornaments: Ornament[] = []): Of<ConsumerDocument> {
  return {
    marketingEmail: false,
    isActivated: true,
    createdAt: now,
    confirmedAt: now,
    pins: ornaments.map(ownedPin),
    attempts: [],
    ...account,
  };
}

/** The rows of the Users Table that the consumer has. */
export function consumerRowDocuments(
  account: Account,
  ornaments: Ornament[] = [],
): Of<ConsumerRowDocument>[] {
  const { _id, email, marketingEmail, isActivated, createdAt } = consumerDocument(account);
  const common = { consumerId: _id, email, marketingEmail, isActivated, createdAt };
  if (ornaments.length === 0) {
    const without = { pinId: null, code: null, pin: null, name: null, nameSort: "", status: null };
    return [{ ...common, ...without, _id: `${_id}` }];
  }
  return ornaments.map(ownedPin).map(({ pinId, code, name, status }) => ({
    ...common,
    _id: `${_id}-${code}`,
    pinId,
    code,
    pin: formatPinCode(code),
    name,
    nameSort: folded(name),
    status,
  }));
}

export function logDocument(
  _id: string,
  change: Partial<Of<ActionLogDocument>> & { position?: bigint } = {},
): Of<ActionLogDocument> {
  const { role = "System", action = "Pins imported", value = "" } = change;
  return {
    _id,
    type: "PinImportCompleted",
    createdAt: now,
    adminId: null,
    adminRole: null,
    role,
    action,
    value,
    roleSort: folded(role),
    actionSort: folded(action),
    valueSort: folded(value),
    subject: null,
    person: null,
    erasedValue: null,
    ...change,
  };
}
