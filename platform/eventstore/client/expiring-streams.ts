import { LRUCache } from "lru-cache";
import type { Logger } from "../../logging/logger.ts";
import type { EventStore } from "../event-store.ts";
import { logLevelOf } from "../store-errors.ts";

/**
 * Sets `$maxAge` of streams, each once in this process, without delaying the caller. After a failure the next
 * call for the stream tries again.
 * @param options `seconds`: the age. `remembered`: the number of streams
 */
export function expiringStreams(options: {
  store: Pick<EventStore, "setStreamMetadata" | "remembered">;
  logger: Logger;
  seconds: number;
  remembered: number;
}): (stream: string) => void {
  const { store, logger, seconds, remembered } = options;
  const done = new LRUCache<string, true>({ max: remembered });
  store.remembered.add("streams that expire", () => done.clear());
  return (stream) => {
    if (done.get(stream)) return;
    done.set(stream, true);
    store.setStreamMetadata(stream, { maxAge: seconds }).catch((err: unknown) => {
      done.delete(stream);
      logger[logLevelOf(err)]({ err, stream }, "The age at which events of a stream expire could not be set");
    });
  };
}
