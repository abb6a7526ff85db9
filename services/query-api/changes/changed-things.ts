import type { ChangedThing } from "@ornament/contracts/api/changes";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { type ChangedTableName, changedTables } from "@ornament/contracts/tables/changed-tables";
import type { Filter } from "mongodb";
import { bulkChangeName, consumerName } from "../action-log/entry-names.ts";
import { rowMaker } from "../action-log/log-rows.ts";
import { changingTypes } from "../action-log/values-before.ts";
import type { ReadView } from "../read-side/view.ts";
import { documentsById, documentsInOrder, type Wanted } from "../table/all-rows.ts";
import { type Page, windowOf } from "../table/paging.ts";

/** The changes of a table that are asked for: after `from`, up to `to`. */
export interface Between {
  readonly table: ChangedTableName;
  readonly from: Date;
  readonly to: Date;
}

const acts = ["PinImportCompleted", "PinImportInterrupted", "PinsDeactivated", "PinsActivated"];
const additions = ["AdminAccountCreated", "ConsumerRegistered"];
const kinds: readonly ChangedThing["kind"][] = ["act", "changed", "added"];

const mostEntries = 10;

/** The entries that changed something between the instants, newest first. */
export const changesBetween = ({ table, from, to }: Between): Wanted<ActionLogDocument> => ({
  filter: {
    group: { $in: [...changedTables[table].groups] },
    type: { $in: [...changingTypes, ...acts] },
    folded: false,
    createdAt: { $gt: from, $lte: to },
  } satisfies Filter<ActionLogDocument>,
  sort: { createdAt: -1, commit: -1 },
});

const fields = ["type", "group", "about", "subject", "bulkChange"] as const;
type Entry = Pick<ActionLogDocument, "_id" | (typeof fields)[number]>;

/** The thing that an entry changed, as the log's filter `subject` names it. */
export function thingOf({ group, about, subject, bulkChange }: Entry): string {
  if (bulkChange !== null) return bulkChangeName(bulkChange);
  return (group === "consumers" || about === null) && subject !== null
    ? consumerName(subject)
    : (about ?? "");
}

type Found = Pick<ChangedThing, "subject" | "kind" | "more"> & { ids: string[] };

/** A page of the changed things: imports and bulk changes, then changed things, then new accounts. */
export async function changedThings(
  view: ReadView,
  between: Between,
  page: Page,
): Promise<{ rows: ChangedThing[]; count: number }> {
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const things = new Map<string, Found>();
  for await (const batch of documentsInOrder(log, changesBetween(between), fields))
    for (const entry of batch) count(things, entry);
  const inOrder = kinds.flatMap((kind) => [...things.values()].filter((thing) => thing.kind === kind));
  const { skip, limit } = windowOf(page);
  const shown = inOrder.slice(skip, skip + limit);
  const found = await documentsById(
    log,
    shown.flatMap(({ ids }) => ids),
  );
  const toRows = await rowMaker(view);
  const entries = new Map((await toRows([...found.values()])).map((entry) => [entry.id, entry]));
  const rows = shown.map(({ ids, ...thing }) => ({
    ...thing,
    entries: ids.flatMap((id) => entries.get(id) ?? []),
  }));
  return { rows, count: inOrder.length };
}

function count(things: Map<string, Found>, entry: Entry): void {
  const subject = thingOf(entry);
  const thing = things.get(subject) ?? { subject, kind: "changed", more: 0, ids: [] };
  if (acts.includes(entry.type)) thing.kind = "act";
  if (additions.includes(entry.type)) thing.kind = "added";
  if (thing.ids.length < mostEntries) thing.ids.push(entry._id);
  else thing.more += 1;
  things.set(subject, thing);
}
