import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import type { Place } from "@ornament/platform/eventstore/checkpoints/position-check";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import type { ProjectedEvent, Projection } from "../projections/projection.ts";
import type { DeadLetters } from "./dead-letters.ts";
import type { DocumentStore } from "./document-store.ts";
import { type BatchChanges, FoldingFailed, foldBatch } from "./fold-batch.ts";
import type { Advance } from "./generations.ts";

/** A generation that a feed gives events to. */
export class Member {
  readonly projection: Projection;
  readonly generation: ProjectionGeneration;
  readonly documents: DocumentStore;
  readonly #deadLetters: DeadLetters;
  #position: Position;
  #eventId: string | undefined;
  #ready: boolean;
  #written: BatchChanges = nothing;
  #leftOut = { count: 0, first: "" };

  constructor(
    projection: Projection,
    generation: ProjectionGeneration,
    documents: DocumentStore,
    deadLetters: DeadLetters,
  ) {
    this.projection = projection;
    this.generation = generation;
    this.documents = documents;
    this.#deadLetters = deadLetters;
    this.#position = { commit: generation.commit, prepare: generation.prepare };
    this.#eventId = generation.eventId ?? undefined;
    this.#ready = generation.ready;
  }

  get position(): Position {
    return this.#position;
  }

  /** Where it stands, with the id of the event there, where that is known. */
  get place(): Place {
    return { position: this.#position, eventId: this.#eventId };
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** What it went on without since it is fed here: how many events, and the first in words. */
  get leftOut(): { readonly count: number; readonly first: string } {
    return this.#leftOut;
  }

  isBefore(position: Position): boolean {
    return comparePositions(this.#position, position) < 0;
  }

  /** Writes what the events change, those it has not seen; returns the checkpoint that has to follow. */
  async take(
    events: readonly ProjectedEvent[],
    { position: to, eventId }: { position: Position; eventId?: string | undefined },
  ): Promise<Advance> {
    const unseen = events.filter((event) => this.isBefore(event.position));
    this.#written = nothing;
    await this.#fold(unseen);
    const ready = this.#ready || to.commit >= this.generation.target;
    return { id: this.generation._id, from: this.#position, to, eventId, ready };
  }

  /** The checkpoint is stored; tombstones before it are of no more use. */
  async arrived({ to, eventId, ready }: Advance): Promise<{ becameReady: boolean }> {
    const becameReady = ready && !this.#ready;
    this.#position = to;
    this.#eventId = eventId;
    this.#ready = ready;
    await this.documents.sweep(to.commit, this.#written);
    this.#written = nothing;
    return { becameReady };
  }

  /** Where the projection fails, it goes on by halves, until the event that it fails at stands alone and is left out. */
  async #fold(events: readonly ProjectedEvent[]): Promise<void> {
    try {
      const { rows, groups } = await foldBatch(this.projection, events, this.documents);
      if (groups.length === 0) return;
      await this.documents.write({ rows, groups });
      this.#written = {
        rows: [...this.#written.rows, ...rows],
        groups: [...this.#written.groups, ...groups],
      };
    } catch (error) {
      if (!(error instanceof FoldingFailed)) throw error;
      const [event] = events;
      if (event && events.length === 1) return this.#leaveOut(event, error.cause);
      const middle = Math.ceil(events.length / 2);
      await this.#fold(events.slice(0, middle));
      await this.#fold(events.slice(middle));
    }
  }

  async #leaveOut(event: ProjectedEvent, error: unknown): Promise<void> {
    const letter = await this.#deadLetters.add(this.generation, event, error);
    const { count, first } = this.#leftOut;
    this.#leftOut = { count: count + 1, first: first || letter };
  }
}

const nothing: BatchChanges = { rows: [], groups: [] };
