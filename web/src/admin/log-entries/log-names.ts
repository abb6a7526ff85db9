import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { customerLabel, systemLabel } from "@ornament/contracts/values/roles";
import { adminProfilePath, consumerProfilePath, logPathWith, pinPath, settingsPath } from "../page/paths.ts";
import { adminSubject, consumerSubject, subjectText } from "./subjects.ts";

/** A PIN or email address in an entry, and the page that it leads to. */
export interface NamedInLog {
  text: string;
  /** The API's name of it, such as `admin-3`. */
  subject: string;
  to?: string | undefined;
  /** Whether the account was deleted since. */
  deleted?: boolean | undefined;
}

/**
 * How the log is shown: to an admin who may open admin accounts, or for one consumer, whom its entries don't
 * name.
 */
export interface LogView {
  opensAdmins: boolean;
  consumerId?: number | undefined;
  /** Shows only the entries of an actor, such as `admin-3`. Without it names have no button for that. */
  onActor?: ((actor: string) => void) | undefined;
}

type Accounts = LogEntryRow["about"];

interface NamedAdmin {
  id: number;
  email: string;
  deleted: boolean;
}

const adminName = ({ id, email, deleted }: NamedAdmin, { opensAdmins }: LogView): NamedInLog => ({
  text: email,
  subject: adminSubject(id),
  to: opensAdmins && !deleted ? adminProfilePath(id) : undefined,
  deleted,
});

/** A consumer who was deleted, or an admin whose data were erased. */
const erasedName = (subject: string): NamedInLog => ({
  text: capitalized(subjectText(subject)),
  subject,
  deleted: true,
});

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const consumerName = (subject: string, { consumer }: Accounts): NamedInLog =>
  consumer && consumerSubject(consumer.id) === subject
    ? { text: consumer.email, subject, to: consumerProfilePath(consumer.id) }
    : erasedName(subject);

/** The person who acted. `undefined` for the system, and for the consumer whose log is shown. */
export function actorOf({ actor, role, admin, about }: LogEntryRow, view: LogView): NamedInLog | undefined {
  if (role === customerLabel) return isShown(actor, view) ? consumerName(actor, about) : undefined;
  if (!admin) return undefined;
  return admin.email === null ? erasedName(actor) : adminName({ ...admin, email: admin.email }, view);
}

const isShown = (subject: string, { consumerId }: LogView) =>
  consumerId === undefined || subject !== consumerSubject(consumerId);

/** The PIN and accounts that the entry is about, without the person who acted. */
export const subjectsOf = (entry: LogEntryRow, view: LogView): NamedInLog[] =>
  allSubjectsOf(entry, view).filter(({ subject }) => /^(?:pin|consumer|admin)-/.test(subject));

/** Everything that the entry is about, also a setting or an import, without the person who acted. */
export const allSubjectsOf = (entry: LogEntryRow, view: LogView): NamedInLog[] =>
  entry.subjects
    .filter((subject) => subject !== entry.actor && isShown(subject, view))
    .map((subject) => nameOf(subject, entry.about, view));

/** A subject of an entry, with the page that it leads to. */
export function nameOf(subject: string, about: Accounts, view: LogView): NamedInLog {
  const [kind] = subject.split("-", 1);
  if (kind === "pin" && about.pin) return { text: about.pin.pin, subject, to: pinPath(about.pin.pin) };
  if (kind === "consumer") return consumerName(subject, about);
  if (kind === "admin") return about.admin ? adminName(about.admin, view) : erasedName(subject);
  if (kind === "setting") return { text: subjectText(subject), subject, to: settingsPath };
  if (kind === "import") return { text: "Import", subject, to: logPathWith({ subject }) };
  if (kind === "bulkChange") return { text: "Bulk change", subject, to: logPathWith({ subject }) };
  return { text: subjectText(subject), subject };
}

/** A value that begins with one of the names: that name, the text after it, and the other names. */
export function splitValue(value: string, subjects: readonly NamedInLog[]) {
  const first = subjects.find(
    ({ text }) => value.startsWith(text) && /^($|[:,])/.test(value.slice(text.length)),
  );
  return {
    first,
    rest: first ? value.slice(first.text.length) : value,
    others: subjects.filter((subject) => subject !== first),
  };
}

/** The browser and network address of an entry's actor; "" for the system, which has none. */
export function fromWhere(entry: Pick<LogEntryRow, "role" | "session" | "admin" | "about">): string {
  const { role, session, admin, about } = entry;
  if (session === null) return role === systemLabel ? "" : "Not recorded";
  const { browser, address } = session;
  if (browser || address) return [browser, address].filter(Boolean).join(", ");
  const person = role === customerLabel ? about.consumer : admin?.email;
  return person ? "Not recorded" : "Erased or not recorded";
}
