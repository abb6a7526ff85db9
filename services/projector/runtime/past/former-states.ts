import {
  type EvidenceFile,
  evidenceFileMilliseconds,
  evidenceFilesCollection,
  mostEvidenceFiles,
} from "@ornament/contracts/read-models/evidence-files";
import {
  mostPastTables,
  type PastTables,
  pastTablesCollection,
  pastTablesMilliseconds,
} from "@ornament/contracts/read-models/past-tables";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Collection, Db, Filter, UpdateFilter } from "mongodb";

/** The time for which a refusal stays the answer. */
const refusedMilliseconds = 30_000;
/** The time after which a request that nobody repeats is ended. */
const abandonedMilliseconds = 2 * 60_000;

/** A former state of read models, or an evidence file. */
export type FormerState = PastTables | EvidenceFile;

/** The former states of one kind. */
export interface FormerStates<S extends FormerState> {
  in(db: Db): Collection<S>;
  readonly most: number;
  /** The time after the last use at which one is removed. */
  readonly unusedMilliseconds: number;
}

export const pastTables: FormerStates<PastTables> = {
  in: (db) => db.collection(pastTablesCollection),
  most: mostPastTables,
  unusedMilliseconds: pastTablesMilliseconds,
};
export const evidenceFiles: FormerStates<EvidenceFile> = {
  in: (db) => db.collection(evidenceFilesCollection),
  most: mostEvidenceFiles,
  unusedMilliseconds: evidenceFileMilliseconds,
};

/** Whether a state waits for the projector, or is being filled. */
export const isUnfinished = ({ state }: FormerState) => state === "waiting" || state === "filling";

export const byAge = (a: FormerState, b: FormerState) => a.requestedAt.getTime() - b.requestedAt.getTime();

/**
 * Ends the states that nobody has used for their time, older refusals, a caller's second request that waits, and the
 * filled ones beyond the largest number. A request that waits makes room for itself, but is never ended
 * for another caller's. Returns the others without the text of a file.
 */
export async function stillWanted<S extends FormerState>(
  db: Db,
  kind: FormerStates<S>,
  now: Date,
): Promise<S[]> {
  const states: S[] = (await kind
    .in(db)
    .find({}, { projection: { file: 0 } })
    .toArray()) as S[];
  const used = states.filter((state) => now.getTime() - state.usedAt.getTime() < longestUnused(kind, state));
  const requests = firstOfEach(used.filter(isUnfinished).sort(byAge));
  const filled = used
    .filter(({ state }) => state === "ready")
    .sort((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
  const held = [...requests.slice(0, 1), ...filled];
  const only = firstOfEach(held);
  const kept = [...only, ...held.filter((state) => !only.includes(state))].slice(0, kind.most);
  const refused = used.filter(({ state }) => state === "refused");
  const wanted = [...new Set([...requests, ...kept, ...refused])];
  for (const state of states) {
    if (wanted.includes(state)) continue;
    await forWriting(kind.in(db)).deleteOne({ _id: state._id } as Filter<S>);
  }
  return wanted;
}

/** A refusal doesn't stay, because later there may be room. */
function longestUnused<S extends FormerState>({ unusedMilliseconds }: FormerStates<S>, state: S): number {
  if (isUnfinished(state)) return abandonedMilliseconds;
  return state.state === "refused" ? refusedMilliseconds : unusedMilliseconds;
}

/** The first state of each caller, in their order. */
const firstOfEach = <S extends FormerState>(states: readonly S[]): S[] =>
  states.filter(({ askedBy }, n) => states.findIndex((other) => other.askedBy === askedBy) === n);

/**
 * Changes a state. Returns `false` if it was ended meanwhile, also if the same one was asked for again.
 */
export async function changeState<S extends FormerState>(
  db: Db,
  kind: FormerStates<S>,
  { _id, requestedAt }: S,
  change: Partial<S>,
): Promise<boolean> {
  const { matchedCount } = await forWriting(kind.in(db)).updateOne(
    { _id, requestedAt } as Filter<S>,
    { $set: change } as UpdateFilter<S>,
  );
  return matchedCount === 1;
}
