import type { DomainEvent } from "@ornament/contracts/events/catalogue";
import { collectionOf, type IndexDefinition } from "@ornament/contracts/read-models/read-model";
import type { NewEvent } from "@ornament/platform/eventstore/event-store";
import { projections } from "@ornament/projector/projections/all-projections";
import type {
  GroupKey,
  Lookup,
  ProjectedEvent,
  Projection,
} from "@ornament/projector/projections/projection";
import {
  type DocumentChange,
  foldBatch,
  type GroupSource,
} from "@ornament/projector/runtime/folding/fold-batch";
import { importPin, register } from "./events.ts";
import { ageOfImport, type SeedPeople } from "./people.ts";

/** Documents of one collection, as the projector writes them. */
export interface CollectionPart {
  readonly collection: string;
  readonly documents: { readonly _id: string | number; readonly [field: string]: unknown }[];
}

/** The collections of all read models with their indexes. */
export const readModelCollections: readonly { name: string; indexes: readonly IndexDefinition[] }[] =
  Object.values(projections).flatMap(({ readModel: { name, collections } }) =>
    Object.entries(collections).map(([part, { indexes }]) => ({ name: collectionOf(name, part), indexes })),
  );

/** How many PINs or consumers are folded at once. */
const atOnce = 500;

/** Makes the documents of all read models. The projections themselves make them, from the events that `fillLog` would write. */
export class ReadModels {
  readonly #log = new Recorder();

  /**
   * The documents after everything that the people did, in parts that fit into memory. A document may come again, at a later position. People who
   * share a PIN or an account with earlier ones are not supported.
   */
  async *documentsOf({ codes, consumers }: SeedPeople): AsyncGenerator<CollectionPart> {
    const now = Date.now();
    const places = new Map(codes.map((code, place) => [code, place]));
    const owned = new Set(consumers.flatMap(({ pins }) => pins.map(({ code }) => code)));
    const imported = (code: string, place: number) => importPin(this.#log.at(now - ageOfImport), code, place);
    for (const some of inParts([...places].filter(([code]) => !owned.has(code)))) {
      for (const [code, place] of some) await imported(code, place);
      yield* folded(this.#log.take());
    }
    for (const some of inParts(consumers)) {
      for (const consumer of some) {
        for (const { code } of consumer.pins) await imported(code, places.get(code) ?? 0);
        await register(this.#log.at(now - consumer.age), consumer);
      }
      yield* folded(this.#log.take());
    }
  }
}

function* inParts<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += atOnce) yield items.slice(from, from + atOnce);
}

/** Takes events as the event store does, and gives them back as the projector reads them. */
class Recorder {
  #time = 0;
  #events: ProjectedEvent[] = [];
  #written = 0;

  /** The same log at a time. */
  at(time: number): this {
    this.#time = time;
    return this;
  }

  async append(
    stream: string,
    _expected: unknown,
    events: readonly NewEvent[],
    metadata: ProjectedEvent["metadata"] | object,
  ) {
    for (const event of events) {
      const place = BigInt(++this.#written) * 100n;
      this.#events.push({
        ...(event as DomainEvent),
        id: crypto.randomUUID(),
        stream,
        revision: 0n,
        position: { commit: place, prepare: place },
        createdAt: new Date(this.#time),
        metadata: { $correlationId: "bench", schemaVersion: 1, ...metadata },
      } as ProjectedEvent);
    }
    return { position: { commit: 0n, prepare: 0n } } as never;
  }

  take(): ProjectedEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

async function* folded(events: readonly ProjectedEvent[]): AsyncGenerator<CollectionPart> {
  for (const projection of Object.values(projections)) {
    const parts = new Map<string, CollectionPart>();
    for (const { part, id, position, content } of await changesOf(projection, events)) {
      const collection = collectionOf(projection.readModel.name, part);
      const known = parts.get(collection) ?? { collection, documents: [] };
      if (content) known.documents.push({ _id: id, ...content, position, deleted: false });
      parts.set(collection, known);
    }
    yield* parts.values();
  }
}

async function changesOf(
  projection: Projection,
  events: readonly ProjectedEvent[],
): Promise<DocumentChange[]> {
  const { rows, groups } = await foldBatch(projection, events, nothingStored);
  return [...rows, ...groups];
}

const nothingStored: GroupSource = {
  byKey: async (_keys: readonly GroupKey[]) => [],
  byField: async (_lookups: readonly Lookup[]) => [],
};
