import assert from "node:assert/strict";
import type { ReadEvent } from "@ornament/contracts/catalogue";
import type { Actor, EventMetadata } from "@ornament/contracts/events/metadata";
import type { Content, GroupKey, Lookup, ProjectedEvent, Projection } from "../projection.ts";
import {
  type BatchChanges,
  type DocumentChange,
  foldBatch,
  type GroupSource,
  type LoadedGroup,
} from "../runtime/folding/fold-batch.ts";

/** An event with its actor and time. By default the system is the actor, and events are a minute apart. */
export interface Happening {
  event: ReadEvent;
  actor?: Actor;
  at?: Date;
  metadata?: Pick<EventMetadata, "$causationId" | "requestId" | "sessionId">;
}

export const firstInstant = Date.UTC(2026, 10, 1, 12);
/** The default time of the n-th event, from 0. */
export const instantOf = (n: number) => new Date(firstInstant + n * 60_000);

/** Documents by part and id, without tombstones. */
export type Documents = Record<string, Record<string, Content>>;

/**
 * The documents of a projection after the events. Checks for every test that they are the same when the
 * events are folded in one batch, one by one, repeatedly, or again after a crash at any position.
 */
export async function projected(
  projection: Projection,
  happenings: (ReadEvent | Happening)[],
): Promise<Documents> {
  const log = happenings.map(recorded);
  const atOnce = new Store(projection);
  await atOnce.take(log);
  const documents = atOnce.documents();

  const oneByOne = new Store(projection);
  for (const event of log) await oneByOne.take([event]);
  assert.deepEqual(oneByOne.documents(), documents);

  for (let from = 0; from < log.length; from += 1) {
    await oneByOne.take(log.slice(from));
    assert.deepEqual(oneByOne.documents(), documents);
  }
  for (let cut = 0; cut < log.length; cut += 1) {
    const crashed = new Store(projection);
    await crashed.take(log.slice(0, cut));
    await crashed.crashWhile(log.slice(cut));
    await crashed.take(log.slice(cut));
    assert.deepEqual(crashed.documents(), documents);
  }
  return documents;
}

/** The documents of a projection after each of the events. */
export async function documentsAfterEach(
  projection: Projection,
  happenings: (ReadEvent | Happening)[],
): Promise<Documents[]> {
  const store = new Store(projection);
  const after: Documents[] = [];
  for (const event of happenings.map(recorded)) {
    await store.take([event]);
    after.push(store.documents());
  }
  return after;
}

/** The n-th event of an event store, from 0. */
export function recorded(given: ReadEvent | Happening, n: number): ProjectedEvent {
  const {
    event,
    actor = { kind: "system" },
    at = instantOf(n),
    metadata = {},
  } = "event" in given ? given : { event: given };
  const place = BigInt(n + 1) * 100n;
  return {
    ...event,
    id: `event-${n}`,
    stream: "any-1",
    revision: BigInt(n),
    position: { commit: place, prepare: place },
    createdAt: at,
    metadata: { $correlationId: "test", actor, schemaVersion: 1, ...metadata },
  };
}

/** A document store in memory, with positions and tombstones. */
class Store implements GroupSource {
  readonly #projection: Projection;
  readonly #stored = new Map<string, DocumentChange>();

  constructor(projection: Projection) {
    this.#projection = projection;
  }

  async take(events: ProjectedEvent[]): Promise<void> {
    const { changes, stop } = await foldBatch(this.#projection, events, this);
    assert.equal(stop, undefined);
    this.write(changes);
  }

  write({ rows, groups }: BatchChanges): void {
    for (const change of [...rows, ...groups]) this.#write(change);
  }

  /** Writes the rows and only every second group, as after a crash. */
  async crashWhile(events: ProjectedEvent[]): Promise<void> {
    const { changes } = await foldBatch(this.#projection, events, this);
    const { rows, groups } = changes;
    for (const change of [...rows, ...groups.filter((_, n) => n % 2 === 0)]) this.#write(change);
  }

  async byKey(keys: readonly GroupKey[]): Promise<LoadedGroup[]> {
    return keys.flatMap((key) => this.#loaded(this.#stored.get(`${key.part}/${key.id}`)));
  }

  async byField(lookups: readonly Lookup[]): Promise<LoadedGroup[]> {
    return lookups.flatMap(({ part, field, value }) =>
      [...this.#stored.values()]
        .filter((change) => change.part === part && change.content?.[field] === value)
        .flatMap((change) => this.#loaded(change)),
    );
  }

  documents(): Documents {
    const documents: Documents = {};
    for (const { part, id, content } of this.#stored.values()) {
      if (content) documents[part] = { ...documents[part], [id]: content };
    }
    return documents;
  }

  #loaded(change: DocumentChange | undefined): LoadedGroup[] {
    if (!change) return [];
    const { part, id, position, content } = change;
    return [{ key: { part, id }, position, content }];
  }

  #write(change: DocumentChange): void {
    const name = `${change.part}/${change.id}`;
    const known = this.#stored.get(name);
    if (!known || known.position < change.position) this.#stored.set(name, change);
  }
}
