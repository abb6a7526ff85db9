import { nameBasedId } from "../../ids/name-based-id.ts";
import type { LogAppends } from "../appends/log-appends.ts";
import type { EventCodec } from "../encryption/codec.ts";
import { metadataOf } from "../event-metadata.ts";
import type {
  Appended,
  AppendMetadata,
  ExpectedRevision,
  NewEvent,
  PlainEvent,
  StoredEvent,
} from "../event-store.ts";
import type { RawNewEvent } from "../log-client.ts";

/** Appends the events of services: validated, encrypted and with ids. */
export class EventAppends {
  readonly #appends: LogAppends;
  readonly #codec: EventCodec;
  readonly #newId: () => string;
  readonly #now: () => Date;

  constructor(parts: { appends: LogAppends; codec: EventCodec; newId: () => string; now: () => Date }) {
    this.#appends = parts.appends;
    this.#codec = parts.codec;
    this.#newId = parts.newId;
    this.#now = parts.now;
  }

  async append<E extends PlainEvent>(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    metadata: AppendMetadata,
  ): Promise<Appended<E>> {
    if (events.length === 0) throw new Error("There is nothing to append");
    const raw: RawNewEvent[] = [];
    const plain: (PlainEvent & Pick<StoredEvent, "metadata">)[] = [];
    for (const [index, event] of events.entries()) {
      const encoding = this.#codec.encode(event);
      const encoded = encoding instanceof Promise ? await encoding : encoding;
      const id = event.id ?? this.#eventId(metadata.commandId, `${stream}:${index}`, encoded.data);
      const written = metadataOf(metadata, encoded.definition);
      raw.push({ id, type: event.type, data: encoded.data, metadata: written });
      plain.push({ ...encoded.plain, metadata: { ...written, actor: metadata.actor } });
    }
    const { revision, position } = await this.#appends.append(stream, expected, raw);
    const createdAt = this.#now();
    const first = revision - BigInt(raw.length - 1);
    const stored = plain.map((event, index) => ({
      ...event,
      id: raw[index]?.id ?? "",
      stream,
      revision: first + BigInt(index),
      position,
      createdAt,
    }));
    return { revision, position, events: stored as StoredEvent<E>[] };
  }

  /**
   * The same command with the same data gives the same ids, so the store recognises a repeated append. The
   * data are part of the id, because a command that runs twice at the same time may decide differently, for
   * example draw another id. That must be a conflict: otherwise the store would confirm both appends and keep
   * only one.
   */
  #eventId(commandId: string | undefined, place: string, data: unknown): string {
    return commandId === undefined
      ? this.#newId()
      : nameBasedId(`${place}:${JSON.stringify(data)}`, commandId);
  }
}
