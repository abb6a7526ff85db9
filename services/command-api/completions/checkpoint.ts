import type { CheckpointEvent } from "@ornament/contracts/events/checkpoint";
import { streams } from "@ornament/contracts/events/streams";
import { ConflictError, type EventStore, type Start } from "@ornament/platform/eventstore/event-store";
import { comparePositions, type Position } from "@ornament/platform/eventstore/position";

const stream = streams.checkpoint("completions");

async function read(store: EventStore): Promise<{ position: Start; revision: bigint | "no_stream" }> {
  const { events, revision } = await store.read<CheckpointEvent>(stream, { backwards: true, maxCount: 1 });
  const stored = events[0]?.data;
  if (!stored) return { position: "start", revision };
  return { position: { commit: BigInt(stored.commit), prepare: BigInt(stored.prepare) }, revision };
}

/** Up to where every step has been taken, by whichever replica. */
export const readCheckpoint = async (store: EventStore): Promise<Start> => (await read(store)).position;

/** Moves the checkpoint forward. Another replica's later one stands; a tie between two is settled by the revision. */
export async function storeCheckpoint(
  store: EventStore,
  position: Position,
  correlationId: string,
): Promise<void> {
  const stored = await read(store);
  if (stored.position !== "start" && comparePositions(stored.position, position) >= 0) return;
  const data = { commit: position.commit.toString(), prepare: position.prepare.toString() };
  try {
    await store.append(stream, stored.revision, [{ type: "CheckpointStored", data }], {
      correlationId,
      actor: { kind: "system" },
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
