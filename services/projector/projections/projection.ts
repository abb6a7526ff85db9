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

/** The reducer of a part. Its methods are compared loosely, so that a state of its own type may stand for plain content. */
interface Reducer<State, L> {
  evolve(state: State | undefined, event: ProjectedEvent, look: L): State | undefined;
  rows(state: State, id: string | number): readonly Row[];
}

/** A projection whose parts have states of their own types. */
interface ProjectionDefinition<Parts extends Record<string, Content>> {
  readModel: Omit<ReadModel, "collections"> & {
    readonly collections: { readonly [Part in keyof Parts]: CollectionDefinition };
  };
  keys(event: ProjectedEvent): readonly GroupKey<keyof Parts & string>[];
  lookups?(event: ProjectedEvent): readonly Lookup<keyof Parts & string>[];
  evolve: { readonly [Part in keyof Parts]: Reducer<Parts[Part], LookIn<Parts>>["evolve"] };
  rows?: { readonly [Part in keyof Parts]?: Reducer<Parts[Part], LookIn<Parts>>["rows"] };
}

type LookIn<Parts> = <Other extends keyof Parts & string>(
  part: Other,
  id: string | number,
) => Parts[Other] | undefined;

/** Declares a projection. Its states are documents, so the runtime may take each for plain content. */
export function defineProjection<Parts extends Record<string, Content>>(
  definition: ProjectionDefinition<Parts>,
): Projection {
  const evolve: Readonly<Record<string, Reducer<Content, Look>["evolve"]>> = definition.evolve;
  const rows: Readonly<Record<string, Reducer<Content, Look>["rows"] | undefined>> = definition.rows ?? {};
  return {
    readModel: definition.readModel,
    keys: definition.keys,
    lookups: definition.lookups ?? (() => []),
    evolve: (key, state, event, look) => evolve[key.part]?.(state, event, look),
    rows: (key, state) => rows[key.part]?.(state, key.id) ?? [],
  };
}

/** An event of the catalogue; one of a type that this version does not know is nobody's to fold. */
export function isProjected(event: StoredEvent): event is ProjectedEvent {
  return definitionOf(event.type) !== undefined;
}
