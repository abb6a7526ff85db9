import assert from "node:assert/strict";
import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";
import type { PlainEvent } from "../../eventstore/event-store.ts";
import type { Decider } from "../decider.ts";

/** Several events may stand in a list of their own. */
type Events<Event> = Event | readonly Event[];

export interface DeciderSpecification<State, Command, Event extends PlainEvent> {
  /** The state after these events. */
  fold(events: readonly Event[]): State;
  /** The expectation of a decider's test: given events, a command leads to events or to an error. */
  given(...events: readonly Events<Event>[]): {
    /** Exactly these events; none if the command has nothing to change. */
    decides(command: Command, ...expected: readonly Events<Event>[]): void;
    /** A refusal with this code. */
    refuses(command: Command, code: ErrorCode): void;
    /** An error of this class. */
    throws(command: Command, expected: new (...parameters: never[]) => Error): void;
  };
}

/** Given events, a command, and what it leads to: for the tests of a decider. */
export function specify<State, Command, Event extends PlainEvent>({
  decide,
  evolve,
  initialState,
}: Decider<State, Command, Event>): DeciderSpecification<State, Command, Event> {
  const fold = (events: readonly Event[]): State => events.reduce(evolve, initialState());
  const inOne = (events: readonly Events<Event>[]) => events.flat() as Event[];
  return {
    fold,
    given: (...events) => {
      const decided = (command: Command) => decide(command, fold(inOne(events)));
      return {
        decides: (command, ...expected) => assert.deepEqual(decided(command), inOne(expected)),
        refuses(command, code) {
          const failing = () => decided(command);
          assert.throws(failing, (error) => {
            assert(error instanceof Refusal, `expected a refusal, got ${error}`);
            assert.equal(error.code, code);
            return true;
          });
        },
        throws: (command, expected) => assert.throws(() => decided(command), expected),
      };
    },
  };
}

/** Makes events whose data have these fields in common. */
export const factsOf =
  <Event extends PlainEvent>() =>
  <Shared extends object>(shared: Shared) =>
  <T extends Event["type"]>(type: T, data: Omit<Extract<Event, { type: T }>["data"], keyof Shared>): Event =>
    ({ type, data: { ...shared, ...data } }) as PlainEvent as Event;
