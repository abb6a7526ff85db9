import type { PinRow, pinRoutes } from "@ornament/contracts/api/pins";
import type { QueryOf } from "@ornament/contracts/api/route";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { type BatchDocument, type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import { searchable } from "@ornament/contracts/read-models/search-text";
import { pinsTable } from "@ornament/contracts/tables/pins";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Filter } from "mongodb";
import { ownersOf } from "../addresses/addresses.ts";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { readDeviceLimit } from "../settings/routes.ts";
import { readFirstFound } from "../table/first-found.ts";
import { sortOf } from "../table/paging.ts";
import { ownerFilters } from "../table/search.ts";
import { readTerm, type SearchTerm } from "../table/search-term.ts";
import { type AdminEmails, adminEmailsFor, toStatusChange } from "./status-changes.ts";

type Routes = Pick<typeof pinRoutes, "listPins" | "listBatches">;
type TableQuery = QueryOf<Routes["listPins"]>;

/** The largest number of batches in the list of choices. */
const batchesOffered = 500;

export function pinHandlers(readSide: ReadSide): HandlersFor<Routes> {
  return {
    listPins: reading(readSide, async ({ query }, view) => {
      const pins = view.collection<PinDocument>(pinsReadModel);
      const term = readTerm(query.query);
      const [narrowing, owners, batches] = await Promise.all([
        wantedPins(view, query),
        ownersOf(view, term),
        query.field === "batch" ? batchesWith(view, term) : [],
      ]);
      const page = readFirstFound(pins, {
        searches: ownerFilters<PinDocument>(term, query.field, {
          owners,
          byCodes: (codes) => ({ _id: { $in: codes.map(pinIdOf) } }),
          batches,
        }),
        narrowing,
        sort: sortOf(pinsTable, query),
        page: query,
        without: ["devices"],
      });
      const [{ rows, count }, deviceLimit] = await Promise.all([page, readDeviceLimit(view)]);
      const emails = await adminEmailsFor(view, rows);
      return {
        rows: rows.map((pin) => toRow(pin, deviceLimit, emails)),
        count,
        page: query.page,
        limit: query.limit,
      };
    }),
    listBatches: reading(readSide, async (_request, view) => {
      const batches = await batchesOf(view)
        .find({}, { sort: { createdAt: -1, _id: -1 }, limit: batchesOffered })
        .toArray();
      return { rows: batches.map(({ _id }) => ({ batchName: _id })) };
    }),
  };
}

const batchesOf = (view: ReadView) => view.collection<BatchDocument>(pinsReadModel, "batches");

/**
 * The names of batches that contain all words of the term. There are few batches, and an index leads to their
 * PINs.
 */
async function batchesWith(view: ReadView, { words }: SearchTerm): Promise<string[]> {
  const batches = await batchesOf(view).find().toArray();
  return batches.flatMap(({ _id: name }) => {
    const text = searchable(name);
    return words.every((word) => text.includes(word)) ? [name] : [];
  });
}

async function wantedPins(view: ReadView, { filter, batch }: TableQuery): Promise<Filter<PinDocument>> {
  const filters = {
    all: () => ({}),
    blocked: () => ({ blocked: true }),
    overLimit: async () => ({ countDevices: { $gt: await readDeviceLimit(view) } }),
  };
  return { ...(await filters[filter]()), ...(batch ? { batchName: batch } : {}) };
}

const toRow = (pin: Omit<PinDocument, "devices">, deviceLimit: number, emails: AdminEmails): PinRow => ({
  id: pin._id,
  pin: pin.pin,
  email: pin.email,
  userId: pin.consumerId,
  status: pin.status,
  blocked: pin.blocked,
  countDevices: pin.countDevices,
  deviceLimit,
  batchName: pin.batchName,
  registeredAt: pin.registeredAt?.toISOString() ?? null,
  comment: pin.comment,
  statusChange: toStatusChange(pin.statusChange, emails),
  pinDeactivationComments: pin.comments.map(({ comment, createdAt }) => ({
    comment,
    createdAt: createdAt.toISOString(),
  })),
});
