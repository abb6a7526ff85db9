import { z } from "zod";

/**
 * The kind of person whose data an event has. The key that encrypts it is in the stream
 * `personKey-{kind}{id}`.
 */
export type PersonKind = "admin" | "consumer";

const personalFields = z.registry<{ personal: true }>();

/**
 * Marks a personal field (email address, name, device name, user agent, network address, hash of a password).
 * It is stored encrypted with the person's key and is read as `null` after that key is erased, so every reader
 * must accept `null`. See docs/decisions/0007-personal-data-is-encrypted-and-erased.md.
 */
export function personal<S extends z.ZodType>(schema: S) {
  const nullable = schema.nullable();
  personalFields.add(nullable, { personal: true });
  return nullable;
}

/**
 * A value that an event sets. The value before is that of the latest earlier entry with the same `thing`, so
 * old events have it, too. For the first entry it is `first`.
 */
export interface LogChange {
  /** Identifies the changed thing among all things, such as `admin-3/role`. */
  readonly thing: string;
  /** Its name on screens, such as `Role`. */
  readonly what: string;
  /** The value that the event sets, as screens show it. */
  readonly to: string;
  /** The value before the first entry, such as that of a PIN after its import; absent if there was none. */
  readonly first?: string;
}

/** The entry of an event in the System action log: the name of the action and a text for the new value. */
export interface LogEntry<D> {
  action: string;
  value(data: D): string;
  /** The values that the event sets; none by default. */
  changes?(data: D): readonly LogChange[];
}

/**
 * Converts the data of an event from the shape of one version to that of the next. Pure. It must never be
 * removed.
 */
export interface Upcaster {
  (data: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** The version has the fields of the version before, with their meaning, and others. */
  readonly addsOnly?: true;
}

/**
 * The upcaster of a version that only adds fields. @param added the values that older events have in them. The
 * projections of a build that has the version before fold the events without these fields.
 */
export const addingFields = (added: Readonly<Record<string, unknown>>): Upcaster =>
  Object.assign((data: Readonly<Record<string, unknown>>) => ({ ...data, ...added }), {
    addsOnly: true as const,
  });

/**
 * The data field that holds the person's id, and the kind of person. With `audience` the kind is in the data
 * field `audience`.
 */
export interface PersonReference<Field extends string = string> {
  readonly kind: PersonKind | "audience";
  readonly field: Field;
}

/** An event type: the schema of its data, its version, and its properties for other parts. */
export interface EventDefinition<T extends string = string, S extends z.ZodObject = z.ZodObject> {
  readonly type: T;
  readonly schema: S;
  /** The version with which this build writes the event, from 1: one more than the number of upcasters. */
  readonly version: number;
  /** The lowest version that later versions have only added fields to. See `addingFields`. */
  readonly projectableFrom: number;
  /** The first upcaster converts version 1 to version 2, and so on. */
  readonly upcasters: readonly Upcaster[];
  /** Top-level fields that are personal, found from the schema. */
  readonly personal: readonly string[];
  /** Whose data the personal fields are; absent if no field is personal. */
  readonly person: PersonReference | undefined;
  /** The event's entry in the System action log, or `hidden`. */
  readonly log: LogEntry<z.output<S>> | "hidden";
  /** Whether read models have none of the person's data any more when they have folded the event. */
  readonly erases: boolean;
}

/**
 * Declares an event: a fact, named in the past tense. An event with a personal field must name the person.
 * Otherwise this throws when the module is loaded.
 */
export function defineEvent<T extends string, S extends z.ZodObject>(
  type: T,
  schema: S,
  options: {
    person?: PersonReference<keyof z.output<S> & string>;
    log: LogEntry<z.output<S>> | "hidden";
    upcasters?: readonly Upcaster[];
    erases?: boolean;
  },
): EventDefinition<T, S> {
  const fields = Object.entries(schema.shape)
    // `has` would miss a field that got its description afterwards.
    .filter(([, field]) => personalFields.get(field as z.ZodType)?.personal)
    .map(([name]) => name);
  if (fields.length > 0 && !options.person)
    throw new Error(`${type} holds personal fields but names no person`);
  const { person, log, upcasters = [], erases = false } = options;
  const version = upcasters.length + 1;
  const projectableFrom = upcasters.reduce((from, { addsOnly }, n) => (addsOnly ? from : n + 2), 1);
  return { type, schema, version, projectableFrom, upcasters, personal: fields, person, log, erases };
}

/** The person whose personal fields an event holds; `undefined` for an event without a person. */
export function personOf(
  { person }: Pick<EventDefinition, "person">,
  data: Readonly<Record<string, unknown>>,
): { kind: PersonKind; id: number } | undefined {
  const id = person && data[person.field];
  if (!person || typeof id !== "number") return undefined;
  const kind = person.kind === "audience" ? data.audience : person.kind;
  return kind === "admin" || kind === "consumer" ? { kind, id } : undefined;
}

/** The plain event that a decider returns and `evolve` receives. */
export type EventOf<D> = D extends EventDefinition<infer T, infer S> ? { type: T; data: z.output<S> } : never;

/** The union of the events of a stream category, from its table of definitions. */
export type EventsOf<C extends Record<string, EventDefinition>> = { [K in keyof C]: EventOf<C[K]> }[keyof C];
