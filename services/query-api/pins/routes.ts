import type { PinRow, pinRoutes } from "@ornament/contracts/api/pins";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import { pinsTable } from "@ornament/contracts/tables/pins";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import { readDeviceLimit } from "../settings/routes.ts";
import { readPage, sortOf } from "../table/paging.ts";
import { firstThatFinds, ownerFilters } from "../table/search.ts";

type Routes = Pick<typeof pinRoutes, "listPins" | "listBatches">;

export function pinHandlers(readSide: ReadSide): HandlersFor<Routes> {
  return {
    listPins: reading(readSide, async ({ query }, view) => {
      const pins = view.collection<PinDocument>(pinsReadModel);
      const field = query.field === "email" || query.field === "pin" ? query.field : "all";
      const filters = ownerFilters<PinDocument>({ ...query, field }, (code) => ({ _id: pinIdOf(code) }));
      const [{ rows, count }, deviceLimit] = await Promise.all([
        readPage(pins, {
          filter: await firstThatFinds(pins, filters),
          sort: sortOf(pinsTable, query),
          page: query,
          without: ["devices"],
        }),
        readDeviceLimit(view),
      ]);
      return {
        rows: rows.map((pin) => toRow(pin, deviceLimit)),
        count,
        page: query.page,
        limit: query.limit,
      };
    }),
    listBatches: reading(readSide, async () => ({ rows: [] })),
  };
}

const toRow = (pin: Omit<PinDocument, "devices">, deviceLimit: number): PinRow => ({
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
  statusChange: null,
  pinDeactivationComments: pin.comments.map(({ comment, createdAt }) => ({
    comment,
    createdAt: createdAt.toISOString(),
  })),
});
