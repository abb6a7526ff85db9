import type { ProjectionName } from "@ornament/contracts/projections/names";
import { readModels } from "@ornament/contracts/read-models";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Db } from "mongodb";

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

/**
 * For tests: a database whose registry has the result of `next` at each read. `documents` are by collection.
 */
export function fakeDatabase(
  next: () => ProjectionGeneration[] | Promise<ProjectionGeneration[]>,
  documents: Readonly<Record<string, readonly { _id: string | number }[]>> = {},
) {
  const state = { reads: 0 };
  const registry = async () => {
    state.reads += 1;
    return next();
  };
  const database = {
    collection: (collectionName: string) => ({
      collectionName,
      find: () => ({ toArray: collectionName === generationsCollection ? registry : undefined }),
      findOne: async ({ _id: wanted }: { _id: string | number }) =>
        documents[collectionName]?.find(({ _id }) => _id === wanted) ?? null,
    }),
  };
  return { database: database as unknown as Db, state };
}
