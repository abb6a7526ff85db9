/** A place in the whole log. Both parts grow with it; `commit` alone orders the events that we write. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Negative when `a` lies before `b`, 0 when they are the same place, positive when `a` lies after it. */
export function comparePositions(a: Position, b: Position): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1;
  return 0;
}

/**
 * EventStoreDB 24.2 to 24.10.4 sends 2^64 − 1 as the checkpoint of a filtered subscription that has seen nothing. It is no
 * place in any log: positions are signed numbers of 64 bits there.
 */
const firstImpossible = 2n ** 63n;

/** Whether there can be an event at the position in any log. */
export const isPlace = ({ commit, prepare }: Position): boolean =>
  commit >= 0n && prepare >= 0n && commit < firstImpossible && prepare < firstImpossible;

/** The later of two positions; `undefined` lies before everything. */
export function laterPosition(a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b;
  return comparePositions(a, b) >= 0 ? a : b;
}
