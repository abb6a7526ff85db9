import { type DomainEvent, definitionOf } from "@ornament/contracts/events/catalogue";
import type { CollectionDefinition, ReadModel, Stored } from "@ornament/contracts/read-models/read-model";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

export type ProjectedEvent = StoredEvent<DomainEvent>;

/** What a document holds beside its id and what the runtime keeps of it. */
export type ContentOf<D extends Stored> = Omit<D, keyof Stored | "_id">;
export type Content = Readonly<Record<string, unknown>>;

/** A group of a projection: the part (collection) it stands in, and the `_id` of its document. */
export interface GroupKey<Part extends string = string> {
  readonly part: Part;
  readonly id: string | number;
}

/** All groups of a part whose document has this value in an indexed field. */
export interface Lookup<Part extends string = string> {
  readonly part: Part;
  readonly field: string;
  readonly value: string | number;
}

/** A document derived from a group; its part holds no groups. */
export interface Row {
  readonly part: string;
  readonly id: string | number;
  readonly content: Content;
}

/** Another group that the same event names by `keys`, as it stands now. */
export type Look = (part: string, id: string | number) => Content | undefined;

/**
 * A read model as a pure reducer over groups (design §6): which groups an event touches, what becomes of them, and the
 * documents they give. `evolve` returns the state it was given where nothing changes, `undefined` where the group is gone.
 */
export interface Projection {
  readonly readModel: ReadModel;
  keys(event: ProjectedEvent): readonly GroupKey[];
  lookups(event: ProjectedEvent): readonly Lookup[];
  evolve(key: GroupKey, state: Content | undefined, event: ProjectedEvent, look: Look): Content | undefined;
  rows(key: GroupKey, state: Content): readonly Row[];
}

/** A projection whose parts have states of their own types. */
interface ProjectionDefinition<Parts extends Record<string, object>> {
  readModel: Omit<ReadModel, "collections"> & {
    readonly collections: { readonly [Part in keyof Parts]: CollectionDefinition };
  };
  keys(event: ProjectedEvent): readonly GroupKey<keyof Parts & string>[];
  lookups?(event: ProjectedEvent): readonly Lookup<keyof Parts & string>[];
  evolve: {
    readonly [Part in keyof Parts]: (
      state: Parts[Part] | undefined,
      event: ProjectedEvent,
      look: <Other extends keyof Parts & string>(
        part: Other,
        id: string | number,
      ) => Parts[Other] | undefined,
    ) => Parts[Part] | undefined;
  };
  rows?: { readonly [Part in keyof Parts]?: (state: Parts[Part], id: string | number) => readonly Row[] };
}

/** Declares a projection. Its states are documents, so the runtime may take each for plain content. */
export function defineProjection<Parts extends Record<string, object>>(
  definition: ProjectionDefinition<Parts>,
): Projection {
  const evolve = definition.evolve as unknown as Readonly<Record<string, Evolve>>;
  const rows = (definition.rows ?? {}) as unknown as Readonly<Record<string, Rows>>;
  return {
    readModel: definition.readModel,
    keys: definition.keys,
    lookups: definition.lookups ?? (() => []),
    evolve: (key, state, event, look) => evolve[key.part]?.(state, event, look),
    rows: (key, state) => rows[key.part]?.(state, key.id) ?? [],
  };
}

type Evolve = (state: Content | undefined, event: ProjectedEvent, look: Look) => Content | undefined;
type Rows = (state: Content, id: string | number) => readonly Row[];

/** An event of the catalogue; one of a type that this version does not know is nobody's to fold. */
export function isProjected(event: StoredEvent): event is ProjectedEvent {
  return definitionOf(event.type) !== undefined;
}
