import {
  type Comparison,
  comparisonRowsCollection,
  comparisonsCollection,
  mostComparisons,
  mostPastTables,
  type PastTables,
  pastTablesCollection,
  pastTablesMilliseconds,
  rowsOfComparison,
} from "@ornament/contracts/read-models/past-tables";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";

/** The time for which a refusal stays the answer. */
const refusedMilliseconds = 30_000;

/** A former state of read models, or a comparison of two. */
export type FormerState = PastTables | Comparison;

/** The former states of one kind. */
export interface FormerStates<S extends FormerState> {
  readonly collection: string;
  readonly most: number;
  /** Type only. */
  readonly of?: S;
}

export const pastTables: FormerStates<PastTables> = {
  collection: pastTablesCollection,
  most: mostPastTables,
};
export const comparisons: FormerStates<Comparison> = {
  collection: comparisonsCollection,
  most: mostComparisons,
};

/**
 * Ends the states whose last use is 15 minutes ago, older refusals, and the least recently used ones beyond the largest number.
 * Returns the others, the newest use first.
 */
export async function stillWanted<S extends FormerState>(
  db: Db,
  { collection, most }: FormerStates<S>,
  now: Date,
): Promise<S[]> {
  const states = await db.collection<S>(collection).find({}).toArray();
  const inOrder = (states as unknown as S[]).sort((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
  const wanted = inOrder
    .filter(({ usedAt }) => now.getTime() - usedAt.getTime() < pastTablesMilliseconds)
    // Later there may be room.
    .filter(
      ({ state, requestedAt }) =>
        state !== "refused" || now.getTime() - requestedAt.getTime() < refusedMilliseconds,
    )
    .slice(0, most);
  for (const state of inOrder) {
    if (wanted.includes(state)) continue;
    await forWriting(db.collection<FormerState>(collection)).deleteOne({ _id: state._id });
    if ("table" in state) await removeRows(db, state._id);
  }
  return wanted;
}

/** Removes the rows of a comparison. */
export async function removeRows(db: Db, comparison: string): Promise<void> {
  await forWriting(db.collection<{ _id: string }>(comparisonRowsCollection)).deleteMany(
    rowsOfComparison(comparison),
  );
}

/**
 * Changes a state. Returns `false` if it was ended meanwhile, also if the same one was asked for again.
 */
export async function changeState<S extends FormerState>(
  db: Db,
  { collection }: FormerStates<S>,
  { _id, requestedAt }: S,
  change: Partial<S>,
): Promise<boolean> {
  const { matchedCount } = await forWriting(db.collection<FormerState>(collection)).updateOne(
    { _id, requestedAt },
    { $set: change as Partial<FormerState> },
  );
  return matchedCount === 1;
}
