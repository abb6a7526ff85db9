import type { Content, GroupKey, Lookup, ProjectedEvent } from "../../projections/projection.ts";

/** A stored group. `content` is `undefined` for a tombstone. */
export interface LoadedGroup {
  readonly key: GroupKey;
  readonly position: bigint;
  readonly content: Content | undefined;
}

/** An event with the groups that it names. */
export interface Touching {
  readonly event: ProjectedEvent;
  readonly keys: readonly GroupKey[];
  readonly lookups: readonly Lookup[];
}

/** A document to write at a position. Without content it is a tombstone. */
export interface DocumentChange {
  readonly part: string;
  readonly id: string | number;
  readonly position: bigint;
  readonly content: Content | undefined;
  /** Its group was not stored when the batch was loaded, so the document is most likely not stored either. */
  readonly isNew: boolean;
}

/** Rows are written before their groups, so that a group's position implies that its rows are written. */
export interface BatchChanges {
  readonly rows: readonly DocumentChange[];
  readonly groups: readonly DocumentChange[];
}
