import { setImmediate } from "node:timers/promises";
import { personOf, upcast } from "@ornament/contracts/events/definition";
import { type EventMetadata, metadataSchema } from "@ornament/contracts/events/metadata";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { ZodError } from "zod";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { open, seal } from "../../tokens/seal.ts";
import { yieldIsDue } from "../../waiting/pause.ts";
import type { PlainEvent, StorableDefinition, StoredEvent } from "../event-store.ts";
import type { RawEvent } from "../log-client.ts";
import { InvalidEventError } from "../store-errors.ts";
import { type PersonKey, type PersonKeys, personIdOf, wrappedKeyTypes } from "./person-keys.ts";

interface EncodedEvent {
  readonly data: Record<string, unknown>;
  readonly plain: PlainEvent;
  readonly definition: StorableDefinition;
}

/** A rolling upgrade takes about this long for each replica. */
const retryAfterUpgradeSeconds = 10;

/** An encrypted field names its person, so that reading needs no definition of the event. */
interface SealedField {
  readonly $person: string;
  readonly $sealed: string;
}

/** Converts events between the form of the services and the stored form. */
export function createEventCodec(options: { definitions: readonly StorableDefinition[]; keys: PersonKeys }) {
  const { keys } = options;
  const definitions = new Map(options.definitions.map((definition) => [definition.type, definition]));
  // A newer build may have added optional fields.
  const stored = new Map(options.definitions.map(({ type, schema }) => [type, schema.loose()]));
  const decoded = (
    event: RawEvent,
    fields: readonly NamedField[],
    found: readonly PersonKey[],
  ): StoredEvent => {
    const { data, damaged } = opened(event, fields, found);
    const metadata = readMetadata(event.metadata);
    const { type, id, stream, revision, position, createdAt } = event;
    const mark = damaged === undefined ? {} : { damaged };
    const recorded = { type, id, stream, revision, position, createdAt, metadata, ...mark };
    const definition = definitions.get(type);
    if (!definition) return { ...recorded, data, unreadable: "unknown type" };
    const { schemaVersion, projectableFrom = schemaVersion } = metadata;
    if (projectableFrom > definition.version) return { ...recorded, data, unreadable: "newer version" };
    const newer = schemaVersion > definition.version ? { unreadable: "added fields" as const } : undefined;
    const isOld = schemaVersion < definition.version && isObject(data);
    const current = isOld ? upcast(definition, { ...data }, schemaVersion) : data;
    const invalid = stored.get(type)?.safeParse(current).error;
    if (!invalid) return { ...recorded, ...newer, data: current };
    return { ...recorded, ...newer, data: current, invalid: problemsOf(invalid) };
  };
  const decode = (event: RawEvent): StoredEvent | Promise<StoredEvent> => {
    if (wrappedKeyTypes.has(event.type)) keys.learn(event.data);
    const fields = sealedFieldsOf(event.data);
    const known: PersonKey[] = [];
    for (const { personId } of fields) {
      const key = keys.known(personId);
      if (key === undefined)
        return Promise.all(fields.map((field) => keys.find(field.personId))).then((found) =>
          decoded(event, fields, found),
        );
      known.push(key);
    }
    return decoded(event, fields, known);
  };
  return {
    /**
     * Creates the person's key on first use. `definition` is that of the written event. An event without
     * personal data is ready immediately. Throws `UnavailableError` for a field that is `null` because its
     * person seemed to be erased and isn't: a repeated command reads the key.
     */
    encode(event: PlainEvent): EncodedEvent | Promise<EncodedEvent> {
      const definition = definitions.get(event.type);
      if (!definition) throw new Error(`${event.type} has no definition, so it can't be written`);
      const data = validated(definition, event.data);
      const encoded = { data, plain: { type: event.type, data }, definition };
      const person = personOf(definition, data);
      const personId = person && personIdOf(person.kind, person.id);
      const fields = definition.personal.filter((field) => data[field] !== null && data[field] !== undefined);
      const isThoughtErased = personId !== undefined && keys.known(personId) === "erased";
      if (fields.length === 0 && !isThoughtErased) return encoded;
      // An event without a person (such as one of a PIN without an owner) has no key, so its personal fields
      // are left out.
      if (personId === undefined) return { ...encoded, data: withoutFields(data, fields) };
      return keys.ensure(personId).then((key) => {
        if (isThoughtErased && key !== "erased" && definition.personal.some((field) => data[field] === null))
          throw new UnavailableError(new Error(`The key of ${personId} is not erased, as it seemed to be`));
        if (key === "erased") return { ...encoded, data: withoutFields(data, fields) };
        return { ...encoded, data: sealed(data, fields, { type: event.type, personId, key }) };
      });
    },
    /**
     * Decrypts an event and upcasts it to today's shape. The result is ready immediately unless a key has to be
     * loaded.
     */
    decode,
    /**
     * Throws `upgrade_in_progress` for an event that this build can't read: a newer build wrote it, and it may
     * forbid the command. Throws `InvalidEventError` for one that is invalid or damaged.
     */
    async decodeForDecision<E extends PlainEvent>(events: readonly RawEvent[]): Promise<StoredEvent<E>[]> {
      const read: StoredEvent[] = [];
      for (const [index, event] of events.entries()) {
        const decoding = decode(event);
        const one = decoding instanceof Promise ? await decoding : decoding;
        if (one.unreadable !== undefined)
          throw new Refusal("upgrade_in_progress", { retryAfterSeconds: retryAfterUpgradeSeconds });
        if ((one.invalid ?? one.damaged) !== undefined) throw new InvalidEventError(one);
        read.push(one);
        if (yieldIsDue(index)) await setImmediate();
      }
      return read as StoredEvent<E>[];
    },
  };
}

function validated(definition: StorableDefinition, data: unknown): Record<string, unknown> {
  const parsed = definition.schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new Error(`${definition.type} breaks its schema: ${problemsOf(parsed.error)}`);
}

const problemsOf = ({ issues }: ZodError) =>
  issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");

const contextOf = (type: string, field: string, personId: string) => `${type}.${field}:${personId}`;

function sealed(
  plain: Record<string, unknown>,
  fields: readonly string[],
  { type, personId, key }: { type: string; personId: string; key: Buffer },
): Record<string, unknown> {
  const data = { ...plain };
  for (const field of fields) {
    const $sealed = seal(key, contextOf(type, field, personId), Buffer.from(JSON.stringify(plain[field])));
    data[field] = { $person: personId, $sealed } satisfies SealedField;
  }
  return data;
}

const withoutFields = (plain: Record<string, unknown>, fields: readonly string[]) => ({
  ...plain,
  ...Object.fromEntries(fields.map((field) => [field, null])),
});

interface NamedField {
  readonly field: string;
  readonly personId: string;
  readonly sealed: string;
}

/**
 * The data with the fields that the keys open. Without a key the person was erased. With a key, a field that
 * can't be opened is damaged; `damaged` names these, in words.
 */
function opened(
  event: RawEvent,
  fields: readonly NamedField[],
  found: readonly PersonKey[],
): { data: unknown; damaged?: string } {
  if (fields.length === 0) return { data: event.data };
  const data: Record<string, unknown> = { ...(event.data as object) };
  const damaged: string[] = [];
  for (const [place, { field, personId, sealed }] of fields.entries()) {
    const key = found[place] ?? "erased";
    const plain = key === "erased" ? undefined : open(key, contextOf(event.type, field, personId), sealed);
    if (key !== "erased" && !plain) damaged.push(`the seal of ${field} is broken`);
    data[field] = plain ? JSON.parse(plain.toString("utf8")) : null;
  }
  return damaged.length === 0 ? { data } : { data, damaged: damaged.join("; ") };
}

function sealedFieldsOf(data: unknown): NamedField[] {
  const found: NamedField[] = [];
  if (!isObject(data) || Array.isArray(data)) return found;
  for (const [field, value] of Object.entries(data)) {
    if (!isObject(value) || Object.keys(value).length !== 2) continue;
    const { $person: personId, $sealed: sealed } = value as Record<string, unknown>;
    if (typeof personId === "string" && typeof sealed === "string") found.push({ field, personId, sealed });
  }
  return found;
}

const isObject = (value: unknown): value is object => value !== null && typeof value === "object";

/** An event from before the first MAC may have no metadata of ours; it counts as the system's. */
function readMetadata(metadata: unknown): EventMetadata {
  const parsed = metadataSchema.safeParse(metadata);
  return parsed.success ? parsed.data : { $correlationId: "", actor: { kind: "system" }, schemaVersion: 1 };
}
