import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import {
  type ActionLogDocument,
  actionLogReadModel,
  type LogSessionDocument,
} from "@ornament/contracts/action-log/document";
import { present } from "@ornament/contracts/projections/read-model";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { customerLabel } from "@ornament/contracts/values/roles";
import type { Collection } from "mongodb";
import { adminEmails, consumerEmails, type Emails } from "../emails.ts";
import type { ReadView } from "../read-side/view.ts";
import { documentsById } from "../table/all-rows.ts";
import { adminIn, bulkChangeName, codeIn, consumerName } from "./entry-names.ts";
import { Places } from "./places.ts";
import { valuesBefore } from "./values-before.ts";

/** The columns of an entry and its accounts, without what other entries add to it. */
export type PlainRow = Omit<LogEntryRow, "changes" | "partOf" | "others" | "session">;

/** Makes rows of entries with the present email addresses, and nothing from other entries. */
export async function plainRowMaker(view: ReadView) {
  const admins = await adminEmails(view);
  return async (entries: readonly ActionLogDocument[]): Promise<PlainRow[]> => {
    const subjects = [...new Set(entries.flatMap(({ subject }) => subject ?? []))];
    const consumers = await consumerEmails(view, subjects);
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
      const changes = entry.changes.map(({ thing, what, to }, place) => {
        const named = thing.endsWith("/owner") ? ownerIn(row.about) : (text: string | null) => text;
        return { what, from: named(from[place] ?? null), to: named(to) ?? to };
      });
      return [{ ...row, changes, ...actOf(entry), session: sessionOf(entry) }];
    });
  };
}

/** Names the consumer of an entry by the present email address. */
const ownerIn =
  ({ consumer }: PlainRow["about"]) =>
  (text: string | null) =>
    consumer && text === `Consumer ${consumer.id}` ? consumer.email : text;

function plainRow(entry: ActionLogDocument, addresses: Emails): PlainRow {
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

const erasedAdmin = { email: null, deleted: true };

function consumerOf(id: number | undefined, addresses: Emails["consumers"]) {
  const email = id === undefined ? undefined : addresses.get(id);
  return id === undefined || email === undefined ? null : { id, email };
}

function adminOf(id: number | undefined, addresses: Emails["admins"]) {
  const admin = id === undefined ? undefined : addresses.get(id);
  return id === undefined || admin === undefined ? null : { id, ...admin };
}

/**
 * The new value in an export, followed by the subject and the actor in brackets, unless they are named already.
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

type Entry = Pick<
  ActionLogDocument,
  "_id" | "commit" | "action" | "type" | "request" | "cause" | "bulkChange" | "folded"
>;

type ActOf = (entry: Entry) => Pick<LogEntryRow, "partOf" | "others">;

const fields = { commit: 1, action: 1, type: 1, request: 1, cause: 1, bulkChange: 1, folded: 1 } as const;

/** Finds the acts of entries: the entries of the same request, of the cause, or of the bulk change. */
async function actsOf(view: ReadView, entries: readonly Entry[]): Promise<ActOf> {
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const single = entries.filter((entry) => !isOfBulkChange(entry));
  const requests = [...new Set(single.flatMap(({ request }) => request ?? []))];
  const causes = [...new Set(single.flatMap(({ cause }) => cause ?? []))];
  const [ofRequests, ofCauses, ofBulkChange] = await Promise.all([
    requests.length === 0 ? [] : log.find({ request: { $in: requests } }, { projection: fields }).toArray(),
    documentsById(log, causes, { ...fields, deleted: 1 }),
    bulkChangeActs(log, entries.filter(isOfBulkChange)),
  ]);
  const acts = new Map<string, Entry[]>();
  for (const entry of ofRequests.toSorted((a, b) => Number(a.commit - b.commit))) {
    const act = acts.get(entry.request ?? "");
    if (act) act.push(entry);
    else acts.set(entry.request ?? "", [entry]);
  }
  return (entry) => {
    if (isOfBulkChange(entry)) return ofBulkChange(entry);
    const { _id, request, cause } = entry;
    const act = request === null ? [ofCauses.get(cause ?? "")] : (acts.get(request) ?? []);
    const [leading] = act;
    return {
      partOf: leading && leading._id !== _id ? { id: leading._id, action: leading.action } : null,
      others: act.filter((other) => other && other._id !== _id).length,
    };
  };
}

const ofWhole = ["PinsDeactivated", "PinsActivated"];

/** An entry of the whole bulk change, or of one of its PINs. Its stop is an act of its own. */
const isOfBulkChange = ({ bulkChange, folded, type }: Entry): boolean =>
  bulkChange !== null && (folded || ofWhole.includes(type));

/** The entries of the PINs are counted and not read: there may be 100,000 of them. */
async function bulkChangeActs(log: Collection<ActionLogDocument>, entries: readonly Entry[]): Promise<ActOf> {
  const ids = [...new Set(entries.flatMap(({ bulkChange }) => bulkChange ?? []))];
  const acts = await Promise.all(
    ids.map(async (bulkChange) => {
      const [whole, pins] = await Promise.all([
        log.findOne({ bulkChange, folded: false, type: { $in: ofWhole } }, { projection: fields }),
        log.countDocuments({ bulkChange, folded: true }),
      ]);
      return [bulkChange, { whole, pins }] as const;
    }),
  );
  const byId = new Map(acts);
  return ({ bulkChange, folded }) => {
    const { whole, pins } = byId.get(bulkChange ?? "") ?? { whole: null, pins: 0 };
    if (!folded) return { partOf: null, others: pins };
    return { partOf: whole && { id: whole._id, action: whole.action }, others: Math.max(0, pins - 1) };
  };
}

async function sessionsOf(view: ReadView, entries: readonly ActionLogDocument[]) {
  const ids = [...new Set(entries.flatMap(({ session }) => session ?? []))];
  const documents = view.collection<LogSessionDocument>(actionLogReadModel, "sessions");
  const found = ids.length === 0 ? [] : await documents.find({ ...present, session: { $in: ids } }).toArray();
  const places = new Places(found);
  return ({ session, commit }: ActionLogDocument): LogEntryRow["session"] =>
    session === null ? null : { id: session, browser: null, address: null, ...places.at(session, commit) };
}
