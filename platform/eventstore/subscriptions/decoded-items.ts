import type { StoredEvent, SubscriptionFilter } from "../event-store.ts";
import { ItemQueue } from "../item-queue.ts";
import {
  isSystemEvent,
  type LogItem,
  type LogSubscription,
  type RawEvent,
  type RawFilter,
} from "../log-client.ts";

/** `event` is the decoded event, if the subscriber wants it. */
export interface DecodedItem {
  readonly item: LogItem;
  readonly event: StoredEvent | undefined;
}

/**
 * In batches. The next batch is decoded while the caller handles the last one.
 * @param decode gives `undefined` for an event that the subscriber doesn't get
 */
export function decodedItems(
  source: LogSubscription,
  decode: (event: RawEvent) => StoredEvent | Promise<StoredEvent> | undefined,
  batchSize: number,
) {
  const queue = new ItemQueue<DecodedItem>();
  let isStopping = false;
  let takenAt = Number.NEGATIVE_INFINITY;
  const decodeAll = async () => {
    while (!isStopping) {
      const items = await source.take(batchSize);
      if (!items) return;
      const decoded: DecodedItem[] = [];
      for (const item of items) {
        const decoding = item.kind === "event" ? decode(item.event) : undefined;
        // An await takes time even if its promise is settled.
        decoded.push({ item, event: decoding instanceof Promise ? await decoding : decoding });
      }
      queue.push(...decoded);
      await queue.below(batchSize);
    }
  };
  const allDecoded = decodeAll().then(
    () => queue.end(),
    (error: unknown) => queue.end(error),
  );
  return {
    /**
     * The next batch; `undefined` at the end. Items that arrive within `gatherMilliseconds` of the last batch
     * wait until that time is over or the batch is full.
     */
    async take(gatherMilliseconds: number): Promise<DecodedItem[] | undefined> {
      await queue.filled();
      const early = takenAt + gatherMilliseconds - performance.now();
      if (early > 0) await queue.filledWithin(early, batchSize);
      takenAt = performance.now();
      return queue.take(batchSize);
    },
    async stop(): Promise<void> {
      isStopping = true;
      queue.end();
      await source.stop();
      await allDecoded;
    },
  };
}

/** Whether an event passes the filter exactly, independent of the server's. System events never pass. */
export function passes(filter: SubscriptionFilter | undefined): (event: RawEvent) => boolean {
  const types = filter?.eventTypes && new Set(filter.eventTypes);
  const prefixes = filter?.streamPrefixes;
  return (event) =>
    !isSystemEvent(event) &&
    (types?.has(event.type) ?? true) &&
    (prefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true);
}

/** The server can apply only one of the two conditions. */
export function serverFilter(filter: SubscriptionFilter | undefined): RawFilter | undefined {
  if (filter?.eventTypes) return { on: "eventType", prefixes: filter.eventTypes };
  if (filter?.streamPrefixes) return { on: "streamName", prefixes: filter.streamPrefixes };
  return undefined;
}
