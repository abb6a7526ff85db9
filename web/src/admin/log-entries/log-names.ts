import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { customerLabel } from "@ornament/contracts/domain/roles";
import { adminProfilePath, consumerProfilePath, pinPath } from "../page/paths.ts";
import { adminSubject, consumerSubject, pinSubject } from "./subjects.ts";

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

type Subjects = LogEntryRow["about"];

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

const consumerName = ({ consumer }: Subjects, { consumerId }: LogView): NamedInLog | undefined =>
  consumer && consumer.id !== consumerId
    ? { text: consumer.email, subject: consumerSubject(consumer.id), to: consumerProfilePath(consumer.id) }
    : undefined;

/** The email address of the person who acted. An admin whose data were erased has none. */
export function actorOf({ role, admin, about }: LogEntryRow, view: LogView): NamedInLog | undefined {
  if (role === customerLabel) return consumerName(about, view);
  return admin?.email ? adminName({ ...admin, email: admin.email }, view) : undefined;
}

/** The PIN and accounts that the entry is about, without the person who acted. */
export function subjectsOf(entry: LogEntryRow, view: LogView): NamedInLog[] {
  const { about } = entry;
  const actor = actorOf(entry, view);
  const subjects = [
    about.pin && {
      text: about.pin.pin,
      subject: pinSubject(about.pin.pin),
      to: pinPath(about.pin.pin),
    },
    consumerName(about, view),
    about.admin && adminName(about.admin, view),
  ];
  return subjects.flatMap((subject) => (subject && subject.text !== actor?.text ? [subject] : []));
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
