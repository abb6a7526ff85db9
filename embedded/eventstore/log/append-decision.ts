/** The revision of a stream without events. */
export const NO_STREAM = -1;

/** Represents the server's 2^63-1 (tombstone, soft delete), which is too large for a JavaScript number. */
export const DELETED = Number.MAX_SAFE_INTEGER;

/** The state of the stream that the writer expects; a number is the exact revision. */
export type ExpectedRevision = "any" | "no_stream" | number;

/**
 * The facts that decide an append. `revisionOf` finds an event of this stream by its id, as long as the
 * server remembers the id. `idAt` finds the id of the event that is stored at a revision.
 */
export type AppendFacts = {
  readonly expected: ExpectedRevision;
  readonly eventIds: readonly string[];
  readonly last: number;
  readonly softDeleted: boolean;
  readonly revisionOf: (eventId: string) => number | undefined;
  readonly idAt: (revision: number) => string | undefined;
};

export type AppendDecision =
  | { readonly kind: "append"; readonly undelete: boolean }
  | { readonly kind: "repeat"; readonly revision: number }
  | { readonly kind: "conflict" }
  | { readonly kind: "deleted" };

const conflict: AppendDecision = { kind: "conflict" };

/** Decides an append as the real server does, including repeats of the same event ids. Pure. */
export function decideAppend(facts: AppendFacts): AppendDecision {
  if (facts.last === DELETED) return { kind: "deleted" };
  if (facts.expected === "any") return decideByIds(facts);
  return decideAtRevision(facts, facts.expected === "no_stream" ? NO_STREAM : facts.expected);
}

function decideByIds({ eventIds, revisionOf, softDeleted }: AppendFacts): AppendDecision {
  let repeated: number | undefined;
  for (const [index, id] of eventIds.entries()) {
    const revision = revisionOf(id);
    if (revision === undefined) return index === 0 ? { kind: "append", undelete: softDeleted } : conflict;
    repeated = revision;
  }
  return repeated === undefined
    ? { kind: "append", undelete: softDeleted }
    : { kind: "repeat", revision: repeated };
}

function decideAtRevision(facts: AppendFacts, expected: number): AppendDecision {
  if (expected > facts.last) return conflict;
  if (expected === facts.last) return { kind: "append", undelete: facts.softDeleted };
  for (const [index, id] of facts.eventIds.entries()) {
    const revision = expected + 1 + index;
    if (facts.revisionOf(id) === revision || facts.idAt(revision) === id) continue;
    const isRestart = index === 0 && expected === NO_STREAM && facts.softDeleted;
    return isRestart ? { kind: "append", undelete: true } : conflict;
  }
  return facts.eventIds.length === 0
    ? conflict
    : { kind: "repeat", revision: expected + facts.eventIds.length };
}
