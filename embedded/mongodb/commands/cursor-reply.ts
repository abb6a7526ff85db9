import type { Reply } from "./command.ts";
import type { Batch } from "./cursors.ts";

export function firstBatch(namespace: string, { id, documents }: Batch): Reply {
  return { cursor: { firstBatch: documents, id, ns: namespace } };
}

export function nextBatch(namespace: string, { id, documents }: Batch): Reply {
  return { cursor: { nextBatch: documents, id, ns: namespace } };
}
