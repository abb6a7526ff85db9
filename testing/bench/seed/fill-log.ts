import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { openDatabase } from "@ornament/embedded/eventstore/log/database";
import { JSON_CONTENT } from "@ornament/embedded/eventstore/log/event";
import { EventLog } from "@ornament/embedded/eventstore/log/event-log";
import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { RawEvent } from "@ornament/platform/eventstore/log-client";
import { silentLogger } from "@ornament/platform/logging/logger";
import { type ServerKey, serverKey } from "@ornament/platform/tokens/keyed-hash";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { importPin, register, type SeedStore } from "./events.ts";
import { ageOfImport, type SeedPeople } from "./people.ts";

/** The number of streams whose events are encoded in memory before they are written to the file. */
const atOnce = 1_000;

/**
 * Fills the embedded event store's file while the product is not running. The product's event store client
 * checks and encrypts the events. They are stored with plausible past times. Through HTTP the same would take
 * hours, because each registration hashes a password.
 */
export async function fillLog(
  folder: string,
  { masterKey, addressKey }: Pick<Secrets, "masterKey" | "addressKey">,
  people: SeedPeople,
): Promise<number> {
  const log = new EventLog(openDatabase(folder));
  const now = Date.now();
  let written = 0;
  const write = async <T>(items: readonly T[], ageOf: (item: T) => number, store: Store<T>) => {
    for (let from = 0; from < items.length; from += atOnce) {
      const encoder = new Encoder(masterKey);
      for (const [place, item] of items.slice(from, from + atOnce).entries())
        await encoder.encode(now - ageOf(item), (to) => store(to, item, from + place));
      written += await encoder.writeTo(log);
    }
  };
  try {
    written += await recordAddressKey(log, masterKey, serverKey(addressKey));
    await write(people.codes, () => ageOfImport, importPin);
    await write(people.consumers, ({ age }) => age, register);
    for (const name of ["mail", "completions"]) written += await endAt(log, name, masterKey);
  } finally {
    log.close();
  }
  return written;
}

/** The accounts have no claims of their email addresses, by which the start could check the key. */
async function recordAddressKey(log: EventLog, masterKey: ServerKey, { id }: ServerKey): Promise<number> {
  const encoder = new Encoder(masterKey);
  const recorded = { type: "KeyRecorded", data: { key: "address", keyId: id } };
  await encoder.encode(Date.now(), async (store) => {
    await store.append(streams.keyCheck("address"), "no_stream", [recorded], byTheSystem);
  });
  return encoder.writeTo(log);
}

/** Stores a reactor's checkpoint at the end of the event store, so that the start skips old events. */
async function endAt(log: EventLog, reactor: string, masterKey: ServerKey): Promise<number> {
  const encoder = new Encoder(masterKey);
  const position = String(log.head);
  const data = { commit: position, prepare: position };
  await encoder.encode(Date.now(), async (store) => {
    await store.append(
      streams.checkpoint(reactor),
      "no_stream",
      [{ type: "CheckpointStored", data }],
      byTheSystem,
    );
  });
  return encoder.writeTo(log);
}

type Store<T> = (store: SeedStore, item: T, place: number) => Promise<void>;

/** Encodes events on an in-memory event store, whose clock gives the times of the events. */
class Encoder {
  #time = 0;
  readonly #log = new InMemoryLog(() => new Date(this.#time));
  readonly #store: EventStore;

  constructor(masterKey: ServerKey) {
    this.#store = createEventStore(this.#log, {
      definitions: Object.values(eventCatalogue),
      masterKey,
      logger: silentLogger(),
    });
  }

  async encode(time: number, append: (store: SeedStore) => Promise<void>): Promise<void> {
    this.#time = time;
    await append(this.#store);
  }

  /** Writes all events in one transaction. Returns their number. */
  async writeTo(log: EventLog): Promise<number> {
    const events: RawEvent[] = [];
    const all = { from: "start", backwards: false, maxCount: Number.MAX_SAFE_INTEGER } as const;
    for await (const event of this.#log.readAll(all)) events.push(event);
    log.commit(() => {
      for (const { id, type, stream, data, metadata, createdAt } of events) {
        const event = { id, type, contentType: JSON_CONTENT, metadata: bytes(metadata), data: bytes(data) };
        log.append(log.stream(stream), [event], createdAt.getTime());
      }
    });
    await this.#store.close();
    return events.length;
  }
}

const byTheSystem = { correlationId: "bench", actor: { kind: "system" } } as const;

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
