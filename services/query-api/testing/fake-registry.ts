import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { readModels } from "@ornament/contracts/read-models/read-models";
import { BSON, type Db } from "mongodb";

/** For tests: a live generation of a projection. */
export const generation = (
  name: ProjectionName,
  change: Partial<ProjectionGeneration> = {},
): ProjectionGeneration => {
  const { version } = readModels[name];
  return {
    _id: `${name}_v${version}_${change.number ?? 1}`,
    name,
    version,
    number: 1,
    state: "live",
    commit: 10n,
    prepare: 10n,
    ready: true,
    target: 10n,
    createdAt: new Date(0),
    retiredAt: null,
    ...change,
  };
};

/** For tests: a database whose registry sends at each read what `next` returns, as bytes. `documents` are by collection. */
export function fakeDatabase(
  next: () => ProjectionGeneration[] | Promise<ProjectionGeneration[]>,
  documents: Readonly<Record<string, readonly { _id: string | number }[]>> = {},
) {
  const state = { reads: 0 };
  const found = async (name: string, id: string | number | undefined) => {
    if (name !== generationsCollection) return documents[name]?.filter(({ _id }) => _id === id) ?? [];
    state.reads += 1;
    return (await next()).map((document) => BSON.serialize(document));
  };
  const database = {
    collection: (collectionName: string) => ({ collectionName, db: database }),
    command: async ({ find, filter }: { find: string; filter: { _id?: string | number } }) => ({
      cursor: { id: 0n, firstBatch: await found(find, filter._id) },
    }),
  };
  return { database: database as unknown as Db, state };
}
