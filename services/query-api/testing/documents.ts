import type { ActionLogDocument } from "@ornament/contracts/action-log/document";
import type { AdminDocument } from "@ornament/contracts/admins/document";
import type {
  ConsumerDocument,
  ConsumerRowDocument,
  OwnedPinDocument,
} from "@ornament/contracts/consumers/document";
import type { DeviceDocument, PinDocument } from "@ornament/contracts/pins/document";
import type { Stored } from "@ornament/contracts/projections/read-model";
import type { SignInHelpDocument } from "@ornament/contracts/sign-in-help/document";
import {
  batchSortOf,
  formerSearchOf,
  searchable,
  searchTextOf,
} from "@ornament/contracts/tables/search-text";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
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
    firstNameSort: searchable(firstName),
    lastNameSort: searchable(lastName),
    role: "MEMBER",
    isActivated: true,
    createdAt: now,
    ...change,
  };
}

export function pinDocument(code: string, change: Partial<Of<PinDocument>> = {}): Of<PinDocument> {
  const devices = change.devices ?? [];
  const { email = null, formerEmails = [], batchName = "winter", comment = "" } = change;
  const searched = [email, ...formerEmails, code, formatPinCode(code), batchName, comment];
  return {
    _id: pinIdOf(code),
    code,
    pin: formatPinCode(code),
    consumerId: null,
    email,
    formerEmails,
    status: false,
    blocked: false,
    batchName,
    batchSort: batchSortOf(batchName),
    commentSearch: searchable(comment),
    importId: "import-1",
    registeredAt: null,
    countDevices: devices.length,
    devices,
    comment,
    comments: [],
    statusChange: null,
    lastBulkChange: null,
    emailSearch: searchTextOf([email, ...formerEmails]),
    search: searchTextOf(searched),
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
  Partial<Pick<ConsumerDocument, "marketingEmail" | "isActivated" | "createdAt" | "formerEmails">>;
type Ornament = Pick<OwnedPinDocument, "code"> & Partial<OwnedPinDocument>;

const ownedPin = (ornament: Ornament): OwnedPinDocument => ({
  pinId: pinIdOf(ornament.code),
  name: "",
  status: true,
  registeredAt: now,
  deviceIds: [],
  ...ornament,
});

export function consumerDocument(account: Account, ornaments: Ornament[] = []): Of<ConsumerDocument> {
  const { formerEmails = [] } = account;
  return {
    formerEmails,
    formerSearch: formerSearchOf(formerEmails),
    marketingEmail: false,
    isActivated: true,
    createdAt: now,
    confirmedAt: now,
    pins: ornaments.map(ownedPin),
    attempts: [],
    ...account,
  };
}

/** The consumer's rows of the Consumers table. */
export function consumerRowDocuments(
  account: Account,
  ornaments: Ornament[] = [],
): Of<ConsumerRowDocument>[] {
  const { _id, pins, attempts, confirmedAt, formerSearch, ...profile } = consumerDocument(account, ornaments);
  const common = { consumerId: _id, ...profile };
  const addresses = [profile.email, ...profile.formerEmails];
  const emailSearch = searchTextOf(addresses);
  if (ornaments.length === 0) {
    const without = {
      pinId: null,
      code: null,
      pin: null,
      name: null,
      nameSort: "",
      status: null,
      countDevices: null,
    };
    return [{ ...common, ...without, emailSearch, search: emailSearch, _id: `${_id}` }];
  }
  return pins.map(({ pinId, code, name, status, deviceIds }) => ({
    ...common,
    _id: `${_id}-${code}`,
    pinId,
    code,
    pin: formatPinCode(code),
    name,
    nameSort: searchable(name),
    status,
    countDevices: deviceIds.length,
    emailSearch,
    search: searchTextOf([...addresses, code, formatPinCode(code), name]),
  }));
}

/** An account, such as `consumer-1`, that can sign in and of which nothing else is known. */
export const signInHelpDocument = (
  _id: string,
  change: Partial<Of<SignInHelpDocument>> = {},
): Of<SignInHelpDocument> => ({
  removed: false,
  readySince: now,
  lastSignInAt: null,
  addresses: [],
  locks: [],
  resetCodes: [],
  refusals: [],
  ...change,
  _id,
});

export function logDocument(
  _id: string,
  change: Partial<Of<ActionLogDocument>> & { position?: bigint } = {},
): Of<ActionLogDocument> {
  const { role = "System", action = "Pins imported", value = "", position = 100n } = change;
  return {
    _id,
    type: "PinImportCompleted",
    createdAt: now,
    commit: position,
    actor: "system",
    adminRole: null,
    role,
    group: "imports",
    action,
    value,
    roleSort: searchable(role),
    actionSort: searchable(action),
    valueSort: searchable(value),
    subject: null,
    about: null,
    bulkChange: null,
    folded: false,
    changes: [],
    request: null,
    cause: null,
    session: null,
    person: null,
    erasedValue: null,
    ...change,
  };
}

type LogChange = Parameters<typeof logDocument>[1];

/** Entries with the ids a, b, c … at the positions 1, 2, 3 …; `at` is a time of 2026, such as `12-01T15:05:09`. */
export const logDocuments = (...entries: (LogChange & { at: string })[]) =>
  entries.map(({ at, ...entry }, n) => {
    const createdAt = new Date(`2026-${at}Z`);
    return logDocument(String.fromCharCode(97 + n), { createdAt, position: BigInt(n + 1), ...entry });
  });
