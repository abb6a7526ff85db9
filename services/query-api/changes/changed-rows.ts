import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import type { ChangedRow } from "@ornament/contracts/api/changes";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { entryFinder, sourcesOf } from "@ornament/contracts/read-models/changed-entries";
import { type ComparedTableName, comparedTables } from "@ornament/contracts/read-models/compared-tables";
import type { ComparisonRow } from "@ornament/contracts/read-models/comparisons";
import type { ReadView } from "../read-side/view.ts";
import { documentsById } from "../table/all-rows.ts";

/** Makes rows of the System action log from its entries. */
type ToRows<E> = (entries: readonly ActionLogDocument[]) => Promise<E[]>;

/** A changed row as the API answers it, with entries of the System action log in any form. */
export type RowWithEntries<E> = Omit<ChangedRow, "fields"> & {
  fields: (Omit<ChangedRow["fields"][number], "entry"> & { entry: E | null })[];
};

/** The changed rows with the entries of their events. */
export async function withEntries<E extends Pick<LogEntryRow, "id">>(
  view: ReadView,
  table: ComparedTableName,
  rows: readonly ComparisonRow[],
  toRows: ToRows<E>,
): Promise<RowWithEntries<E>[]> {
  const { events, requests } = sourcesOf(rows);
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const [ofEvents, ofRequests] = await Promise.all([
    documentsById(log, events),
    log.find({ request: { $in: requests } }).toArray(),
  ]);
  const entryOf = entryFinder([...ofEvents.values(), ...ofRequests]);
  const used = new Set(rows.flatMap(({ fields }) => fields.flatMap((field) => entryOf(field) ?? [])));
  const entries = new Map((await toRows([...used])).map((entry) => [entry.id, entry]));
  const { fields: known } = comparedTables[table];
  return rows.map(({ id, kind, name, fields }) => ({
    id: String(id),
    kind,
    name,
    fields: fields.map(({ field, before, after, event, request }) => ({
      field,
      title: known[field]?.title ?? field,
      before,
      after,
      isInstant: known[field]?.isInstant ?? false,
      event,
      entry: entries.get(entryOf({ event, request })?._id ?? "") ?? null,
    })),
  }));
}
