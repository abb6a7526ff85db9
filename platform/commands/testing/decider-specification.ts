import assert from "node:assert/strict";
import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";
import type { PlainEvent } from "../../eventstore/event-store.ts";
import type { Decider } from "../decider.ts";

/** Several events may stand in a list of their own. */
type Events<Event> = Event | readonly Event[];

export interface DeciderSpecification<State, Command, Event extends PlainEvent> {
  /** The state after these events. */
  fold(events: readonly Event[]): State;
  /** The expectation of a decider's test: given events and a command, then events or an error. */
  given(...events: readonly Events<Event>[]): {
    when(command: Command): {
      /** Exactly these events; none if the command has nothing to change. */
      thenEvents(...expected: readonly Events<Event>[]): void;
      /** A refusal with this code. */
      thenRefused(code: ErrorCode): void;
      /** An error of this class. */
      thenThrows(expected: new (...parameters: never[]) => Error): void;
    };
  };
}

/** Given/when/then for the tests of a decider. */
export function specify<State, Command, Event extends PlainEvent>({
  decide,
  evolve,
  initialState,
}: Decider<State, Command, Event>): DeciderSpecification<State, Command, Event> {
  const fold = (events: readonly Event[]): State => events.reduce(evolve, initialState());
  const inOne = (events: readonly Events<Event>[]) => events.flat() as Event[];
  return {
    fold,
    given: (...events) => ({
      when(command) {
        const decided = () => decide(command, fold(inOne(events)));
        return {
          thenEvents: (...expected) => assert.deepEqual(decided(), inOne(expected)),
          thenRefused(code) {
            assert.throws(decided, (error) => {
              assert(error instanceof Refusal, `expected a refusal, got ${error}`);
              assert.equal(error.code, code);
              return true;
            });
          },
          thenThrows: (expected) => assert.throws(decided, expected),
        };
      },
    }),
  };
}

/** Makes events whose data have these fields in common. */
export const factsOf =
  <Event extends PlainEvent>() =>
  <Shared extends object>(shared: Shared) =>
  <T extends Event["type"]>(type: T, data: Omit<Extract<Event, { type: T }>["data"], keyof Shared>): Event =>
    ({ type, data: { ...shared, ...data } }) as PlainEvent as Event;
