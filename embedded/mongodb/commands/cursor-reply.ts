import type { Reply } from "./command.ts";
import type { Batch, Source } from "./cursors.ts";

export const firstBatch = (namespace: string, { id, documents }: Batch): Reply => ({
  cursor: { firstBatch: documents, id, ns: namespace },
});

export const nextBatch = (namespace: string, { id, documents }: Batch): Reply => ({
  cursor: { nextBatch: documents, id, ns: namespace },
});

/** Documents that are all in memory. */
export function listed(documents: readonly Buffer[]): Source {
  let at = 0;
  return (take) => {
    while (at < documents.length && take(documents[at] as Buffer)) at++;
    return at < documents.length;
  };
}
