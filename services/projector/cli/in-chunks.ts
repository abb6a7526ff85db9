import type { Collection, Document, Filter } from "mongodb";
import { onceAnswered } from "./follow-job.ts";

const chunkSize = 1_000;

/** The documents in the order of their ids, in chunks. An outage of the document store only delays them. */
export async function* inChunks<D extends Document>(
  collection: Collection<D>,
  filter: Filter<D>,
): AsyncGenerator<D[]> {
  let after: Document = {};
  for (;;) {
    const wanted = { ...filter, ...after };
    const chunk = await onceAnswered(() =>
      collection
        .find(wanted as Filter<D>)
        .sort({ _id: 1 })
        .limit(chunkSize)
        .toArray(),
    );
    const last = chunk.at(-1);
    if (!last) return;
    yield chunk as D[];
    after = { _id: { $gt: last._id } };
  }
}
