import type { ConsumerRow, consumerRoutes } from "@ornament/contracts/consumers/api";
import { consumersTable } from "@ornament/contracts/consumers/columns";
import { type ConsumerDocument, consumersReadModel } from "@ornament/contracts/consumers/document";
import { pinsReadModel } from "@ornament/contracts/pins/document";
import { present } from "@ornament/contracts/projections/read-model";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { QueryOf } from "@ornament/contracts/routes/route";
import { type HandlersFor, streamed } from "@ornament/platform/http/route-request";
import { changersOf, type PinOptions, toConsumerPin } from "../pins/pin-rows.ts";
import type { ReadSide } from "../read-side/read-side.ts";
import { reading } from "../read-side/reading.ts";
import type { ReadView } from "../read-side/view.ts";
import { readDeviceLimit } from "../settings.ts";
import { steadyIndex } from "../table/all-rows.ts";
import { dateTimesIn } from "../table/date-times.ts";
import { filterOfFirstFound, readFirstFound, sortOf } from "../table/paging.ts";
import { jsonArray, sendJson, sendReport } from "../table/send-stream.ts";
import {
  consumerRows,
  type JoinedRow,
  joinedRows,
  mostDevices,
  pinsOf,
  searchOf,
  withPins,
} from "./consumer-rows.ts";
import { consumersReport, consumersReportName } from "./consumers-report.ts";

type Routes = Pick<typeof consumerRoutes, "listConsumers" | "exportConsumers" | "consumerProfile">;

export function consumerHandlers(readSide: ReadSide): HandlersFor<Routes> {
  const listPage = reading<Routes["listConsumers"]>(readSide, async ({ query }, view) => {
    const [{ rows, ...found }, deviceLimit] = await Promise.all([
      readFirstFound(consumerRows(view), {
        ...(await searchOf(view, query)),
        sort: sortOf(consumersTable, query),
        page: query,
      }),
      readDeviceLimit(view),
    ]);
    const joined = await withPins(view, rows);
    const changers = await changersOf(
      view,
      joined.map(({ pin }) => pin),
    );
    const options = { deviceLimit, withDevices: query.getDevices === "true", changers };
    return {
      rows: joined.map((row) => toRow(row, options)),
      ...found,
      page: query.page,
      limit: query.limit,
    };
  });
  const listAll = reading<Routes["listConsumers"]>(readSide, async ({ query, res }, view) => {
    const filter = await filterOfFirstFound(consumerRows(view), await searchOf(view, query));
    const deviceLimit = await readDeviceLimit(view);
    const options = { deviceLimit, withDevices: query.getDevices === "true" };
    await sendJson(res, allRows(view, view.whole(joinedRows(view, { filter, ...orderOf(query) })), options));
    return streamed;
  });
  return {
    listConsumers: (request, reply) => (request.query.export === "true" ? listAll : listPage)(request, reply),
    exportConsumers: reading(readSide, async ({ query, res }, view) => {
      const filter = await filterOfFirstFound(consumerRows(view), await searchOf(view, query));
      const devices = await mostDevices(view, filter);
      const shownDate = dateTimesIn(query.timeZone);
      return sendReport(res, view, {
        name: consumersReportName,
        rows: consumersReport(joinedRows(view, { filter, ...orderOf(query) }), { devices, shownDate }),
        models: [consumersReadModel, pinsReadModel],
        shownDate,
      });
    }),
    consumerProfile: reading(readSide, async ({ params }, view) => {
      const consumer = await view
        .collection<ConsumerDocument>(consumersReadModel)
        .findOne({ _id: params.id, ...present });
      if (!consumer) throw new Refusal("consumer_not_found");
      const [pins, deviceLimit] = await Promise.all([pinsOf(view, consumer), readDeviceLimit(view)]);
      const options = {
        deviceLimit,
        withDevices: true,
        changers: await changersOf(view, [...pins.values()]),
      };
      const rows = consumer.pins.map((owned) => toConsumerPin(owned, pins.get(owned.pinId), options));
      return {
        id: consumer._id,
        email: consumer.email ?? "",
        marketingEmail: consumer.marketingEmail,
        isActivated: consumer.isActivated,
        createdAt: consumer.createdAt.toISOString(),
        confirmedAt: consumer.confirmedAt?.toISOString() ?? null,
        formerEmails: consumer.formerEmails,
        pins: { rows, count: rows.length },
        devices: rows.flatMap(({ devices }) => devices),
        version: String(consumer.position),
      };
    }),
  };
}

const orderOf = (query: Pick<QueryOf<Routes["listConsumers"]>, "fieldName" | "direction">) => ({
  sort: sortOf(consumersTable, query),
  hint: steadyIndex(consumersTable, query.fieldName),
});

async function* allRows(
  view: ReadView,
  chunks: AsyncIterable<readonly JoinedRow[]>,
  options: Omit<PinOptions, "changers">,
): AsyncGenerator<string> {
  let count = 0;
  const rows = async function* () {
    for await (const chunk of chunks) {
      count += chunk.length;
      const changers = await changersOf(
        view,
        chunk.map(({ pin }) => pin),
      );
      for (const row of chunk) yield toRow(row, { ...options, changers });
    }
  };
  yield '{"rows":';
  yield* jsonArray(rows());
  yield `,"count":${count},"page":0,"limit":0}`;
}

function toRow({ row, pin }: JoinedRow, options: PinOptions): ConsumerRow {
  const { pinId, code, name, status } = row;
  const owned = pinId === null || code === null ? undefined : { pinId, code, name, status: status ?? false };
  return {
    rowId: row._id,
    id: row.consumerId,
    email: row.email ?? "",
    isActivated: row.isActivated,
    marketingEmail: row.marketingEmail,
    createdAt: row.createdAt.toISOString(),
    formerEmails: row.formerEmails,
    pin: owned ? toConsumerPin(owned, pin, options) : null,
  };
}
