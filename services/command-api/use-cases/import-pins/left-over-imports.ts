import { setTimeout as pause } from "node:timers/promises";
import type { PinImportEvent } from "@ornament/contracts/events/pin-import";
import { streams } from "@ornament/contracts/events/streams";
import { loadState } from "@ornament/platform/commands/load-state";
import {
  type StoredCheckpoint,
  storedCheckpoint,
} from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { StoredEvent, Subscription } from "@ornament/platform/eventstore/event-store";
import { pinImportDecider } from "../../aggregates/pin-import/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { freshContext } from "../../http/request-context.ts";
import { handleImport } from "./handle-import.ts";

export interface LeftOverOptions {
  /** An import that said nothing for so long has died; one that runs, here or on another replica, says something every 2 s. */
  readonly quietMilliseconds?: number;
  readonly signal?: AbortSignal;
  /** How long a checkpoint beyond the log's end is looked for; 10 s unless given. */
  readonly patienceMilliseconds?: number;
  /** How long the log may give nothing before it is taken for read; a minute unless given. */
  readonly silenceMilliseconds?: number;
}

type Needs = Pick<Dependencies, "store" | "clock" | "uuid" | "logger">;

/**
 * Marks imports that a crash cut off as interrupted, so that the log says so; what went in stays, and the file can be
 * imported again. To be called at each start, beside serving: it ends once every import found has ended.
 */
export async function interruptLeftOverImports(
  dependencies: Needs,
  options: LeftOverOptions = {},
): Promise<void> {
  const { store, logger, uuid } = dependencies;
  const { patienceMilliseconds, signal } = options;
  const checkpoint = storedCheckpoint({ store, logger, name: "pinImports", patienceMilliseconds });
  // Taken first: whatever the subscription has given by the time it has caught up, it has come to here.
  const head = await store.head();
  const unfinished = await unfinishedSince(dependencies, checkpoint, options);
  await Promise.all([...unfinished.importIds].map((importId) => awaitEnd(dependencies, importId, options)));
  if (signal?.aborted || !head || !unfinished.whole) return;
  await checkpoint.store(head, uuid());
}

/** The imports that began after the checkpoint and did not end; `whole` when the log was read to its end. */
async function unfinishedSince(
  { store, logger }: Needs,
  checkpoint: StoredCheckpoint,
  { signal, silenceMilliseconds = 60_000 }: LeftOverOptions,
): Promise<{ importIds: ReadonlySet<string>; whole: boolean }> {
  const importIds = new Set<string>();
  let heardAt = performance.now();
  const subscription = store.subscribeToAll({
    name: "left-over-imports",
    from: await checkpoint.load({ signal }),
    filter: { streamPrefixes: ["pinImport-"] },
    async onBatch({ events }) {
      heardAt = performance.now();
      for (const event of events as StoredEvent<PinImportEvent>[]) note(importIds, event);
    },
  });
  try {
    const whole = await caughtUpWithin(subscription, () => heardAt + silenceMilliseconds, signal);
    if (!whole && !signal?.aborted)
      logger.warn("The imports cut off earlier were not all found: the event store has gone silent");
    return { importIds, whole };
  } finally {
    await subscription.stop();
  }
}

/** `false` when nothing was heard for too long: a server may never say that it has given everything. */
async function caughtUpWithin(
  subscription: Subscription,
  until: () => number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const reached = new AbortController();
  subscription.caughtUp().then(() => reached.abort());
  const either = signal ? AbortSignal.any([reached.signal, signal]) : reached.signal;
  while (!either.aborted && performance.now() < until())
    await pause(until() - performance.now(), undefined, { ref: false, signal: either }).catch(
      () => undefined,
    );
  return reached.signal.aborted;
}

function note(unfinished: Set<string>, { type, data }: PinImportEvent): void {
  if (type === "PinImportStarted") unfinished.add(data.importId);
  if (type === "PinImportCompleted" || type === "PinImportInterrupted") unfinished.delete(data.importId);
}

async function awaitEnd(
  dependencies: Needs,
  importId: string,
  { quietMilliseconds = 10_000, signal }: LeftOverOptions,
): Promise<void> {
  const { store, clock, uuid } = dependencies;
  while (!signal?.aborted) {
    const { state, events } = await loadState(store, streams.pinImport(importId), pinImportDecider);
    const last = events.at(-1);
    if (state.status !== "running" || !last) return;
    const remaining = last.createdAt.getTime() + quietMilliseconds - clock().getTime();
    if (remaining <= 0) {
      const context = freshContext(dependencies, { correlationId: uuid(), actor: { kind: "system" } });
      const command = { type: "Interrupt", counts: undefined, reason: "the server stopped" } as const;
      await handleImport({ store }, importId, context, command);
      return;
    }
    await pause(remaining, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => undefined);
  }
}
