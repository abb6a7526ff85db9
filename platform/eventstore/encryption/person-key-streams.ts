import { metadataOf } from "../event-metadata.ts";
import { type RawEvent, type RawNewEvent, StreamMissing } from "../log-client.ts";
import type { ResilientReads } from "../reads/resilient-reads.ts";
import { ConflictError } from "../store-errors.ts";
import { type PersonKeySource, personKeyCreated, personKeyStream, wrappedKeySchema } from "./person-keys.ts";

/** The events that are read of a key's stream: another program may have appended before the key. */
const eventsRead = 16;

/** Loads and stores persons' keys. Each key has a stream, whose first event is the key. */
export function personKeyStreams(options: {
  reads: ResilientReads;
  isForged: (event: RawEvent) => boolean;
  appendFirst: (stream: string, event: RawNewEvent) => Promise<unknown>;
  newId: () => string;
}): PersonKeySource {
  return {
    async load(personId) {
      const found = await options.reads.stream(personKeyStream(personId), { maxCount: eventsRead });
      if (found === "missing" || found === "erased") return found;
      const event = found.find((one) => !options.isForged(one));
      return event ? wrappedKeySchema.parse(event.data) : "missing";
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
