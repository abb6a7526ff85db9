import { randomUUID } from "node:crypto";
import type { BulkChangeRow, bulkChangeRoutes, LeftAloneRow } from "@ornament/contracts/api/bulk-changes";
import { formatPinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import {
  type BulkChangeDocument,
  bulkChangesReadModel,
  type UndoneDocument,
} from "@ornament/contracts/read-models/bulk-changes";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { KeyRing } from "@ornament/platform/tokens/keyed-hash";
import { sealPinList } from "@ornament/platform/tokens/pin-list";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import { adminAddresses } from "../addresses/admin-addresses.ts";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { type FoundList, pinsToChange } from "./pins-to-change.ts";

type Routes = Pick<typeof bulkChangeRoutes, "listPinsToChange" | "listBulkChanges" | "bulkChangeProfile">;

/** The largest number of bulk changes in the list. */
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

/** The PINs that the bulk change changed last. */
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
    adminAddresses(view, ids),
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
