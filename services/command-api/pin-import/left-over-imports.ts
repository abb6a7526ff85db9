import { setTimeout as pause } from "node:timers/promises";
import type { CheckpointEvent } from "@ornament/contracts/events/checkpoint";
import type { PinImportEvent } from "@ornament/contracts/events/pin-import";
import { streams } from "@ornament/contracts/events/streams";
import { loadState } from "@ornament/platform/commands/handle-command";
import { ConflictError, type EventStore, type StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Dependencies } from "../dependencies.ts";
import { freshContext } from "../request-context.ts";
import { pinImportDecider } from "./decider.ts";
import { handleImport } from "./handle-import.ts";

export interface LeftOverOptions {
  /** An import that said nothing for so long has died; one that runs, here or on another replica, says something every 2 s. */
  readonly quietMilliseconds?: number;
  readonly signal?: AbortSignal;
}

const checkpoint = streams.checkpoint("pinImports");

/**
 * Marks imports that a crash cut off as interrupted, so that the log says so; what went in stays, and the file can be
 * imported again. To be called at each start, beside serving: it ends once every import found has ended.
 */
export async function interruptLeftOverImports(
  dependencies: Pick<Dependencies, "store" | "clock" | "uuid">,
  options: LeftOverOptions = {},
): Promise<void> {
  const { store } = dependencies;
  const seen = await readCheckpoint(store);
  const unfinished = new Set<string>();
  const subscription = store.subscribeToAll({
    name: "left-over-imports",
    from: seen.position,
    filter: { streamPrefixes: ["pinImport-"] },
    async onBatch({ events }) {
      for (const event of events as StoredEvent<PinImportEvent>[]) note(unfinished, event);
    },
  });
  try {
    await subscription.caughtUp();
  } finally {
    await subscription.stop();
  }
  const reached = subscription.position();
  await Promise.all([...unfinished].map((importId) => awaitEnd(dependencies, importId, options)));
  if (options.signal?.aborted || reached === "start") return;
  const data = { commit: reached.commit.toString(), prepare: reached.prepare.toString() };
  await storeCheckpoint(dependencies, seen.revision, data);
}

function note(unfinished: Set<string>, { type, data }: PinImportEvent): void {
  if (type === "PinImportStarted") unfinished.add(data.importId);
  if (type === "PinImportCompleted" || type === "PinImportInterrupted") unfinished.delete(data.importId);
}

async function awaitEnd(
  dependencies: Pick<Dependencies, "store" | "clock" | "uuid">,
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

async function readCheckpoint(store: EventStore) {
  const { events, revision } = await store.read<CheckpointEvent>(checkpoint, {
    backwards: true,
    maxCount: 1,
  });
  const stored = events[0]?.data;
  const position = stored
    ? { commit: BigInt(stored.commit), prepare: BigInt(stored.prepare) }
    : ("start" as const);
  return { position, revision };
}

/** Every import up to there has ended. Another replica that came first has said the same. */
async function storeCheckpoint(
  { store, uuid }: Pick<Dependencies, "store" | "uuid">,
  revision: bigint | "no_stream",
  data: CheckpointEvent["data"],
): Promise<void> {
  try {
    await store.append(checkpoint, revision, [{ type: "CheckpointStored", data }], {
      correlationId: uuid(),
      actor: { kind: "system" },
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
