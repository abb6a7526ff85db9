import { definitionOf } from "@ornament/contracts/events/catalogue";
import type { Batch, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { isProjected } from "../../projections/projection.ts";
import type { GenerationWriter } from "./generation-writer.ts";
import type { GenerationRegistry } from "./registry.ts";
import { StateInvalidated } from "./state-invalidated.ts";

/** Events with the position after them. */
export type Events = Pick<Batch, "events" | "position" | "eventId">;

/**
 * Folds events into generations and moves their checkpoints. A generation that can't fold one of them stops before
 * it. If this fails, no checkpoint has moved, and the same events can be given again.
 */
export async function project(
  writers: readonly GenerationWriter[],
  { events, ...end }: Events,
  registry: Pick<GenerationRegistry, "moveCheckpoints" | "promote">,
): Promise<void> {
  const projected = events.filter(isProjected);
  const behind = writers.filter((writer) => !writer.stopped && writer.isBefore(end.position));
  if (behind.length === 0) return;
  const folding = behind.map(async (writer) => ({ writer, move: await writer.apply(projected, end) }));
  // Nothing is written after a failure.
  await Promise.allSettled(folding);
  const moves = await Promise.all(folding);
  await registry.moveCheckpoints(
    moves.map(({ move }) => move),
    { erases: projected.some(erasesPerson) },
  );
  await afterCheckpoint(async () => {
    for (const { writer, move } of moves) {
      const { becameReady } = await writer.checkpointStored(move);
      if (becameReady && writer.generation.state === "live") await registry.promote(writer.generation);
    }
  });
}

/** After a failure the next run does the missing work, because the events of the checkpoint are not given again. */
export async function afterCheckpoint(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new StateInvalidated("The work after a stored checkpoint failed", error);
  }
}

/** Folds events up to the last of them. */
export async function projectAll(
  writers: readonly GenerationWriter[],
  events: StoredEvent[],
  registry: Parameters<typeof project>[2],
): Promise<void> {
  const last = events.at(-1);
  if (last) await project(writers, { events, position: last.position, eventId: last.id }, registry);
}

/** Whether read models have none of a person's data any more when they have folded the event. */
const erasesPerson = ({ type }: StoredEvent): boolean => definitionOf(type)?.erases === true;

/** The position of the last event that erases a person's data; −1 if there is none. */
export const lastErasure = (events: readonly StoredEvent[]): bigint =>
  events.findLast(erasesPerson)?.position.commit ?? -1n;
