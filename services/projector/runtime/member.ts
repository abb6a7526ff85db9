import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import type { Position } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import type { ProjectedEvent, Projection } from "../projections/projection.ts";
import type { DocumentStore } from "./document-store.ts";
import { type BatchChanges, foldBatch } from "./fold-batch.ts";
import type { Advance } from "./generations.ts";

/** A generation that a feed gives events to. */
export class Member {
  readonly projection: Projection;
  readonly generation: ProjectionGeneration;
  readonly documents: DocumentStore;
  #position: Position;
  #ready: boolean;
  #written: BatchChanges = { rows: [], groups: [] };

  constructor(projection: Projection, generation: ProjectionGeneration, documents: DocumentStore) {
    this.projection = projection;
    this.generation = generation;
    this.documents = documents;
    this.#position = { commit: generation.commit, prepare: generation.prepare };
    this.#ready = generation.ready;
  }

  get position(): Position {
    return this.#position;
  }

  get ready(): boolean {
    return this.#ready;
  }

  isBefore(position: Position): boolean {
    return comparePositions(this.#position, position) < 0;
  }

  /** Writes what the events change, those it has not seen; returns the checkpoint that has to follow. */
  async take(events: readonly ProjectedEvent[], to: Position): Promise<Advance> {
    const unseen = events.filter((event) => this.isBefore(event.position));
    this.#written = await foldBatch(this.projection, unseen, this.documents);
    if (this.#written.groups.length > 0) await this.documents.write(this.#written);
    const ready = this.#ready || to.commit >= this.generation.target;
    return { id: this.generation._id, from: this.#position, to, ready };
  }

  /** The checkpoint is stored; tombstones before it are of no more use. */
  async arrived({ to, ready }: Advance): Promise<{ becameReady: boolean }> {
    const becameReady = ready && !this.#ready;
    this.#position = to;
    this.#ready = ready;
    await this.documents.sweep(to.commit, this.#written);
    this.#written = { rows: [], groups: [] };
    return { becameReady };
  }
}
