import { randomUUID } from "node:crypto";
import { nameBasedId } from "../../ids/name-based-id.ts";
import type { ServerKey } from "../../tokens/keyed-hash.ts";
import { Authenticity, requireMacs } from "../authenticity/authenticity.ts";
import { EventMacs, macKeyOf } from "../authenticity/event-macs.ts";
import { forgedEventFoundAt } from "../authenticity/forged-event-found.ts";
import { type LogCallOptions, LogCalls } from "../calls/log-calls.ts";
import { compactedReads } from "../compaction/compacted-reads.ts";
import { snapshotStream } from "../compaction/snapshot.ts";
import { createEventCodec } from "../encryption/codec.ts";
import {
  createPersonKeys,
  personIdOf,
  personKeyStream,
  personKeyStreams,
} from "../encryption/person-keys.ts";
import { metadataOf } from "../event-metadata.ts";
import type {
  EventStore,
  PlainEvent,
  ReadAllOptions,
  RememberedOfTheLog,
  StorableDefinition,
  StoredEvent,
  Subscription,
} from "../event-store.ts";
import type { LogClient, RawEvent, RawNewEvent, ReadOptions } from "../log-client.ts";
import { logLevelOf } from "../store-errors.ts";
import { RunningSubscription } from "../subscriptions/subscription.ts";

export interface EventStoreOptions extends LogCallOptions {
  /** Of all events that may be written. */
  definitions: readonly StorableDefinition[];
  /** Wraps the persons' keys; the key of the MACs comes from it. */
  masterKey: ServerKey;
  /** A commit position; see `requireMacs`. */
  acceptUnsignedUntil?: bigint | undefined;
  now?: () => Date;
  /**
   * Persons whose personal data are read as `null` even where their keys can still be read: the store keeps the
   * events of a deleted key stream until it is scavenged. The set may grow later.
   */
  erased?: ReadonlySet<string> | undefined;
}

/** On any log client. `openEventStore` connects it to a server. */
export function createEventStore(log: LogClient, options: EventStoreOptions): EventStore {
  const { masterKey, logger, now = () => new Date() } = options;
  const macKey = macKeyOf(masterKey);
  const calls = new LogCalls(log, new EventMacs(macKey), options);
  const authenticity = new Authenticity(macKey, options.acceptUnsignedUntil);
  const { isForged } = authenticity;
  const keys = createPersonKeys({
    master: masterKey,
    source: personKeyStreams(calls, masterKey, isForged),
    erased: options.erased,
  });
  const codec = createEventCodec({ definitions: options.definitions, keys });
  const compacted = compactedReads(calls, codec.decodeForDecision, isForged, logger);
  const subscriptions = new Set<Subscription>();
  const caches: { readonly name: string; readonly forget: () => void }[] = [];
  const remembered: RememberedOfTheLog = {
    add: (name, forget) => void caches.push({ name, forget }),
    get names() {
      return caches.map(({ name }) => name);
    },
  };
  remembered.add("persons' keys", keys.forgetAll);
  // After a restore from an older backup, the event store may have no boundary, or another one.
  remembered.add("the place of the first MAC", () => {
    if (!authenticity.isRequired) return;
    requireMacs(authenticity, calls).catch((err: unknown) => {
      logger[logLevelOf(err)]({ err }, "The place of the first MAC could not be read again");
    });
  });

  const deliver = (event: RawEvent, withForged: boolean | undefined) => {
    if (!isForged(event)) return codec.decode(event);
    return withForged ? forgedEventFoundAt(event) : undefined;
  };

  return {
    authenticity,
    remembered,
    async read<E extends PlainEvent>(stream: string, range: ReadOptions = {}) {
      const { maxCount } = range;
      // More are read in place of forged ones, so that another program can't hide the newest events of a stream.
      for (let asked = maxCount; ; asked = asked && asked * 10) {
        const raw = await calls.stream(stream, { ...range, maxCount: asked });
        if (typeof raw === "string") return { events: [], revision: "no_stream", lastPosition: undefined };
        const own = raw.filter((event) => !isForged(event));
        const isWhole = maxCount === undefined || own.length >= maxCount || raw.length < (asked ?? 0);
        if (!isWhole) continue;
        let last = range.backwards ? raw[0] : raw.at(-1);
        const events = await codec.decodeForDecision<E>(own.slice(0, maxCount));
        if (last) return { events, revision: last.revision, lastPosition: last.position };
        // A read beyond the end of the stream.
        const end = await calls.stream(stream, { backwards: true, maxCount: 1 });
        last = typeof end === "string" ? undefined : end[0];
        return { events, revision: last?.revision ?? "no_stream", lastPosition: undefined };
      }
    },
    async readRaw(stream) {
      const found = await calls.stream(stream, {});
      return typeof found === "string" ? [] : found;
    },
    readHistory: compacted.read,
    async append<E extends PlainEvent>(...given: Parameters<EventStore["append"]>) {
      const [stream, expected, events, metadata] = given;
      if (events.length === 0) throw new Error("There is nothing to append");
      const raw: RawNewEvent[] = [];
      const plain: (PlainEvent & Pick<StoredEvent, "id" | "stream" | "metadata">)[] = [];
      for (const [index, event] of events.entries()) {
        const encoding = codec.encode(event);
        const encoded = encoding instanceof Promise ? await encoding : encoding;
        const id = event.id ?? eventId(metadata.commandId, `${stream}:${index}`, encoded.data);
        const written = metadataOf(metadata, encoded.definition);
        raw.push({ id, type: event.type, data: encoded.data, metadata: { ...written } });
        plain.push({ ...encoded.plain, id, stream, metadata: { ...written, actor: metadata.actor } });
      }
      const { revision, position } = await calls.append(stream, expected, raw);
      const first = revision - BigInt(raw.length - 1);
      const recorded = { position, createdAt: now() };
      const stored = plain.map((event, index) => ({
        ...event,
        ...recorded,
        revision: first + BigInt(index),
      }));
      return { revision, position, events: stored as StoredEvent<E>[] };
    },
    head: async () => (await calls.last())?.position,
    eventIdAt: (position) => calls.eventIdAt(position),
    async *readAll({ from, backwards = false, maxCount, withForged }: ReadAllOptions = {}) {
      const start = from ?? (backwards ? "end" : "start");
      // A failure to decode is not an outage, so decoding happens outside of the read.
      const read = calls.all({ from: start, backwards, maxCount: maxCount ?? Number.MAX_SAFE_INTEGER });
      for await (const event of read) {
        const delivered = await deliver(event, withForged);
        if (delivered) yield delivered;
      }
    },
    readBytes: ({ from = "start" } = {}) => calls.bytes(from),
    subscribeToAll(subscribed) {
      const lost = () => {
        for (const { forget } of caches) forget();
      };
      const { metrics } = options;
      const subscription = new RunningSubscription(
        { log, calls, deliver, lost, logger, metrics },
        subscribed,
      );
      subscriptions.add(subscription);
      return subscription;
    },
    /** Deletes the stream and its snapshot, so that a later stream of that name doesn't read the old one. */
    async deleteStream(stream, expected) {
      await calls.delete(stream, expected);
      const snapshot = await calls.stream(snapshotStream(stream), { backwards: true, maxCount: 1 });
      if (typeof snapshot !== "string") await calls.delete(snapshotStream(stream), "any");
    },
    setStreamMetadata: (stream, limits) => calls.limit(stream, limits),
    async erasePerson(kind, id) {
      const personId = personIdOf(kind, id);
      await calls.tombstone(personKeyStream(personId));
      keys.erased(personId);
    },
    requireMacs: (required) => requireMacs(authenticity, calls, required),
    outage: () => calls.outage(),
    async close() {
      calls.stop();
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await compacted.settled();
      await log.close();
    },
  };
}

/**
 * The same command with the same data gives the same ids, so the store recognises a repeated append. The data
 * are part of the id, because a command that runs twice at the same time may decide differently, for example
 * draw another id. That must be a conflict: otherwise the store would confirm both appends and keep only one.
 */
const eventId = (commandId: string | undefined, place: string, data: unknown): string =>
  commandId === undefined ? randomUUID() : nameBasedId(`${place}:${JSON.stringify(data)}`, commandId);
