import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import type { ReadView } from "../read-side/view.ts";
import { documentsById } from "../table/all-rows.ts";

type Entry = Pick<ActionLogDocument, "_id" | "commit" | "action" | "request" | "cause">;

/** The first entry of the act that an entry is part of; `null` for that entry itself. */
export type PartOf = (entry: Entry) => LogEntryRow["partOf"];

const fields = { commit: 1, action: 1, request: 1, cause: 1 } as const;

/**
 * Finds what entries are part of: the first entry of their request. For an entry without a request it is the
 * entry that it follows from.
 */
export async function actsOf(view: ReadView, entries: readonly Entry[]): Promise<PartOf> {
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const requests = [...new Set(entries.flatMap(({ request }) => request ?? []))];
  const causes = [...new Set(entries.flatMap(({ cause }) => cause ?? []))];
  const [ofRequests, ofCauses] = await Promise.all([
    requests.length === 0
      ? []
      : log.find({ request: { $in: requests }, forged: false }, { projection: fields }).toArray(),
    documentsById(log, causes, { ...fields, deleted: 1 }),
  ]);
  const first = new Map<string, Entry>();
  for (const entry of ofRequests) {
    const known = first.get(entry.request ?? "");
    if (!known || entry.commit < known.commit) first.set(entry.request ?? "", entry);
  }
  return ({ _id, request, cause }) => {
    const leading = request === null ? ofCauses.get(cause ?? "") : first.get(request);
    return leading && leading._id !== _id ? { id: leading._id, action: leading.action } : null;
  };
}
