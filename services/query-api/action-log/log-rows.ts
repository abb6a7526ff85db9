import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { formatPinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { customerLabel } from "@ornament/contracts/domain/roles";
import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import { adminAddresses } from "../addresses/admin-addresses.ts";
import type { ReadView } from "../read-side/view.ts";
import { actsOf } from "./acts.ts";
import { adminIn, bulkChangeName, codeIn, consumerName } from "./entry-names.ts";
import { type Addresses, consumerAddresses } from "./log-accounts.ts";
import { sessionsOf } from "./session-places.ts";
import { valuesBefore } from "./values-before.ts";

/** The columns of an entry and its accounts, without what other entries add to it. */
export type PlainRow = Omit<LogEntryRow, "changes" | "partOf" | "others" | "session">;

/**
 * Makes rows of entries with the present email addresses, and nothing from other entries. It reads the admins'
 * addresses once, because there are few.
 */
export async function plainRowMaker(view: ReadView) {
  const admins = await adminAddresses(view);
  return async (entries: readonly ActionLogDocument[]): Promise<PlainRow[]> => {
    const subjects = [...new Set(entries.flatMap(({ subject }) => subject ?? []))];
    const consumers = await consumerAddresses(view, subjects);
    return entries.map((entry) => plainRow(entry, { admins, consumers }));
  };
}

/** Makes whole rows of entries: also with the values before, the act and the session. */
export async function rowMaker(view: ReadView) {
  const toPlainRows = await plainRowMaker(view);
  return async (entries: readonly ActionLogDocument[]): Promise<LogEntryRow[]> => {
    const [rows, before, actOf, sessionOf] = await Promise.all([
      toPlainRows(entries),
      valuesBefore(view, entries),
      actsOf(view, entries),
      sessionsOf(view, entries),
    ]);
    return entries.flatMap((entry, n) => {
      const row = rows[n];
      if (!row) return [];
      const from = before(entry);
      const changes = entry.changes.map(({ what, to }, place) => ({ what, from: from[place] ?? null, to }));
      return [{ ...row, changes, ...actOf(entry), session: sessionOf(entry) }];
    });
  };
}

/** An entry as the API answers it. */
function plainRow(entry: ActionLogDocument, addresses: Addresses): PlainRow {
  const { actor, subject, about } = entry;
  const admin = adminIn(actor);
  const code = codeIn(about ?? "");
  return {
    id: entry._id,
    admin:
      admin === undefined
        ? null
        : { id: admin, role: entry.adminRole ?? "", ...(addresses.admins.get(admin) ?? erasedAdmin) },
    actor,
    role: entry.role,
    actionType: { name: entry.action },
    value: entry.value,
    createdAt: entry.createdAt.toISOString(),
    subjects: subjectsOf(entry),
    about: {
      consumer: consumerOf(subject ?? undefined, addresses.consumers),
      pin: code === undefined ? null : { id: pinIdOf(code), pin: formatPinCode(code) },
      admin: adminOf(adminIn(about ?? ""), addresses.admins),
    },
    position: String(entry.commit),
    request: entry.request,
    bulkChange: entry.bulkChange,
  };
}

const subjectsOf = ({ about, subject, bulkChange }: ActionLogDocument): string[] => [
  ...(about === null ? [] : [about]),
  ...(subject === null ? [] : [consumerName(subject)]),
  ...(bulkChange === null ? [] : [bulkChangeName(bulkChange)]),
];

/** An admin whose data are erased. */
const erasedAdmin = { email: null, deleted: true };

function consumerOf(id: number | undefined, addresses: Addresses["consumers"]) {
  const email = id === undefined ? undefined : addresses.get(id);
  return id === undefined || email === undefined ? null : { id, email };
}

function adminOf(id: number | undefined, addresses: Addresses["admins"]) {
  const admin = id === undefined ? undefined : addresses.get(id);
  return id === undefined || admin === undefined ? null : { id, ...admin };
}

/**
 * The new value in an export, followed by the subject and the actor of the entry in brackets, because they
 * have no columns. A person who is named already is not repeated, and a consumer's log does not name the
 * consumer.
 * @param consumerId the consumer whose log is exported
 */
export function valueInReport(
  { role, admin, value, about }: PlainRow,
  consumerId: number | undefined,
): string {
  const consumer = about.consumer?.id === consumerId ? undefined : about.consumer?.email;
  const acting = role === customerLabel ? consumer : admin?.email;
  const subject = consumer ?? about.admin?.email;
  const names = [
    ...(subject === undefined || subject === acting || value.includes(subject) ? [] : [subject]),
    ...(acting ? [`by ${acting}`] : []),
  ];
  return [value, names.length > 0 ? `[${names.join(" ")}]` : ""].filter(Boolean).join(" ");
}
