import type { bulkChangeRoutes } from "@ornament/contracts/api/bulk-changes";
import type { QueryOf, ResponseOf } from "@ornament/contracts/api/route";
import { limits } from "@ornament/contracts/domain/limits";
import { Refusal } from "@ornament/contracts/errors";
import { type BulkChangeDocument, bulkChangesReadModel } from "@ornament/contracts/read-models/bulk-changes";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import type { PinList } from "@ornament/platform/tokens/pin-list";
import type { Collection, Filter } from "mongodb";
import { foundPins } from "../pins/found-pins.ts";
import type { ReadView } from "../read-side/view.ts";
import { filterOfFirstFound } from "../table/first-found.ts";

type Route = (typeof bulkChangeRoutes)["listPinsToChange"];

export type FoundList = Omit<PinList, "id" | "sealedAt">;

/** Documents of one read from the document store. */
const batchSize = 5_000;

/**
 * Lists the PINs of a bulk change and counts those that it would change. Memory holds their ids only.
 * @param reached the position of the read model
 * @param seal seals the list for the admin who asks
 */
export async function pinsToChange(
  view: ReadView,
  query: QueryOf<Route>,
  { reached, seal }: { reached: bigint; seal: (list: FoundList) => string },
): Promise<ResponseOf<Route>> {
  const pins = view.collection<PinDocument>(pinsReadModel);
  const filter: Filter<PinDocument> = query.ids
    ? { _id: { $in: query.ids } }
    : await filterOfFirstFound(pins, await foundPins(view, query));
  const [count, running] = await Promise.all([pins.countDocuments(filter), runningChanges(view)]);
  if (count > limits.bulkChangePins) throw tooMany(count);
  const { ids, wouldChange, batch } = await listed(pins, filter, query.change === "deactivate");
  if (ids.length > limits.bulkChangePins) throw tooMany(ids.length);
  return { pins: seal({ ids, batch, listedAt: reached }), count: ids.length, wouldChange, batch, running };
}

const tooMany = (count: number) =>
  new Refusal("too_many_pins", { details: { count: count.toLocaleString("en-US") } });

const runningChanges = (view: ReadView): Promise<number> =>
  view
    .collection<BulkChangeDocument>(bulkChangesReadModel)
    .countDocuments({ state: { $in: ["running", "stopping"] } });

/** The found PINs in the order of their codes, each once: the keys of this index never change. */
async function listed(pins: Collection<PinDocument>, filter: Filter<PinDocument>, deactivates: boolean) {
  const ids: number[] = [];
  let wouldChange = 0;
  let batch: string | null | undefined;
  const options = { projection: { blocked: 1, batchName: 1 }, hint: { _id: 1 } as const, batchSize };
  for await (const { _id, blocked, batchName } of pins.find(filter, options).sort({ _id: 1 })) {
    ids.push(_id);
    if (ids.length > limits.bulkChangePins) break;
    if (blocked !== deactivates) wouldChange += 1;
    batch = batch === undefined || batch === batchName ? batchName : null;
  }
  return { ids, wouldChange, batch: batch ?? null };
}
