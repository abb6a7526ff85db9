import { metadataOf } from "../event-metadata.ts";
import { type RawEvent, type RawNewEvent, StreamMissing } from "../log-client.ts";
import type { ResilientReads } from "../reads/resilient-reads.ts";
import { ConflictError } from "../store-errors.ts";
import { type PersonKeySource, personKeyCreated, personKeyStream, wrappedKeySchema } from "./person-keys.ts";

/** The events that are read of a key's stream: another program may have appended before the key. */
const eventsRead = 16;

/**
 * Loads and stores persons' keys. Each key has a stream, in which the first event that the master key wraps is
 * the key: nobody who has only a former master key can replace it.
 */
export function personKeyStreams(options: {
  reads: ResilientReads;
  /** The id of the master key. */
  masterKeyId: string;
  isForged: (event: RawEvent) => boolean;
  appendFirst: (stream: string, event: RawNewEvent) => Promise<unknown>;
  newId: () => string;
}): PersonKeySource {
  return {
    async load(personId) {
      const found = await options.reads.stream(personKeyStream(personId), { maxCount: eventsRead });
      if (found === "missing" || found === "erased") return found;
      const wrapped = found
        .filter((event) => !options.isForged(event))
        .flatMap(({ data }) => wrappedKeySchema.safeParse(data).data ?? []);
      return wrapped.find(({ keyId }) => keyId === options.masterKeyId) ?? wrapped[0] ?? "missing";
    },
    async create(personId, wrapped) {
      const stream = personKeyStream(personId);
      const metadata = metadataOf({ correlationId: stream, actor: { kind: "system" } });
      try {
        await options.appendFirst(stream, {
          id: options.newId(),
          type: personKeyCreated,
          data: wrapped,
          metadata,
        });
        return true;
      } catch (error) {
        if (error instanceof ConflictError || error instanceof StreamMissing) return false;
        throw error;
      }
    },
  };
}
