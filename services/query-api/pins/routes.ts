import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/consumers/document";
import type { pinRoutes } from "@ornament/contracts/pins/api";
import { pinsTable } from "@ornament/contracts/pins/columns";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { present } from "@ornament/contracts/projections/read-model";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { FilterKey } from "@ornament/contracts/tables/table-keys";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { readDeviceLimit } from "../settings.ts";
import { readFirstFound, sortOf } from "../table/paging.ts";
import { batchesOf, foundPins, pinsAhead, wantedPins } from "./found-pins.ts";
import { changersOf, toDeviceRow, toPinRow } from "./pin-rows.ts";

type Routes = Pick<typeof pinRoutes, "listPins" | "listBatches" | "countPins" | "pinProfile">;

const batchesOffered = 500;

export function pinHandlers(readSide: ReadSide): HandlersFor<Routes> {
  return {
    listPins: reading(readSide, async ({ query }, view) => {
      const pins = view.collection<PinDocument>(pinsReadModel);
      const page = readFirstFound(pins, {
        ...(await foundPins(view, query)),
        ahead: pinsAhead(query),
        sort: sortOf(pinsTable, query),
        page: query,
        without: ["devices"],
      });
      const [{ rows, ...found }, deviceLimit] = await Promise.all([page, readDeviceLimit(view)]);
      const changers = await changersOf(view, rows);
      return {
        rows: rows.map((pin) => toPinRow(pin, deviceLimit, changers)),
        ...found,
        page: query.page,
        limit: query.limit,
      };
    }),
    listBatches: reading(readSide, async (_request, view) => {
      const batches = await batchesOf(view)
        .find({}, { sort: { createdAt: -1, _id: -1 }, limit: batchesOffered })
        .toArray();
      return { rows: batches.map(({ _id, pins }) => ({ batchName: _id, pins })) };
    }),
    countPins: reading(readSide, async ({ query: { batch } }, view) => {
      const pins = view.collection<PinDocument>(pinsReadModel);
      const countOf = async (filter: FilterKey<typeof pinsTable>) =>
        pins.countDocuments(await wantedPins(view, { filter, batch }));
      const counts = await Promise.all(
        pinsTable.filters.map(async (filter) => [filter, await countOf(filter)] as const),
      );
      return { counts: Object.fromEntries(counts) as Record<FilterKey<typeof pinsTable>, number> };
    }),
    pinProfile: reading(readSide, async ({ params }, view) => {
      const pin = await view.collection<PinDocument>(pinsReadModel).findOne({ _id: params.id, ...present });
      if (!pin) throw new Refusal("pin_not_found");
      const [owner, deviceLimit, changers] = await Promise.all([
        ownerOf(view, pin),
        readDeviceLimit(view),
        changersOf(view, [pin]),
      ]);
      const devices = pin.devices.map((device) => toDeviceRow(device, pin._id));
      return {
        ...toPinRow(pin, deviceLimit, changers),
        name: owner?.pins.find(({ pinId }) => pinId === pin._id)?.name ?? "",
        devices,
        ownerVersion: owner ? String(owner.position) : null,
      };
    }),
  };
}

const ownerOf = (view: ReadView, { consumerId }: PinDocument) =>
  consumerId === null
    ? null
    : view
        .collection<ConsumerDocument>(consumersReadModel)
        .findOne({ _id: consumerId, ...present }, { projection: { pins: 1, position: 1 } });
