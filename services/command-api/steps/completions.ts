import { storedCheckpoint } from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { Batch, StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Position } from "@ornament/platform/eventstore/position";
import { InvalidEventError, logLevelOf, StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import { pause } from "@ornament/platform/waiting/pause";
import type { Parts } from "../compose-parts.ts";
import { completeSteps, startingEvents } from "./steps.ts";

export interface CompletionOptions {
  /** The age of an event at which its steps are taken here. Until then its request may still take them. */
  graceMilliseconds?: number;
  /** The time between two writes of the checkpoint while there are events. */
  checkpointMilliseconds?: number;
  /** The time to wait for the event store to reach a checkpoint beyond its end; 10 s unless given. */
  patienceMilliseconds?: number;
}

/**
 * Takes the steps that a crash or an outage left out, in the order of the event store. After a failed step
 * the others of its batch are still taken, and the batch comes again. A step that lacks a right is tried
 * again when it is granted; one that depends on an event with a broken schema is skipped. Every replica may
 * run this: each step is a command with its own id. See docs/decisions/0004-steps-over-several-streams.md.
 */
export function startCompletions(parts: Parts, options: CompletionOptions = {}) {
  const { store, logger, clock, uuid } = parts;
  const { patienceMilliseconds } = options;
  const checkpoint = storedCheckpoint({ store, logger, name: "completions", patienceMilliseconds });
  const grace = options.graceMilliseconds ?? 10_000;
  const interval = options.checkpointMilliseconds ?? 10_000;
  const stopping = new AbortController();
  let storedAt = Number.NEGATIVE_INFINITY;
  let unstored: Position | undefined;
  /**
   * Events whose steps the event store refused because of a missing right. The checkpoint stays before them.
   */
  let refused: StoredEvent[] = [];

  const save = async () => {
    if (!unstored) return;
    await checkpoint.store(unstored, uuid());
    storedAt = performance.now();
    unstored = undefined;
  };
  const onBatch = async ({ events }: Batch) => {
    const last = events.at(-1);
    if (!last) return;
    await untilOldEnough(events, grace, clock, stopping.signal);
    if (stopping.signal.aborted) return;
    const again = (await store.refused?.()) === undefined ? refused : [];
    const stillRefused = await completeAll(parts, [...again, ...events]);
    refused = again.length > 0 ? stillRefused : [...refused, ...stillRefused];
    if (refused.length > 0) return;
    unstored = last.position;
    if (performance.now() - storedAt >= interval) await save().catch(ignoreMissingRight);
  };
  const subscription = store.subscribeToAll({
    name: "completions",
    from: () => checkpoint.load({ signal: stopping.signal }),
    filter: { eventTypes: startingEvents },
    batchSize: 50,
    onBatch,
  });
  return {
    /** Resolves when all events of the event store at the start have their steps completed. */
    caughtUp: () => subscription.caughtUp(),
    async stop(): Promise<void> {
      stopping.abort();
      await subscription.stop();
      await save().catch((error: unknown) =>
        logger.warn({ err: error }, "The last checkpoint of the completions was not stored"),
      );
    },
  };
}

/** Waits until the newest event of a batch is old enough. */
async function untilOldEnough(
  events: readonly StoredEvent[],
  grace: number,
  clock: () => Date,
  signal: AbortSignal,
): Promise<void> {
  const newest = events.at(-1)?.createdAt.getTime() ?? 0;
  const wait = Math.min(grace, newest + grace - clock().getTime());
  if (wait > 0) await pause(wait, signal);
}

/** Returns the events whose steps need a right that our store account lacks. They do not delay the others. */
async function completeAll(parts: Parts, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const refused: StoredEvent[] = [];
  let failure: unknown;
  for (const event of events) {
    try {
      await completeSteps(parts, event);
    } catch (error) {
      if (error instanceof StoreRefusedError) {
        refused.push(event);
        continue;
      }
      const { type, id } = event;
      if (error instanceof InvalidEventError) {
        parts.logger.error({ err: error, type, eventId: id }, "A step is skipped");
        continue;
      }
      failure = error;
      parts.logger[logLevelOf(error)]({ err: error, type, eventId: id }, "A step could not be completed yet");
    }
  }
  if (failure !== undefined) throw failure;
  return refused;
}

/** Ignores a missing right. The check of the rights logs it. */
function ignoreMissingRight(error: unknown): void {
  if (!(error instanceof StoreRefusedError)) throw error;
}
