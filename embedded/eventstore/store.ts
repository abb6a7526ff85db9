import type { Behaviour } from "./behaviour.ts";
import type { CommitQueue } from "./log/commit-queue.ts";
import type { CommitSignal } from "./log/commit-signal.ts";
import type { EventLog } from "./log/event-log.ts";
import type { OpenCalls } from "./protocol/response-stream.ts";

/** The parts of the store that call handlers use. `clock` is in milliseconds. */
export type Store = {
  readonly log: EventLog;
  readonly queue: CommitQueue;
  readonly signal: CommitSignal;
  readonly calls: OpenCalls;
  readonly behaviour: Behaviour;
  readonly clock: () => number;
};
