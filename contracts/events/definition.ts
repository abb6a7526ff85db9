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
export interface PersonReference {
  readonly kind: PersonKind | "audience";
  readonly field: string;
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

/** An event before its table gives it its type. */
interface Declared<S extends z.ZodObject> extends Omit<EventDefinition<string, S>, "type"> {}

type SchemaOf<F> = F extends z.ZodObject
  ? F
  : F extends z.ZodRawShape
    ? z.ZodObject<F, z.core.$strict>
    : never;
type Fields = z.ZodRawShape | z.ZodObject;

/** Without `log` the System action log hides the event. */
interface EventOptions<F extends Fields> {
  readonly fields: F;
  readonly log?: Omit<LogEntry<z.output<SchemaOf<F>>>, "value"> &
    Partial<Pick<LogEntry<z.output<SchemaOf<F>>>, "value">>;
  readonly upcasters?: readonly Upcaster[];
  readonly erases?: boolean;
}

/**
 * Declares events: facts, named in the past tense, whose personal fields are those of this person. Throws when the
 * module is loaded if there is a personal field, and no person or no field with the person's id.
 */
export const eventOf =
  (person?: PersonReference) =>
  <const F extends Fields>(options: EventOptions<F>): Declared<SchemaOf<F>> => {
    const { fields, log, upcasters = [], erases = false } = options;
    const schema = (fields instanceof z.ZodObject ? fields : z.strictObject(fields)) as SchemaOf<F>;
    const personal = Object.entries(schema.shape)
      // `has` would miss a field that got its description afterwards.
      .filter(([, field]) => personalFields.get(field as z.ZodType)?.personal)
      .map(([name]) => name);
    if (personal.length > 0 && !(person && person.field in schema.shape))
      throw new Error(`An event with the personal fields ${personal.join(", ")} names no person`);
    return {
      schema,
      version: upcasters.length + 1,
      projectableFrom: upcasters.reduce((from, { addsOnly }, n) => (addsOnly ? from : n + 2), 1),
      upcasters,
      personal,
      person: personal.length > 0 ? person : undefined,
      log: log === undefined ? "hidden" : { value: () => "", ...log },
      erases,
    };
  };

/** Declares events without personal fields. */
export const event = eventOf();

/** The events of a stream category by their types. */
export const defineEvents = <const T extends Record<string, Declared<z.ZodObject>>>(
  events: T,
): { readonly [K in keyof T & string]: EventDefinition<K, T[K]["schema"]> } =>
  Object.fromEntries(
    Object.entries(events).map(([type, declared]) => [type, { type, ...declared }]),
  ) as never;

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

/**
 * Converts the data of a stored event to the shape that this build expects. Old events are never rewritten;
 * every reader converts them here.
 * @param version the schema version with which the event was written, at most the definition's
 */
export function upcast(
  { upcasters }: Pick<EventDefinition, "upcasters">,
  data: Record<string, unknown>,
  version: number,
): Record<string, unknown> {
  return upcasters.slice(version - 1).reduce((converted, upcaster) => upcaster(converted), data);
}
