import type { ProjectionGeneration, StoppedAt } from "@ornament/contracts/read-models/projection-status";
import type { StoredPosition } from "@ornament/platform/eventstore/checkpoints/position-check";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import type { ProjectedEvent, Projection } from "../../projections/projection.ts";
import { type BatchChanges, type CannotFold, foldBatch } from "../folding/fold-batch.ts";
import type { DocumentStore } from "./document-store.ts";
import type { CheckpointMove } from "./registry.ts";

const longestReason = 300;

/** Folds events into the documents of one generation. */
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

  /** The position of the stored checkpoint. */
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

  /**
   * Folds the events after its position and writes the changed documents. Returns the checkpoint to store next:
   * the end, or the last event before the one that can't be folded.
   */
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
