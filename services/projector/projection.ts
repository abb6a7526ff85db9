import type { ReadEvent } from "@ornament/contracts/catalogue";
import type { CollectionDefinition, ReadModel, Stored } from "@ornament/contracts/projections/read-model";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

export type ProjectedEvent = StoredEvent<ReadEvent>;

export type ContentOf<D extends Stored> = Omit<D, keyof Stored | "_id">;
export type Content = Readonly<Record<string, unknown>>;

/** A group of a projection: its part (collection) and the `_id` of its document. */
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

export interface Row {
  readonly part: string;
  readonly id: string | number;
  readonly content: Content;
}

/** Reads another group that the same event names by `keys`. */
export type Look = (part: string, id: string | number) => Content | undefined;

/**
 * A read model as a pure reducer over groups: the groups that an event changes, their new state, and the
 * documents of a group. `evolve` returns the given state where nothing changes and `undefined` where the
 * group is deleted.
 */
export interface Projection {
  readonly readModel: ReadModel;
  readonly events: ReadonlySet<string>;
  keys(event: ProjectedEvent): readonly GroupKey[];
  lookups(event: ProjectedEvent): readonly Lookup[];
  evolve(key: GroupKey, state: Content | undefined, event: ProjectedEvent, look: Look): Content | undefined;
  rows(key: GroupKey, state: Content): readonly Row[];
}

/** For each type of event that a projection folds, the result that it reads from the event. */
export type ByEventType<R> = {
  readonly [T in ReadEvent["type"]]?: (event: Extract<ProjectedEvent, { type: T }>) => R;
};

/** The reducer of a part. Its methods are compared loosely, so that its state is accepted as plain content. */
interface Reducer<State, L> {
  evolve(state: State | undefined, event: ProjectedEvent, look: L): State | undefined;
  rows(state: State, id: string | number): readonly Row[];
}

/** A projection whose parts have separate types of states. */
interface ProjectionDefinition<Parts extends Record<string, Content>> {
  readModel: Omit<ReadModel, "collections"> & {
    readonly collections: { readonly [Part in keyof Parts]: CollectionDefinition };
  };
  keys: ByEventType<readonly GroupKey<keyof Parts & string>[]>;
  lookups?: ByEventType<readonly Lookup<keyof Parts & string>[]>;
  evolve: { readonly [Part in keyof Parts]: Reducer<Parts[Part], LookIn<Parts>>["evolve"] };
  rows?: { readonly [Part in keyof Parts]?: Reducer<Parts[Part], LookIn<Parts>>["rows"] };
}

type LookIn<Parts> = <Other extends keyof Parts & string>(
  part: Other,
  id: string | number,
) => Parts[Other] | undefined;

/** The group of a part that an event names by the field. */
export const groupOf =
  <Part extends string, Field extends string>(part: Part, field: Field) =>
  ({ data }: { data: Readonly<Record<Field, string | number>> }): readonly GroupKey<Part>[] => [
    { part, id: data[field] },
  ];

/** The group of a part that has the id of the event. */
export const groupOfEvent =
  <Part extends string>(part: Part) =>
  ({ id }: { id: string }): readonly GroupKey<Part>[] => [{ part, id }];

/** Declares a projection. The runtime handles its states as plain content. */
export function defineProjection<Parts extends Record<string, Content>>(
  definition: ProjectionDefinition<Parts>,
): Projection {
  const { readModel, keys, lookups = {} } = definition;
  const evolve: Readonly<Record<string, Reducer<Content, Look>["evolve"]>> = definition.evolve;
  const rows: Readonly<Record<string, Reducer<Content, Look>["rows"] | undefined>> = definition.rows ?? {};
  return {
    readModel,
    events: new Set([...Object.keys(keys), ...Object.keys(lookups)]),
    keys: (event) => keys[event.type]?.(event as never) ?? [],
    lookups: (event) => lookups[event.type]?.(event as never) ?? [],
    evolve: (key, state, event, look) => evolve[key.part]?.(state, event, look),
    rows: (key, state) => rows[key.part]?.(state, key.id) ?? [],
  };
}

/** Whether this build has the type of the event. Projections ignore unknown types. */
export const isProjected = (event: StoredEvent): event is ProjectedEvent =>
  event.unreadable !== "unknown type";
