import type { AdminDocument } from "@ornament/contracts/admins/document";
import type { ConsumerDocument, OwnedPinDocument } from "@ornament/contracts/consumers/document";
import { describeDevice } from "@ornament/contracts/devices/device-description";
import type { PinImportDocument } from "@ornament/contracts/imports/document";
import type { DeviceDocument, PinDocument } from "@ornament/contracts/pins/document";
import type { pastReadModels } from "@ornament/contracts/projections/jobs";
import type { SettingDocument } from "@ornament/contracts/settings/document";
import { formatPinCode } from "@ornament/contracts/values/pin-code";
import { roleLabel } from "@ornament/contracts/values/roles";
import { settingTitles } from "@ornament/contracts/values/settings";
import type { Document } from "mongodb";

export type TableName = (typeof pastReadModels)[number];

/** A table of documents (part `main`). A value is in words: "" for none, and an instant as ISO 8601 in UTC. */
interface Table<D> {
  readonly title: string;
  readonly columns: Readonly<Record<string, readonly [title: string, text: (document: D) => string]>>;
}

const table = <D>(definition: Table<D>) => definition as Table<Document>;

const erased = "(erased)";
const personal = (text: string | null) => text ?? erased;
const yesNo = (value: boolean) => (value ? "Yes" : "No");
const instant = (value: Date | null) => value?.toISOString() ?? "";

const ownedPin = ({ code, name, status }: OwnedPinDocument) =>
  `${formatPinCode(code)}${name === "" ? "" : ` ${personal(name)}`}${status ? "" : " (deactivated)"}`;
const device = ({ id, name, userAgent }: DeviceDocument) =>
  `${id}: ${name || (userAgent === null ? erased : describeDevice(userAgent))}`;
const pinStatus = ({ status, blocked }: PinDocument) =>
  blocked ? "Deactivated" : status ? "Registered" : "Not Registered";

const tables: Readonly<Record<TableName, Table<Document>>> = {
  admins: table<AdminDocument>({
    title: "Admins",
    columns: {
      name: ["Name", ({ _id, email }) => email ?? `Admin ${_id}`],
      email: ["Email Address", ({ email }) => personal(email)],
      firstName: ["First name", ({ firstName }) => personal(firstName)],
      lastName: ["Last name", ({ lastName }) => personal(lastName)],
      role: ["Role", ({ role }) => roleLabel(role)],
      isActivated: ["Activated", ({ isActivated }) => yesNo(isActivated)],
      createdAt: ["Account created", ({ createdAt }) => instant(createdAt)],
    },
  }),
  pins: table<PinDocument>({
    title: "Pins",
    columns: {
      name: ["Name", ({ pin }) => pin],
      email: ["Email Address", ({ consumerId, email }) => (consumerId === null ? "" : personal(email))],
      status: ["PIN Status", pinStatus],
      devices: ["Devices", ({ devices }) => devices.map(device).join("; ")],
      batchName: ["PIN batch", ({ batchName }) => batchName],
      registeredAt: ["Activation date", ({ registeredAt }) => instant(registeredAt)],
      comment: ["Commentary", ({ comment }) => comment],
    },
  }),
  consumers: table<ConsumerDocument>({
    title: "Consumers",
    columns: {
      name: ["Name", ({ _id, email }) => email ?? `Consumer ${_id}`],
      email: ["Email Address", ({ email }) => personal(email)],
      marketingEmail: [
        "Subscription status",
        ({ marketingEmail }) => (marketingEmail ? "Subscribed" : "Unsubscribed"),
      ],
      isActivated: ["Activated", ({ isActivated }) => yesNo(isActivated)],
      createdAt: ["Account created", ({ createdAt }) => instant(createdAt)],
      confirmedAt: ["Email confirmed", ({ confirmedAt }) => instant(confirmedAt)],
      pins: ["Ornament PINs", ({ pins }) => pins.map(ownedPin).join("; ")],
    },
  }),
  settings: table<SettingDocument>({
    title: "Settings",
    columns: {
      name: ["Name", ({ _id }) => settingTitles[_id] ?? _id],
      value: ["Value", ({ value }) => String(value)],
    },
  }),
  pinImports: table<PinImportDocument>({
    title: "CSV imports of PINs",
    columns: {
      name: ["Name", ({ fileName }) => fileName],
      batchName: ["PIN batch", ({ batchName }) => batchName],
      state: ["State", ({ state }) => state],
      added: ["Added", ({ added }) => String(added)],
      duplicates: ["Duplicates", ({ duplicates }) => String(duplicates)],
      bad: ["Not valid", ({ bad }) => String(bad)],
      startedAt: ["Started", ({ startedAt }) => instant(startedAt)],
    },
  }),
};

export const titleOf = (name: TableName): string => tables[name].title;

export const columnsOf = (name: TableName): Readonly<Record<string, string>> => ({
  id: "Id",
  ...Object.fromEntries(Object.entries(tables[name].columns).map(([column, [title]]) => [column, title])),
});

export const rowOf = (name: TableName, document: Document): Readonly<Record<string, string | number>> => ({
  id: document._id,
  ...Object.fromEntries(
    Object.entries(tables[name].columns).map(([column, [, text]]) => [column, text(document)]),
  ),
});
