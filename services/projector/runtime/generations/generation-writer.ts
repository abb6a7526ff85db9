import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import type { StoredPosition } from "@ornament/platform/eventstore/checkpoints/position-check";
import type { Position, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import type { ProjectedEvent, Projection } from "../../projections/projection.ts";
import type { BatchChanges } from "../folding/changes.ts";
import type { Failure } from "../folding/failures.ts";
import { foldBatch } from "../folding/fold-batch.ts";
import { GroupMap } from "../folding/group-map.ts";
import type { DeadLetters } from "./dead-letters.ts";
import type { DocumentStore } from "./document-store.ts";
import type { CheckpointMove } from "./registry.ts";

/** Whether a projection that folds events of this type stops before the event. */
export const onlyNewerReads = ({ unreadable }: StoredEvent): boolean => unreadable === "newer version";

export const newerInWords = ({ type, position, metadata }: StoredEvent): string =>
  `${type} at ${position.commit} has version ${metadata.schemaVersion}, which only a newer build can read`;

/** Folds events into the documents of one generation. */
export class GenerationWriter {
  readonly projection: Projection;
  readonly generation: ProjectionGeneration;
  readonly documents: DocumentStore;
  readonly #deadLetters: DeadLetters;
  readonly #frozen: GroupMap<bigint>;
  #position: Position;
  #eventId: string | undefined;
  #ready: boolean;
  #written: BatchChanges | undefined;
  #skipped = { count: 0, first: "" };
  #unreadable: string | undefined;

  /** @param frozen the groups that were frozen before, with the positions of the events that they miss */
  constructor(
    projection: Projection,
    generation: ProjectionGeneration,
    documents: DocumentStore,
    deadLetters: DeadLetters,
    frozen = new GroupMap<bigint>(),
  ) {
    this.projection = projection;
    this.generation = generation;
    this.documents = documents;
    this.#deadLetters = deadLetters;
    this.#frozen = frozen;
    this.#position = { commit: generation.commit, prepare: generation.prepare };
    this.#eventId = generation.eventId ?? undefined;
    this.#ready = generation.ready;
  }

  /** The position of the stored checkpoint. */
  get position(): Position {
    return this.#position;
  }

  /** The position of the stored checkpoint with the id of the event there, if the checkpoint has it. */
  get place(): StoredPosition {
    return { position: this.#position, eventId: this.#eventId };
  }

  get ready(): boolean {
    return this.#ready;
  }

  /**
   * The number of events that were skipped since this run began, because the projection failed at them, and
   * the first in words.
   */
  get skipped(): { readonly count: number; readonly first: string } {
    return this.#skipped;
  }

  /** The event that stopped this generation for this build, in words. See `stopsAt`. */
  get unreadable(): string | undefined {
    return this.#unreadable;
  }

  isBefore(position: Position): boolean {
    return comparePositions(this.#position, position) < 0;
  }

  /**
   * Whether the generation must stop before the event: a newer build wrote it in a version that this build
   * can't read, and the projection folds it. Folding or skipping it would make the documents wrong. See
   * docs/decisions/0016-unknown-events.md
   */
  stopsAt(event: StoredEvent): boolean {
    return onlyNewerReads(event) && this.projection.events.has(event.type) && this.isBefore(event.position);
  }

  stop(event: StoredEvent): void {
    this.#unreadable = newerInWords(event);
  }

  /**
   * Folds the events after its position and writes the changed documents. Returns the checkpoint to store
   * next.
   */
  async apply(
    events: readonly ProjectedEvent[],
    { position: to, eventId }: { position: Position; eventId?: string | undefined },
  ): Promise<CheckpointMove> {
    const after = events.filter((event) => this.isBefore(event.position));
    this.#written = after.length === 0 ? undefined : await this.#foldAndWrite(after);
    const ready = this.#ready || to.commit >= this.generation.target;
    return {
      id: this.generation._id,
      from: this.#position,
      to,
      eventId,
      ready,
    };
  }

  /** Call it when the checkpoint is stored. Tombstones before it are no longer needed. */
  async checkpointStored({ to, eventId, ready }: CheckpointMove): Promise<{ becameReady: boolean }> {
    const becameReady = ready && !this.#ready;
    this.#position = to;
    this.#eventId = eventId;
    this.#ready = ready;
    if (this.#written) await this.documents.sweep(to.commit, this.#written);
    this.#written = undefined;
    return { becameReady };
  }

  /** Where the projection fails, the marks are stored before the documents. */
  async #foldAndWrite(events: readonly ProjectedEvent[]): Promise<BatchChanges> {
    const { changes, failures } = await foldBatch(this.projection, events, this.documents, this.#frozen);
    if (failures.length > 0) await this.#skip(failures);
    await this.documents.write(changes);
    return changes;
  }

  async #skip(failures: readonly Failure[]): Promise<void> {
    const letter = await this.#deadLetters.add(this.generation, failures);
    for (const { groups } of failures)
      for (const { key, event } of groups) this.#frozen.set(key, event.position.commit);
    const { count, first } = this.#skipped;
    this.#skipped = { count: count + failures.length, first: first || letter };
  }
}
