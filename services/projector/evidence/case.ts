import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";

/** The lasting events of a case up to a position. */
export interface Case {
  readonly store: Pick<EventStore, "readAll" | "read">;
  readonly subject: string;
  readonly head: Position;
  readonly withPersonalData: boolean;
}

/** A lasting event of a case, to be found again among the stored bytes. */
export interface CaseEntry {
  readonly stream: string;
  readonly revision: bigint;
  /** The fields of the event in an export, as JSON. */
  readonly json: string;
}

/** Gives the lasting events of a case in their order. `onRead` is called with each position that was read. */
export type CaseEntries = (
  of: Case,
  onRead: (position: Position) => Promise<void>,
) => AsyncGenerator<CaseEntry>;
