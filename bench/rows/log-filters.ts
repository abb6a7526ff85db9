import {
  type ActionLogDocument,
  actionLogReadModel,
  type LogSessionDocument,
} from "@ornament/contracts/read-models/action-log";
import { asAdmin, type BenchedProduct } from "../product/benched-product.ts";
import { withDocuments } from "../product/document-store.ts";
import { drawLogEntries, drawLogSessions } from "../seed/log-entries.ts";
import { slowestOf } from "../tables/kinds.ts";
import { logFilterKinds, logFilterSearches, unfiltered } from "../tables/log-filters.ts";
import type { Row } from "./row.ts";

/** The number of documents of one insert. */
const atOnce = 2_000;

/**
 * Pages of the System action log with a million entries: each filter next to the page without a filter. The
 * entries are inserted into the document store, because their events would take half an hour to fold.
 */
export const logFilters: Row = {
  name: "logFilters",
  needs: "empty",
  async measure({ product, sizes }) {
    const entries = sizes.quick ? 20_000 : 1_000_000;
    await fill(product, entries);
    const calls = sizes.quick ? 5 : 40;
    return asAdmin(product, async (reader) => {
      const plain = await slowestOf(reader, [unfiltered], calls);
      const filters = await slowestOf(reader, logFilterKinds, calls);
      const searches = await slowestOf(reader, logFilterSearches, calls);
      const among = `of ${entries} entries`;
      return [
        {
          what: `A page of the System action log by any filter, ${among}: p95`,
          ...filters,
          unit: "ms",
          bound: { atMost: 150 },
          note: `${filters.note}; ${plain.measured.toFixed(1)} ms without a filter`,
        },
        {
          what: `A search for the inside of a text in a filter, ${among}: p95`,
          ...searches,
          unit: "ms",
          bound: { atMost: 800 },
        },
      ];
    });
  },
};

const fill = (product: BenchedProduct, entries: number): Promise<void> =>
  withDocuments(product, async (collections) => {
    const log = collections.of<ActionLogDocument>(actionLogReadModel);
    for (const batch of inChunks(drawLogEntries(entries))) await log.insertMany(batch, { ordered: false });
    const sessions = collections.of<LogSessionDocument>(actionLogReadModel, "sessions");
    for (const batch of inChunks(drawLogSessions(entries)))
      await sessions.insertMany(batch, { ordered: false });
  });

function* inChunks<T>(items: Iterable<T>): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < atOnce) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
