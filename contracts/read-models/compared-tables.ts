import { describeDevice } from "../domain/device-description.ts";
import { formatPinCode } from "../domain/pin-code.ts";
import { roleLabel } from "../domain/roles.ts";
import { type SettingName, settingTitles } from "../domain/settings.ts";
import type { ProjectionName } from "../events/projections.ts";
import type { AdminDocument } from "./admins.ts";
import type { ConsumerDocument, OwnedPinDocument } from "./consumers.ts";
import { pastReadModels } from "./jobs.ts";
import type { PinImportDocument } from "./pin-imports.ts";
import type { DeviceDocument, PinDocument } from "./pins.ts";
import type { SettingDocument } from "./settings.ts";

/** A field of a table as people read it: its title, and its value in words. */
export interface ComparedField<D> {
  readonly title: string;
  /** The value; "" for none. An instant is ISO 8601 in UTC. */
  text(document: D): string;
}

/** The parts of a read model's documents (part `main`) that people read. */
interface ComparedTable<D> {
  /** The name of the table on screens. */
  readonly title: string;
  /** The name of a row. */
  nameOf(document: D): string;
  readonly fields: Readonly<Record<string, ComparedField<D>>>;
}

/** The tables that can be written as files. */
export const comparedTableNames = pastReadModels;
export type ComparedTableName = (typeof comparedTableNames)[number];

const erased = "(erased)";
const personal = (text: string | null) => text ?? erased;
const yesNo = (value: boolean) => (value ? "Yes" : "No");
const instant = (value: Date | null) => value?.toISOString() ?? "";

const table = <D>(definition: ComparedTable<D>) => definition;

const admins = table<Omit<AdminDocument, "position" | "deleted">>({
  title: "Admins",
  nameOf: ({ _id, email }) => email ?? `Admin ${_id}`,
  fields: {
    email: { title: "Email Address", text: ({ email }) => personal(email) },
    firstName: { title: "First name", text: ({ firstName }) => personal(firstName) },
    lastName: { title: "Last name", text: ({ lastName }) => personal(lastName) },
    role: { title: "Role", text: ({ role }) => roleLabel(role) },
    isActivated: { title: "Activated", text: ({ isActivated }) => yesNo(isActivated) },
    createdAt: { title: "Account created", text: ({ createdAt }) => instant(createdAt) },
  },
});

const ownedPin = ({ code, name, status }: OwnedPinDocument) =>
  `${formatPinCode(code)}${name === "" ? "" : ` ${personal(name)}`}${status ? "" : " (deactivated)"}`;

const consumers = table<Omit<ConsumerDocument, "position" | "deleted">>({
  title: "Consumers",
  nameOf: ({ _id, email }) => email ?? `Consumer ${_id}`,
  fields: {
    email: { title: "Email Address", text: ({ email }) => personal(email) },
    marketingEmail: {
      title: "Subscription status",
      text: ({ marketingEmail }) => (marketingEmail ? "Subscribed" : "Unsubscribed"),
    },
    isActivated: { title: "Activated", text: ({ isActivated }) => yesNo(isActivated) },
    createdAt: { title: "Account created", text: ({ createdAt }) => instant(createdAt) },
    confirmedAt: {
      title: "Email confirmed",
      text: ({ confirmedAt }) => instant(confirmedAt),
    },
    pins: { title: "Ornament PINs", text: ({ pins }) => pins.map(ownedPin).join("; ") },
  },
});

const device = ({ id, name, userAgent }: DeviceDocument) =>
  `${id}: ${name || (userAgent === null ? erased : describeDevice(userAgent))}`;

const pinStatus = ({ status, blocked }: Pick<PinDocument, "status" | "blocked">) =>
  blocked ? "Deactivated" : status ? "Registered" : "Not registered";

const pins = table<Omit<PinDocument, "position" | "deleted">>({
  title: "Pins",
  nameOf: ({ pin }) => pin,
  fields: {
    email: {
      title: "Email Address",
      text: ({ consumerId, email }) => (consumerId === null ? "" : personal(email)),
    },
    status: { title: "PIN Status", text: pinStatus },
    devices: { title: "Devices", text: ({ devices }) => devices.map(device).join("; ") },
    batchName: { title: "PIN batch", text: ({ batchName }) => batchName },
    registeredAt: {
      title: "Activation date",
      text: ({ registeredAt }) => instant(registeredAt),
    },
    comment: { title: "Commentary", text: ({ comment }) => comment },
  },
});

const settings = table<Omit<SettingDocument, "position" | "deleted">>({
  title: "Settings",
  nameOf: ({ _id }) => settingTitles[_id as SettingName] ?? _id,
  fields: { value: { title: "Value", text: ({ value }) => String(value) } },
});

const pinImports = table<Omit<PinImportDocument, "position" | "deleted">>({
  title: "CSV imports of PINs",
  nameOf: ({ fileName }) => fileName,
  fields: {
    batchName: { title: "PIN batch", text: ({ batchName }) => batchName },
    state: { title: "State", text: ({ state }) => state },
    added: { title: "Added", text: ({ added }) => String(added) },
    duplicates: { title: "Duplicates", text: ({ duplicates }) => String(duplicates) },
    bad: { title: "Not valid", text: ({ bad }) => String(bad) },
    startedAt: { title: "Started", text: ({ startedAt }) => instant(startedAt) },
  },
});

/** The tables by the names of their read models. */
export const comparedTables = { admins, pins, consumers, settings, pinImports } as Readonly<
  Record<ComparedTableName, ComparedTable<Document>>
>;

type Document = Readonly<Record<string, unknown>>;

/** Whether the read model's table can be written as a file. */
export const isComparedTable = (name: ProjectionName): name is ComparedTableName =>
  (comparedTableNames as readonly ProjectionName[]).includes(name);

/** The values of a document in words, by field; none without a document. */
export function valuesOf(name: ComparedTableName, document: Document | undefined): Record<string, string> {
  if (document === undefined) return {};
  const { fields } = comparedTables[name];
  return Object.fromEntries(Object.entries(fields).map(([field, { text }]) => [field, text(document)]));
}
