import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import type { Collection } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { documentsById } from "../table/all-rows.ts";

type Entry = Pick<
  ActionLogDocument,
  "_id" | "commit" | "action" | "type" | "request" | "cause" | "bulkChange" | "folded"
>;

/** The act of an entry: its first entry, unless it is this one, and the number of the other entries. */
export type ActOf = (entry: Entry) => Pick<LogEntryRow, "partOf" | "others">;

const fields = { commit: 1, action: 1, type: 1, request: 1, cause: 1, bulkChange: 1, folded: 1 } as const;

/**
 * Finds the acts of entries: the entries of the same request. Of an entry without a request only the entry that
 * it follows from is known. The act of a bulk change is led by the entry of the whole, which comes last.
 */
export async function actsOf(view: ReadView, entries: readonly Entry[]): Promise<ActOf> {
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

/** The types of the entry of a whole bulk change. */
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
