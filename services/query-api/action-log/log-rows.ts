import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { formatPinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { customerLabel } from "@ornament/contracts/domain/roles";
import type { ActionLogDocument } from "@ornament/contracts/read-models/action-log";
import type { ReadView } from "../read-side/view.ts";
import { type Addresses, adminAddresses, consumerAddresses } from "./log-accounts.ts";

/**
 * Makes rows of entries with the present email addresses. It reads the admins' addresses once, because there
 * are few.
 */
export async function rowMaker(view: ReadView) {
  const admins = await adminAddresses(view);
  return async (entries: readonly ActionLogDocument[]): Promise<LogEntryRow[]> => {
    const subjects = new Set(entries.flatMap(({ subject }) => subject ?? []));
    const addresses = { admins, consumers: await consumerAddresses(view, [...subjects]) };
    return entries.map((entry) => toRow(entry, addresses));
  };
}

/** The mark of an entry whose event another program wrote. */
const forgedLabel = "not written by this product";

/** An entry as the API answers it. */
function toRow(entry: ActionLogDocument, addresses: Addresses): LogEntryRow {
  const { adminId, subject, aboutAdmin, code } = entry;
  return {
    id: entry._id,
    admin:
      adminId === null
        ? null
        : { id: adminId, email: addresses.admins.get(adminId) ?? null, role: entry.adminRole ?? "" },
    role: entry.role,
    actionType: { name: entry.action },
    value: entry.value,
    createdAt: entry.createdAt.toISOString(),
    about: {
      consumer: accountOf(subject, addresses.consumers),
      pin: code === null ? null : { id: pinIdOf(code), pin: formatPinCode(code) },
      admin: accountOf(aboutAdmin, addresses.admins),
    },
    changes: [],
    position: String(entry.position),
    request: null,
    session: null,
    forged: entry.forged,
  };
}

function accountOf(id: number | null, addresses: ReadonlyMap<number, string>) {
  const email = id === null ? undefined : addresses.get(id);
  return id === null || email === undefined ? null : { id, email };
}

/**
 * The new value in an export, followed by the subject and the actor of the entry in brackets, because they
 * have no columns. A person who is named already is not repeated, and a consumer's log does not name the
 * consumer.
 * @param consumerId the consumer whose log is exported
 */
export function valueInReport(
  { role, admin, value, about, forged }: LogEntryRow,
  consumerId: number | undefined,
): string {
  const consumer = about.consumer?.id === consumerId ? undefined : about.consumer?.email;
  const acting = role === customerLabel ? consumer : admin?.email;
  const subject = consumer ?? about.admin?.email;
  const names = [
    ...(subject === undefined || subject === acting || value.includes(subject) ? [] : [subject]),
    ...(acting ? [`by ${acting}`] : []),
  ];
  const bracketed = [...(names.length > 0 ? [names.join(" ")] : []), ...(forged ? [forgedLabel] : [])];
  return [value, ...bracketed.map((text) => `[${text}]`)].filter(Boolean).join(" ");
}
