import { isLasting } from "@ornament/contracts/events/streams";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";

/** The problem of an event's revision. */
export interface RevisionProblem {
  readonly kind: "removed" | "inserted";
  readonly why: string;
}

/** A stream that ended for good keeps only this event, with the largest revision. */
export const endOfStream = "$streamDeleted";

/**
 * Checks that the revisions of each stream follow one another. A lasting stream begins at 0. The oldest events
 * of other streams may have expired. The event store's streams about itself are not checked.
 */
export class Revisions {
  readonly #last = new Map<string, number>();

  check({ stream, revision, type }: EventBytes): RevisionProblem | undefined {
    if (type === endOfStream || (stream.startsWith("$") && !stream.startsWith("$$"))) return undefined;
    const number = Number(revision);
    const last = this.#last.get(stream);
    const expected = last === undefined ? (isLasting(stream) ? 0 : number) : last + 1;
    this.#last.set(stream, Math.max(number, last ?? number));
    if (number === expected) return undefined;
    if (number < expected)
      return {
        kind: "inserted",
        why: `the stream has an event of revision ${number} or a later one already`,
      };
    const isOne = number - expected === 1;
    const missing = isOne ? `revision ${expected} is` : `the revisions ${expected} to ${number - 1} are`;
    return { kind: "removed", why: `${missing} missing in the stream` };
  }

  get streams(): number {
    return this.#last.size;
  }
}
