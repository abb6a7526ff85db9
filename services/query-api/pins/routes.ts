import type { PinRow, pinRoutes } from "@ornament/contracts/api/pins";
import type { QueryOf } from "@ornament/contracts/api/route";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { type BatchDocument, type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import { pinsTable } from "@ornament/contracts/tables/pins";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Filter } from "mongodb";
import { ownersOf } from "../addresses/addresses.ts";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import { readDeviceLimit } from "../settings/routes.ts";
import { allOf } from "../table/all-of.ts";
import { readPage, sortOf } from "../table/paging.ts";
import { firstThatFinds, ownerFilters } from "../table/search.ts";
import { type AdminEmails, adminEmailsFor, toStatusChange } from "./status-changes.ts";

type Routes = Pick<typeof pinRoutes, "listPins" | "listBatches">;
type TableQuery = QueryOf<Routes["listPins"]>;

/** Most batches that are offered to choose from. */
const batchesOffered = 500;

export function pinHandlers(readSide: ReadSide): HandlersFor<Routes> {
  return {
    listPins: reading(readSide, async ({ query }, view) => {
      const pins = view.collection<PinDocument>(pinsReadModel);
      const [deviceLimit, owners] = await Promise.all([readDeviceLimit(view), ownersOf(view, query.query)]);
      const searches = ownerFilters<PinDocument>(query, {
        owners,
        byCodes: (codes) => ({ _id: { $in: codes.map(pinIdOf) } }),
      });
      const { rows, count } = await readPage(pins, {
        filter: allOf([wantedPins(query, deviceLimit), await firstThatFinds(pins, searches)]),
        sort: sortOf(pinsTable, query),
        page: query,
        without: ["devices"],
      });
      const emails = await adminEmailsFor(view, rows);
      return {
        rows: rows.map((pin) => toRow(pin, deviceLimit, emails)),
        count,
        page: query.page,
        limit: query.limit,
      };
    }),
    listBatches: reading(readSide, async (_request, view) => {
      const batches = await view
        .collection<BatchDocument>(pinsReadModel, "batches")
        .find({}, { sort: { createdAt: -1, _id: -1 }, limit: batchesOffered })
        .toArray();
      return { rows: batches.map(({ _id }) => ({ batchName: _id })) };
    }),
  };
}

function wantedPins({ filter, batch }: TableQuery, deviceLimit: number): Filter<PinDocument> {
  const filters = {
    all: {},
    blocked: { blocked: true },
    overLimit: { countDevices: { $gt: deviceLimit } },
  };
  return { ...filters[filter], ...(batch ? { batchName: batch } : {}) };
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
