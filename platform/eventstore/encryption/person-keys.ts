import { randomBytes } from "node:crypto";
import type { PersonKind } from "@ornament/contracts/events/definition";
import { personKeyEvents } from "@ornament/contracts/events/person-key";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { wrongKeys } from "../../config/read-config.ts";
import { within, withoutDeadline } from "../../deadline/deadline.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import { open, seal } from "../../tokens/seal.ts";
import type { LogCalls } from "../calls/log-calls.ts";
import { ownEvent } from "../event-metadata.ts";
import { type RawEvent, StreamMissing } from "../log-client.ts";
import { ConflictError } from "../store-errors.ts";

/** Such as `admin7` or `consumer12`. */
export const personIdOf = (kind: PersonKind, id: number) => `${kind}${id}`;
export const personKeyStream = (personId: string) => `personKey-${personId}`;
export const personKeyCreated = personKeyEvents.PersonKeyCreated.type;
export const wrappedKeyTypes: ReadonlySet<string> = new Set(Object.keys(personKeyEvents));

export type PersonKey = Buffer | "erased";

export type PersonKeySource = ReturnType<typeof personKeyStreams>;

export const wrappedKeySchema = z.object(personKeyEvents.PersonKeyCreated.schema.shape);
export type WrappedKey = z.output<typeof wrappedKeySchema>;

/** About 100 bytes each. */
const keysCached = 50_000;
/** An erasure by another process takes effect after this time. */
const cachedMilliseconds = 10 * 60_000;

export type PersonKeys = ReturnType<typeof createPersonKeys>;

/** The persons' keys. See docs/decisions/0007-personal-data-is-encrypted-and-erased.md. */
export function createPersonKeys(options: {
  master: ServerKey;
  source: PersonKeySource;
  /** Persons whose keys are never used. */
  erased?: ReadonlySet<string> | undefined;
  /** A steady clock in milliseconds that is never 0, for tests. */
  now?: () => number;
}) {
  const { master, source } = options;
  const newMemory = () => ({
    cache: new LRUCache<string, PersonKey>({
      max: keysCached,
      ttl: cachedMilliseconds,
      ...(options.now ? { perf: { now: options.now }, ttlResolution: 0 } : {}),
    }),
    loading: new Map<string, Promise<PersonKey>>(),
  });
  /** Replaced as a whole, so that a lookup that began earlier fills only the old one. */
  let memory = newMemory();

  const remember = (personId: string, key: PersonKey, { cache } = memory) => {
    cache.set(personId, key);
    return key;
  };
  const known = (personId: string) => (options.erased?.has(personId) ? "erased" : memory.cache.get(personId));
  const load = async (personId: string, otherwise: () => Promise<PersonKey>) => {
    const before = memory;
    const found = await source.load(personId);
    if (found === "missing") return otherwise();
    return remember(personId, found === "erased" ? found : unwrap(master, found), before);
  };
  const create = async (personId: string): Promise<PersonKey> => {
    const before = memory;
    const key = randomBytes(32);
    if (await source.create(personId, wrap(master, personId, key))) return remember(personId, key, before);
    return load(personId, async () => "erased");
  };
  /** Several callers at the same time share one lookup; each waits no longer than its own deadline. */
  const once = (name: string, work: () => Promise<PersonKey>) => {
    const { loading } = memory;
    const started = loading.get(name) ?? withoutDeadline(work).finally(() => loading.delete(name));
    loading.set(name, started);
    return within(Number.POSITIVE_INFINITY, started);
  };

  return {
    known,
    /** A person who never had a key is also `erased`. */
    async find(personId: string): Promise<PersonKey> {
      return known(personId) ?? once(`find ${personId}`, () => load(personId, async () => "erased"));
    },
    /** Creates the key on first use. Whether it is erased is looked up each time. */
    async ensure(personId: string): Promise<PersonKey> {
      const key = known(personId);
      if (key !== undefined && key !== "erased") return key;
      return once(`ensure ${personId}`, () => load(personId, () => create(personId)));
    },
    /** Caches the key of an event. A key that a former master key wraps is ignored. */
    learn(data: unknown): void {
      const wrapped = wrappedKeySchema.safeParse(data);
      if (!wrapped.success || wrapped.data.keyId !== master.id) return;
      if (known(wrapped.data.personId) !== undefined) return;
      remember(wrapped.data.personId, unwrap(master, wrapped.data));
    },
    erased: (personId: string): void => void remember(personId, "erased"),
    forgetAll(): void {
      memory = newMemory();
    },
  };
}

/** Of a key's stream: another program may have appended before the key. */
const eventsRead = 16;

/**
 * The first event in a stream that the master key wraps is the key: nobody who has only a former master key can
 * replace it.
 */
export const personKeyStreams = (
  calls: Pick<LogCalls, "stream" | "append">,
  master: ServerKey,
  isForged: (event: RawEvent) => boolean,
) => ({
  /** The key as the master key wraps it. `missing`: the person never had one. `erased`: it was deleted. */
  async load(personId: string): Promise<WrappedKey | "missing" | "erased"> {
    const found = await calls.stream(personKeyStream(personId), { maxCount: eventsRead });
    if (found === "missing" || found === "erased") return found;
    const wrapped = found
      .filter((event) => !isForged(event))
      .flatMap(({ data }) => wrappedKeySchema.safeParse(data).data ?? []);
    return wrapped.find(({ keyId }) => keyId === master.id) ?? wrapped[0] ?? "missing";
  },
  /** Stores a wrapped key as the first event of its stream. Returns `false` if another key was stored before. */
  async create(personId: string, wrapped: WrappedKey): Promise<boolean> {
    const stream = personKeyStream(personId);
    try {
      await calls.append(stream, "no_stream", [ownEvent(stream, { type: personKeyCreated, data: wrapped })]);
      return true;
    } catch (error) {
      if (error instanceof ConflictError || error instanceof StreamMissing) return false;
      throw error;
    }
  },
});

export function wrap(master: ServerKey, personId: string, key: Buffer): WrappedKey {
  return { personId, keyId: master.id, wrappedKey: seal(master.bytes, `key:${personId}`, key) };
}

/** Throws `ConfigError` if another master key wraps the key. */
export function unwrap(master: ServerKey, wrapped: WrappedKey): Buffer {
  const key = open(master.bytes, `key:${wrapped.personId}`, wrapped.wrappedKey);
  if (!key) throw wrongKeys(["MASTER_KEY"]);
  return key;
}
