import type { CheckpointEvent } from "@ornament/contracts/events/checkpoint";
import { streams } from "@ornament/contracts/events/streams";
import { ConflictError, type EventStore, type Position } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";

const stream = streams.checkpoint("mail");

/** Where the mail reactor goes on, kept in the log itself (design §11). */
export async function loadCheckpoint(store: EventStore): Promise<Position | undefined> {
  const { events } = await store.read<CheckpointEvent>(stream, { backwards: true, maxCount: 1 });
  const [last] = events;
  return last && { commit: BigInt(last.data.commit), prepare: BigInt(last.data.prepare) };
}

/** Stores a place further on. One that another reactor has passed is left as it is. */
export async function storeCheckpoint(store: EventStore, position: Position): Promise<void> {
  const { events, revision } = await store.read<CheckpointEvent>(stream, { backwards: true, maxCount: 1 });
  const [last] = events;
  if (
    last &&
    comparePositions({ commit: BigInt(last.data.commit), prepare: BigInt(last.data.prepare) }, position) >= 0
  )
    return;
  const data = { commit: position.commit.toString(), prepare: position.prepare.toString() };
  try {
    await store.append(stream, revision, [{ type: "CheckpointStored", data }], {
      correlationId: stream,
      actor: { kind: "system" },
    });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
