import assert from "node:assert/strict";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { Decider } from "@ornament/platform/commands/decider";
import type { PlainEvent, StoredEvent } from "@ornament/platform/eventstore/event-store";
import fc from "fast-check";

interface Subject<S, C, E extends PlainEvent> {
  decider: Decider<S, C, E>;
  /** Random commands. Commands that need a part of the state are made from it. */
  command: fc.Arbitrary<(state: S, now: number) => C>;
  /** The parts of the state that answers show. */
  shown: (state: S) => unknown;
}

/**
 * Checks a compaction rule: after any commands, and any number of compactions in between, the next command is
 * decided as with the full history, and answers show the same.
 */
export function checkCompactedDecisions<S, C, E extends PlainEvent>(subject: Subject<S, C, E>): void {
  const { decider, command, shown } = subject;
  const { compaction } = decider;
  assert(compaction, "The decider has a compaction rule");
  const step = fc.record({
    command,
    // Codes and links are mostly still valid; sometimes an hour has passed.
    minutes: fc.oneof({ weight: 5, arbitrary: fc.nat({ max: 2 }) }, fc.nat({ max: 90 })),
    compacts: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 120, size: "max" }), (steps) => {
      const whole: StoredEvent<E>[] = [];
      let compacted: StoredEvent<E>[] = [];
      let now = Date.UTC(2026, 11, 1);
      for (const [index, { command: make, minutes, compacts }] of steps.entries()) {
        now += minutes * 60_000;
        const full = fold(decider, whole);
        const short = fold(decider, compacted);
        assert.deepEqual(shown(short), shown(full));
        const asked = make(full, now);
        const expected = outcome(decider, asked, full);
        assert.deepEqual(outcome(decider, asked, short), expected);
        if (typeof expected === "string") continue;
        for (const event of expected) {
          const stored = storedAs(event, whole.length, `command ${index}`, now);
          whole.push(stored);
          compacted.push(stored);
        }
        if (compacts) compacted = [...compaction.keep(compacted)];
      }
    }),
    { numRuns: 300 },
  );
}

const fold = <S, C, E extends PlainEvent>(
  { initialState, evolve }: Decider<S, C, E>,
  events: readonly E[],
): S => events.reduce(evolve, initialState());

/** The events, or the name and code of the thrown error. */
function outcome<S, C, E extends PlainEvent>(decider: Decider<S, C, E>, command: C, state: S): E[] | string {
  try {
    return decider.decide(command, state);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    if (error instanceof Error && error.name !== "TypeError") return error.name;
    throw error;
  }
}

/** These events as the history of a stream. */
export const historyOf = <E extends PlainEvent>(events: readonly E[]): StoredEvent<E>[] =>
  events.map((event, revision) => storedAs(event, revision, `command ${revision}`, 0));

const storedAs = <E extends PlainEvent>(event: E, revision: number, commandId: string, now: number) =>
  ({
    ...event,
    id: `event ${revision}`,
    stream: "stream-1",
    revision: BigInt(revision),
    position: { commit: BigInt(revision), prepare: BigInt(revision) },
    createdAt: new Date(now),
    metadata: {
      $correlationId: "test",
      actor: { kind: "system" },
      schemaVersion: 1,
      commandId,
      bodyHash: "",
    },
  }) as StoredEvent<E>;
