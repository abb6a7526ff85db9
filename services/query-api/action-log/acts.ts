import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import type { ReadView } from "../read-side/view.ts";
import { documentsById } from "../table/all-rows.ts";

type Entry = Pick<ActionLogDocument, "_id" | "commit" | "action" | "request" | "cause">;

/** The act of an entry: its first entry, unless it is this one, and the number of the other entries. */
export type ActOf = (entry: Entry) => Pick<LogEntryRow, "partOf" | "others">;

const fields = { commit: 1, action: 1, request: 1, cause: 1 } as const;

/**
 * Finds the acts of entries: the entries of the same request. Of an entry without a request only the entry that
 * it follows from is known.
 */
export async function actsOf(view: ReadView, entries: readonly Entry[]): Promise<ActOf> {
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const requests = [...new Set(entries.flatMap(({ request }) => request ?? []))];
  const causes = [...new Set(entries.flatMap(({ cause }) => cause ?? []))];
  const [ofRequests, ofCauses] = await Promise.all([
    requests.length === 0
      ? []
      : log.find({ request: { $in: requests }, forged: false }, { projection: fields }).toArray(),
    documentsById(log, causes, { ...fields, deleted: 1 }),
  ]);
  const acts = new Map<string, Entry[]>();
  for (const entry of ofRequests.toSorted((a, b) => Number(a.commit - b.commit))) {
    const act = acts.get(entry.request ?? "");
    if (act) act.push(entry);
    else acts.set(entry.request ?? "", [entry]);
  }
  return ({ _id, request, cause }) => {
    const act = request === null ? [ofCauses.get(cause ?? "")] : (acts.get(request) ?? []);
    const [leading] = act;
    return {
      partOf: leading && leading._id !== _id ? { id: leading._id, action: leading.action } : null,
      others: act.filter((other) => other && other._id !== _id).length,
    };
  };
}
