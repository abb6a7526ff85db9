import { randomUUID } from "node:crypto";
import type { BulkChangeRow, bulkChangeRoutes, LeftAloneRow } from "@ornament/contracts/bulk-changes/api";
import {
  type BulkChangeDocument,
  bulkChangesReadModel,
  type UndoneDocument,
} from "@ornament/contracts/bulk-changes/document";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { QueryOf, ResponseOf } from "@ornament/contracts/routes/route";
import { limits } from "@ornament/contracts/values/limits";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { KeyRing } from "@ornament/platform/tokens/keyed-hash";
import { type PinList, sealPinList } from "@ornament/platform/tokens/pin-list";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import type { Collection, Filter } from "mongodb";
import { adminEmails } from "./emails.ts";
import { foundPins } from "./pins/found-pins.ts";
import type { ReadSide } from "./read-side/read-side.ts";
import { reading } from "./read-side/reading.ts";
import type { ReadView } from "./read-side/view.ts";
import { filterOfFirstFound } from "./table/paging.ts";

type Routes = Pick<typeof bulkChangeRoutes, "listPinsToChange" | "listBulkChanges" | "bulkChangeProfile">;

const mostListed = 20;

/** @param keys the ring that command-api opens a list of PINs with */
export function bulkChangeHandlers(readSide: ReadSide, keys: KeyRing): HandlersFor<Routes> {
  // A list of 100,000 PINs takes seconds of work.
  const oneOfCaller = oneAtATime();
  return {
    listPinsToChange: reading(readSide, ({ query, caller }, view, reached) => {
      if (caller.kind !== "admin") throw new Refusal("admin_error", { errors: ["admin_error"] });
      const made = { id: randomUUID(), sealedAt: readSide.clock() };
      const seal = (list: FoundList) => sealPinList(keys, caller.id, { ...made, ...list });
      return oneOfCaller(String(caller.id), () => pinsToChange(view, query, { reached, seal }));
    }),
    listBulkChanges: reading(readSide, async (_request, view) => {
      const newest = await bulkChangesOf(view)
        .find()
        .sort({ startedAt: -1, _id: -1 })
        .limit(mostListed)
        .toArray();
      return { rows: await toRows(view, newest) };
    }),
    bulkChangeProfile: reading(readSide, async ({ params }, view) => {
      const found = await bulkChangesOf(view).findOne({ _id: params.id });
      if (!found) throw new Refusal("bulk_change_not_found");
      const [[row], undoable] = await Promise.all([toRows(view, [found]), undoablePins(view, found)]);
      if (!row) throw new Refusal("bulk_change_not_found");
      const { firstRefused, firstAlready } = found;
      const rest = [
        ...firstRefused,
        ...firstAlready.map((code) => ({ code, reason: "already" as const })),
      ].slice(0, mostLeftAlone);
      return { ...row, leftAlone: rest.map(toLeftAlone), undoable };
    }),
  };
}

const mostLeftAlone = 100;

const bulkChangesOf = (view: ReadView) => view.collection<BulkChangeDocument>(bulkChangesReadModel);

const undoablePins = (view: ReadView, { _id, change }: BulkChangeDocument): Promise<number> =>
  view
    .collection<PinDocument>(pinsReadModel)
    .countDocuments({ blocked: change === "deactivate", lastBulkChange: _id });

const toLeftAlone = ({ code, reason }: BulkChangeDocument["firstRefused"][number]): LeftAloneRow => ({
  id: pinIdOf(code),
  pin: formatPinCode(code),
  reason,
});

async function toRows(view: ReadView, found: readonly BulkChangeDocument[]): Promise<BulkChangeRow[]> {
  const ids = [...new Set(found.flatMap(({ adminId }) => adminId ?? []))];
  const [admins, undone] = await Promise.all([
    adminEmails(view, ids),
    view
      .collection<UndoneDocument>(bulkChangesReadModel, "undone")
      .find({ _id: { $in: found.map(({ _id }) => _id) } })
      .toArray(),
  ]);
  const undoneBy = new Map(undone.map(({ _id, by }) => [_id, by]));
  return found.map(({ _id, adminId, startedAt, updatedAt, undoes, ...bulkChange }) => {
    const { change, comment, batch, state, total, done, changed, already, refused } = bulkChange;
    return {
      id: _id,
      change,
      comment,
      batch,
      state,
      total,
      done,
      changed,
      already,
      refused,
      startedAt: startedAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      admin: adminId === null ? null : { id: adminId, email: admins.get(adminId)?.email ?? null },
      undoes: undoes && { id: undoes.id, startedAt: undoes.startedAt.toISOString() },
      undoneBy: undoneBy.get(_id) ?? null,
    };
  });
}

type Route = (typeof bulkChangeRoutes)["listPinsToChange"];

type FoundList = Omit<PinList, "id" | "sealedAt">;

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
