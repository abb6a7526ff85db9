import { definitionOf } from "@ornament/contracts/catalogue";
import type { ProjectionGeneration, StoppedAt } from "@ornament/contracts/read-models/projection-status";
import type { StoredPosition } from "@ornament/platform/eventstore/checkpoints/position-check";
import type { Batch, Position, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { isProjected, type ProjectedEvent, type Projection } from "../../projection.ts";
import { type BatchChanges, type CannotFold, foldBatch } from "../folding/fold-batch.ts";
import type { DocumentStore } from "./document-store.ts";
import { type CheckpointMove, type GenerationRegistry, StateInvalidated } from "./registry.ts";

type Events = Pick<Batch, "events" | "position" | "eventId">;

/** Folds events into generations and moves their checkpoints. After a failure the same events can be given again. */
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

const longestReason = 300;

export class GenerationWriter {
  readonly projection: Projection;
  readonly generation: ProjectionGeneration;
  readonly documents: DocumentStore;
  #place: StoredPosition;
  #ready: boolean;
  #stopped: StoppedAt | undefined;
  #written: BatchChanges | undefined;

  constructor(projection: Projection, generation: ProjectionGeneration, documents: DocumentStore) {
    const { commit, prepare, eventId, ready } = generation;
    this.projection = projection;
    this.generation = generation;
    this.documents = documents;
    this.#place = { position: { commit, prepare }, eventId: eventId ?? undefined };
    this.#ready = ready;
  }

  get position(): Position {
    return this.#place.position;
  }

  /** The position of the stored checkpoint with the id of the event there, if the checkpoint has it. */
  get place(): StoredPosition {
    return this.#place;
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** The event at which the projection has failed in this run. It gets no more events. */
  get stopped(): StoppedAt | undefined {
    return this.#stopped;
  }

  isBefore(position: Position): boolean {
    return comparePositions(this.position, position) < 0;
  }

  /** Folds the events after its position. Returns the checkpoint: the end, or the last event before a stop. */
  async apply(events: readonly ProjectedEvent[], end: StoredPosition): Promise<CheckpointMove> {
    const after = events.filter((event) => this.isBefore(event.position));
    const { changes, stop } = await foldBatch(this.projection, after, this.documents);
    await this.documents.write(changes);
    this.#written = changes;
    const to = stop ? this.#placeBefore(stop.event, after) : end;
    return {
      id: this.generation._id,
      from: this.position,
      to: to.position,
      eventId: to.eventId,
      ready: this.#ready || (!stop && to.position.commit >= this.generation.target),
      stopped: stop && stoppedAt(stop),
    };
  }

  /** Call it when the checkpoint is stored. Tombstones before it are no longer needed. */
  async checkpointStored({ to, eventId, ready, stopped }: CheckpointMove): Promise<{ becameReady: boolean }> {
    const becameReady = ready && !this.#ready;
    this.#place = { position: to, eventId };
    this.#ready = ready;
    this.#stopped = stopped;
    if (this.#written) await this.documents.sweep(to.commit, this.#written);
    this.#written = undefined;
    return { becameReady };
  }

  #placeBefore(event: ProjectedEvent, events: readonly ProjectedEvent[]): StoredPosition {
    const last = events[events.indexOf(event) - 1];
    return last ? { position: last.position, eventId: last.id } : this.#place;
  }
}

const stoppedAt = ({ event, message }: CannotFold): StoppedAt => ({
  commit: event.position.commit,
  event: event.type,
  since: event.createdAt,
  reason: message.slice(0, longestReason),
});
