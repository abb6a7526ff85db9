import { z } from "zod";

/** Whose personal data an event holds: the key it is encrypted with is `personKey-{kind}{id}`. */
export type PersonKind = "admin" | "consumer";

const personalFields = z.registry<{ personal: true }>();

/**
 * Marks a personal field (address, name, nickname, device name, user agent, IP). It is stored encrypted under the
 * person's own key and reads as `null` once that key is erased; every reader accepts that.
 */
export function personal<S extends z.ZodType>(schema: S) {
  const nullable = schema.nullable();
  personalFields.add(nullable, { personal: true });
  return nullable;
}

/** What the System action log shows of an event: the action's name and, in words, its new value. */
export interface LogEntry<D> {
  action: string;
  value(data: D): string;
}

/** Turns the data of an event as one version wrote it into the shape of the next version. Pure, and for ever. */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Record<string, unknown>;

export interface EventDefinition<T extends string = string, S extends z.ZodObject = z.ZodObject> {
  readonly type: T;
  readonly schema: S;
  /** The version that events are written with, from 1: one more than there are upcasters. */
  readonly version: number;
  /** The first lifts version 1 to version 2, and so on. */
  readonly upcasters: readonly Upcaster[];
  /** Top-level fields that are personal, found from the schema. */
  readonly personal: readonly string[];
  /** The data field that holds the person's id, and the kind of person; absent where nothing is personal. */
  readonly person: { readonly kind: PersonKind; readonly field: string } | undefined;
  /** How the action log shows it, or `hidden`. */
  readonly log: LogEntry<z.output<S>> | "hidden";
}

/**
 * Declares an event: a fact in the past tense. An event with a personal field must name the person; that it does is
 * checked here, when the module loads.
 */
export function defineEvent<T extends string, S extends z.ZodObject>(
  type: T,
  schema: S,
  options: {
    person?: { kind: PersonKind; field: keyof z.output<S> & string };
    log: LogEntry<z.output<S>> | "hidden";
    upcasters?: readonly Upcaster[];
  },
): EventDefinition<T, S> {
  const fields = Object.entries(schema.shape)
    .filter(([, field]) => personalFields.has(field as z.ZodType))
    .map(([name]) => name);
  if (fields.length > 0 && !options.person)
    throw new Error(`${type} holds personal fields but names no person`);
  const { person, log, upcasters = [] } = options;
  return { type, schema, version: upcasters.length + 1, upcasters, personal: fields, person, log };
}

/** The plain event a decider returns and an `evolve` receives. */
export type EventOf<D> = D extends EventDefinition<infer T, infer S> ? { type: T; data: z.output<S> } : never;

/** The union of the events of a stream category, from its table of definitions. */
export type EventsOf<C extends Record<string, EventDefinition>> = { [K in keyof C]: EventOf<C[K]> }[keyof C];
