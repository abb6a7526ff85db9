import { createHash } from "node:crypto";
import { isLasting } from "@ornament/contracts/events/streams";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { Position } from "@ornament/platform/eventstore/position";
import { GrowingTree, leafHashOf } from "@ornament/platform/log-proof/merkle";

/** An event's place in the event store. */
export interface Place {
  readonly position: Position;
  readonly id: string;
}

/** The sums of a copy up to an event. */
export interface TallyState {
  readonly events: number;
  /** The length of `events.ndjson`. */
  readonly bytes: number;
  /** The SHA-256 of the checksum before the last line, followed by the last line. */
  readonly checksum: Buffer;
  readonly head: Place | undefined;
  /** The time of the last event, in milliseconds since 1970; not known of a copy of a former version. */
  readonly lastAt: number | undefined;
  /** The lasting events: the first one's id, the last one, and their Merkle tree. */
  readonly firstLastingId: string | undefined;
  readonly lastLasting: Place | undefined;
  readonly tree: { readonly size: number; readonly parts: readonly Buffer[] };
}

export const emptyTally: TallyState = {
  events: 0,
  bytes: 0,
  checksum: Buffer.alloc(32),
  head: undefined,
  lastAt: undefined,
  firstLastingId: undefined,
  lastLasting: undefined,
  tree: { size: 0, parts: [] },
};

/** Sums up a copy, line by line. It continues from a state. */
export class Tally {
  #state: Omit<TallyState, "tree">;
  readonly #tree: GrowingTree;

  constructor({ tree, ...state }: TallyState = emptyTally) {
    this.#state = state;
    this.#tree = new GrowingTree(tree);
  }

  get state(): TallyState {
    return { ...this.#state, tree: { size: this.#tree.size, parts: [...this.#tree.parts] } };
  }

  get head(): Place | undefined {
    return this.#state.head;
  }

  get bytes(): number {
    return this.#state.bytes;
  }

  root(): Buffer {
    return this.#tree.root();
  }

  /** Adds an event with its line. */
  add(event: EventBytes, line: Buffer): void {
    const { events, bytes, checksum, firstLastingId, lastLasting } = this.#state;
    const place = { position: event.position, id: event.id };
    const lasts = isLasting(event.stream);
    if (lasts) this.#tree.add(leafHashOf(event));
    this.#state = {
      events: events + 1,
      bytes: bytes + line.length,
      checksum: createHash("sha256").update(checksum).update(line).digest(),
      head: place,
      lastAt: event.created,
      firstLastingId: firstLastingId ?? (lasts ? event.id : undefined),
      lastLasting: lasts ? place : lastLasting,
    };
  }
}
