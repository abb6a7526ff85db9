import type { pinRoutes } from "@ornament/contracts/api/pins";
import type { QueryOf } from "@ornament/contracts/api/route";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { type BatchDocument, type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import { present } from "@ornament/contracts/read-models/read-model";
import { searchable } from "@ornament/contracts/read-models/search-text";
import { pinsTable } from "@ornament/contracts/tables/pins";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Filter } from "mongodb";
import { ownersOf } from "../addresses/addresses.ts";
import { markOf } from "../read-side/marks.ts";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { readDeviceLimit } from "../settings/routes.ts";
import { readFirstFound } from "../table/first-found.ts";
import { sortOf } from "../table/paging.ts";
import { ownerFilters } from "../table/search.ts";
import { readTerm, type SearchTerm } from "../table/search-term.ts";
import { pinMarks } from "./pin-marks.ts";
import { toDeviceRow, toPinRow } from "./pin-rows.ts";
import { adminEmailsFor } from "./status-changes.ts";

type Routes = Pick<typeof pinRoutes, "listPins" | "listBatches" | "pinProfile">;
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
      const [emails, marks] = await Promise.all([
        adminEmailsFor(view, rows),
        pinMarks(
          view,
          rows.map(({ _id }) => _id),
          rows,
        ),
      ]);
      return {
        rows: rows.map((pin) => ({ ...toPinRow(pin, deviceLimit, emails), ...markOf(marks.get(pin._id)) })),
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
    pinProfile: reading(readSide, async ({ params }, view) => {
      const pin = await view.collection<PinDocument>(pinsReadModel).findOne({ _id: params.id, ...present });
      if (!pin) throw new Refusal("pin_not_found");
      const [name, deviceLimit, emails, ofPin, ofOwner] = await Promise.all([
        ornamentName(view, pin),
        readDeviceLimit(view),
        adminEmailsFor(view, [pin]),
        pinMarks(view, [pin._id], [pin]),
        // The name comes from the owner.
        view.marks(consumersReadModel, pin.consumerId === null ? [] : [pin.consumerId]),
      ]);
      const devices = pin.devices.map((device) => toDeviceRow(device, pin._id));
      const mark = markOf(ofPin.get(pin._id), ofOwner.get(pin.consumerId ?? -1));
      return { ...toPinRow(pin, deviceLimit, emails), name, devices, ...mark };
    }),
  };
}

/** The name that the owner gave the ornament, or "". */
async function ornamentName(view: ReadView, { _id, consumerId }: PinDocument): Promise<string> {
  if (consumerId === null) return "";
  const owner = await view
    .collection<ConsumerDocument>(consumersReadModel)
    .findOne({ _id: consumerId, ...present }, { projection: { pins: 1 } });
  return owner?.pins.find(({ pinId }) => pinId === _id)?.name ?? "";
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
