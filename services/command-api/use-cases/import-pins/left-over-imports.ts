import type { PinImportEvent } from "@ornament/contracts/events/pin-import";
import {
  type StoredCheckpoint,
  storedCheckpoint,
} from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { EventStore, StoredEvent, Subscription } from "@ornament/platform/eventstore/event-store";
import type { Logger } from "@ornament/platform/logging/logger";
import { pause } from "@ornament/platform/waiting/pause";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";

/**
 * The age of an import's last event at which the import counts as cut off by a crash. A running import, also on
 * another replica, appends an event every 2 s.
 */
export const abandonedAfterMilliseconds = 10_000;

export interface LeftOverOptions {
  /** The age at which an import counts as cut off; `abandonedAfterMilliseconds` unless given. */
  readonly abandonedAfterMilliseconds?: number;
  readonly signal?: AbortSignal;
  /** The time to wait for the event store to reach a checkpoint beyond its end; 10 s unless given. */
  readonly patienceMilliseconds?: number;
  /** The time without a delivery after which the subscription is given up; a minute unless given. */
  readonly silenceMilliseconds?: number;
}

interface Needs {
  readonly store: EventStore;
  readonly pinImports: Aggregates["pinImports"];
  readonly contexts: Pick<RequestContexts, "fresh">;
  readonly clock: () => Date;
  readonly uuid: () => string;
  readonly logger: Logger;
}

/**
 * Marks imports that were cut off by a crash as interrupted. The PINs that they added stay, and the file can
 * be imported again. Call it at each start, in the background: it waits until every import that it finds has
 * ended.
 */
export async function interruptLeftOverImports(needs: Needs, options: LeftOverOptions = {}): Promise<void> {
  const { store, logger, uuid } = needs;
  const { patienceMilliseconds, signal } = options;
  const checkpoint = storedCheckpoint({ store, logger, name: "pinImports", patienceMilliseconds });
  // Read before subscribing: a subscription that has caught up has delivered every event up to this position.
  const head = await store.head();
  const unfinished = await unfinishedSince(needs, checkpoint, options);
  await Promise.all([...unfinished.importIds].map((importId) => awaitEnd(needs, importId, options)));
  if (signal?.aborted || !head || !unfinished.whole) return;
  await checkpoint.store(head, uuid());
}

/**
 * The imports that started after the checkpoint and have not ended; `whole` if the event store was read to
 * its end.
 */
async function unfinishedSince(
  { store, logger }: Pick<Needs, "store" | "logger">,
  checkpoint: StoredCheckpoint,
  { signal, silenceMilliseconds = 60_000 }: LeftOverOptions,
): Promise<{ importIds: ReadonlySet<string>; whole: boolean }> {
  const importIds = new Set<string>();
  let lastDeliveryAt = performance.now();
  const subscription = store.subscribeToAll({
    name: "left-over-imports",
    from: await checkpoint.load({ signal }),
    filter: { streamPrefixes: ["pinImport-"] },
    async onBatch({ events }) {
      lastDeliveryAt = performance.now();
      for (const event of events as StoredEvent<PinImportEvent>[]) update(importIds, event);
    },
  });
  try {
    const whole = await caughtUpWithin(subscription, () => lastDeliveryAt + silenceMilliseconds, signal);
    if (!whole && !signal?.aborted)
      logger.warn("Not all imports that were cut off were found: the event store delivers nothing");
    return { importIds, whole };
  } finally {
    await subscription.stop();
  }
}

/**
 * `false` if nothing was delivered for too long: a server may never report that the subscription has caught
 * up.
 */
async function caughtUpWithin(
  subscription: Subscription,
  until: () => number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const reached = new AbortController();
  subscription.caughtUp().then(() => reached.abort());
  const either = signal ? AbortSignal.any([reached.signal, signal]) : reached.signal;
  while (!either.aborted && performance.now() < until()) await pause(until() - performance.now(), either);
  return reached.signal.aborted;
}

function update(unfinished: Set<string>, { type, data }: PinImportEvent): void {
  if (type === "PinImportStarted") unfinished.add(data.importId);
  if (type === "PinImportCompleted" || type === "PinImportInterrupted") unfinished.delete(data.importId);
}

async function awaitEnd(
  { pinImports, contexts, clock, uuid }: Needs,
  importId: string,
  { abandonedAfterMilliseconds: abandonedAfter = abandonedAfterMilliseconds, signal }: LeftOverOptions,
): Promise<void> {
  while (!signal?.aborted) {
    const { state, events } = await pinImports.load(importId);
    const last = events.at(-1);
    if (state.status !== "running" || !last) return;
    const remaining = last.createdAt.getTime() + abandonedAfter - clock().getTime();
    if (remaining <= 0) {
      const context = contexts.fresh({ correlationId: uuid(), actor: { kind: "system" } });
      const command = { type: "Interrupt", counts: undefined, reason: "the server stopped" } as const;
      await pinImports.handle(importId, command, context);
      return;
    }
    await pause(remaining, signal);
  }
}
