import { setTimeout as pause } from "node:timers/promises";
import { storedCheckpoint } from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { Batch, EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Position } from "@ornament/platform/eventstore/position";
import { logLevelOf, StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import type { Logger } from "@ornament/platform/logging/logger";
import { type CompleteSteps, startingEvents } from "./steps.ts";

export interface Completions {
  /** Resolves once everything that was in the log at the start has been completed. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export interface CompletionOptions {
  /** How old an event must be before its steps are taken here: until then its own request may still take them. */
  graceMilliseconds?: number;
  /** How often the checkpoint is stored while events pass. */
  checkpointMilliseconds?: number;
  /** How long a checkpoint beyond the log's end is looked for; 10 s unless given. */
  patienceMilliseconds?: number;
}

interface Needs {
  readonly store: EventStore;
  readonly logger: Logger;
  readonly completeSteps: CompleteSteps;
  readonly clock: () => Date;
  readonly uuid: () => string;
}

/**
 * Takes the steps that a crash or an outage left out, in the log's order. A step that fails is taken again with the
 * subscription's backoff; those after it in the batch are taken first. A step that needs a right which the account at the
 * event store lacks waits until the right is granted, or until the next start. Every replica may run it: steps are commands
 * with ids of their own and have their effect once.
 */
export function startCompletions(needs: Needs, options: CompletionOptions = {}): Completions {
  const { store, logger, clock, uuid } = needs;
  const { patienceMilliseconds } = options;
  const checkpoint = storedCheckpoint({ store, logger, name: "completions", patienceMilliseconds });
  const grace = options.graceMilliseconds ?? 10_000;
  const interval = options.checkpointMilliseconds ?? 10_000;
  const stopping = new AbortController();
  let storedAt = 0;
  let unstored: Position | undefined;
  /** Events whose steps the event store refused for a missing right. The checkpoint stays before them. */
  let refused: StoredEvent[] = [];

  const save = async () => {
    if (!unstored) return;
    await checkpoint.store(unstored, uuid());
    storedAt = clock().getTime();
    unstored = undefined;
  };
  const onBatch = async ({ events }: Batch) => {
    const last = events.at(-1);
    if (!last) return;
    await untilOld(events, grace, clock, stopping.signal);
    if (stopping.signal.aborted) return;
    const again = (await store.refused?.()) === undefined ? refused : [];
    const stillRefused = await completeAll(needs, [...again, ...events]);
    refused = again.length > 0 ? stillRefused : [...refused, ...stillRefused];
    if (refused.length > 0) return;
    unstored = last.position;
    if (clock().getTime() - storedAt >= interval) await save().catch(unlessRefused);
  };
  const subscription = store.subscribeToAll({
    name: "completions",
    from: () => checkpoint.load({ signal: stopping.signal }),
    filter: { eventTypes: startingEvents },
    batchSize: 50,
    onBatch,
  });
  return {
    caughtUp: () => subscription.caughtUp(),
    async stop() {
      stopping.abort();
      await subscription.stop();
      await save().catch((error: unknown) =>
        logger.warn({ err: error }, "The last checkpoint of the completions was not stored"),
      );
    },
  };
}

/** Waits until the newest event of a batch is old enough. */
async function untilOld(
  events: readonly StoredEvent[],
  grace: number,
  clock: () => Date,
  signal: AbortSignal,
): Promise<void> {
  const newest = events.at(-1)?.createdAt.getTime() ?? 0;
  const wait = Math.min(grace, newest + grace - clock().getTime());
  if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
}

/** Answers the events whose steps need a right that the event store's account lacks. They don't hold up others. */
async function completeAll(
  { completeSteps, logger }: Pick<Needs, "completeSteps" | "logger">,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const refused: StoredEvent[] = [];
  let failure: unknown;
  for (const event of events) {
    try {
      await completeSteps(event);
    } catch (error) {
      if (error instanceof StoreRefusedError) {
        refused.push(event);
        continue;
      }
      failure = error;
      const { type, id } = event;
      logger[logLevelOf(error)]({ err: error, type, eventId: id }, "A step could not be completed yet");
    }
  }
  if (failure !== undefined) throw failure;
  return refused;
}

/** A missing right is logged once, where the rights are watched. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof StoreRefusedError)) throw error;
}
