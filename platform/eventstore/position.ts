/**
 * A position in the event store. Both parts grow; for events that we write, `commit` alone gives the order.
 */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** Negative if `a` is before `b`, 0 if they are equal, positive if `a` is after `b`. */
export function comparePositions(a: Position, b: Position): number {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1;
  return 0;
}

/**
 * EventStoreDB 24.2 to 24.10.4 sends 2^64 − 1 as the checkpoint of a filtered subscription before its first
 * event. No event has such a position: the server keeps positions as signed 64-bit numbers.
 */
const firstImpossible = 2n ** 63n;

/** Whether an event can have the position. */
export const isPossiblePosition = ({ commit, prepare }: Position): boolean =>
  commit >= 0n && prepare >= 0n && commit < firstImpossible && prepare < firstImpossible;

/** The later of two positions; `undefined` is before all others. */
export function laterPosition(a: Position | undefined, b: Position | undefined): Position | undefined {
  if (!a || !b) return a ?? b;
  return comparePositions(a, b) >= 0 ? a : b;
}
