import { liveGenerations } from "@ornament/contracts/read-models/projection-status";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import type { ProjectionRunOptions } from "../generations/open-generation.ts";
import { generationRegistry } from "../generations/registry.ts";

/** The part of the document store's room that stays free for the live read models. */
const kept = 0.1;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;

/**
 * The reason why read models can't be filled next to the live ones, in words without a full stop; `undefined`
 * if there is room. They need at most the room of the live ones. A document store that does not tell its room
 * refuses nothing.
 */
export async function refusalForLackOfRoom(
  { db, now, projections }: Pick<ProjectionRunOptions, "db" | "now" | "projections">,
  names: readonly string[],
): Promise<string | undefined> {
  const { objects, dataSize, indexSize, fsUsedSize, fsTotalSize } = await db.stats();
  if (![objects, dataSize, fsUsedSize, fsTotalSize].every(Number.isFinite) || objects === 0) return undefined;
  const live = liveGenerations(await generationRegistry(db, now).all());
  let documents = 0;
  for (const { readModel } of projections) {
    const generation = live.get(readModel.name);
    if (!generation || !names.includes(readModel.name)) continue;
    for (const part of Object.keys(readModel.collections))
      documents += Number(await db.collection(collectionOf(generation._id, part)).countDocuments({}));
  }
  const needed = (documents / objects) * (dataSize + (indexSize || 0));
  const free = fsTotalSize * (1 - kept) - fsUsedSize;
  if (needed <= free) return undefined;
  return `the document store has ${megabytes(Math.max(0, free))} free for it, and it needs up to ${megabytes(needed)}`;
}
