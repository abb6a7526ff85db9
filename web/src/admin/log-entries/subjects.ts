import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { formatPinCode, searchedPinCode } from "@ornament/contracts/values/pin-code";
import { systemLabel } from "@ornament/contracts/values/roles";
import { type SettingName, settingNames } from "@ornament/contracts/values/settings";

// The log's API names the actor and the subject of an entry by a kind and an id, such as `admin-3`.

export const adminSubject = (id: number) => `admin-${id}`;
export const consumerSubject = (id: number) => `consumer-${id}`;
/** @param pin XXXX-XXX */
export const pinSubject = (pin: string) => `pin-${pin.replace("-", "")}`;
export const settingSubject = (name: SettingName) => `setting-${name}`;
export const batchSubject = (name: string) => `batch-${name}`;
export const bulkChangeSubject = (id: string) => `bulkChange-${id}`;
export const systemActor = "system";

/** The names of the settings on screens. */
export const settingLabels: Readonly<Record<SettingName, string>> = {
  numberDevices: "Number of devices",
  playerUrl: "Player link",
};

/** Whether a text is an actor as the API names it. */
export const isActor = (text: string): boolean => /^(?:(?:admin|consumer)-\d{1,16}|system)$/.test(text);

/** The subject of a text that names it completely: a PIN or the API's name. */
export function subjectOf(text: string): string | undefined {
  const code = searchedPinCode(text);
  if (code) return `pin-${code}`;
  return /^(?:pin|consumer|admin|setting|batch|import|bulkChange)-.+$/.test(text) ? text : undefined;
}

/** The name of an actor or subject on screens. Email addresses are taken from entries that have them. */
export function subjectText(subject: string, rows: readonly LogEntryRow[] = []): string {
  if (subject === systemActor) return systemLabel;
  const [, kind = "", id = ""] = /^([a-zA-Z]+)-(.*)$/.exec(subject) ?? [];
  switch (kind) {
    case "pin":
      return `PIN ${formatPinCode(id)}`;
    case "setting":
      return settingNames.includes(id as SettingName) ? settingLabels[id as SettingName] : subject;
    case "batch":
      return `PIN batch “${id}”`;
    case "import":
      return "one import";
    case "bulkChange":
      return "one bulk change";
    case "admin":
    case "consumer":
      return emailIn(rows, kind, Number(id)) ?? `${kind} ${id}`;
    default:
      return subject;
  }
}

function emailIn(rows: readonly LogEntryRow[], kind: "admin" | "consumer", id: number): string | undefined {
  for (const { admin, about } of rows) {
    const people = kind === "admin" ? [admin, about.admin] : [about.consumer];
    const email = people.find((person) => person?.id === id)?.email;
    if (email) return email;
  }
  return undefined;
}
