import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type Position,
  START,
} from "@eventstore/db-client";
import { eventStoreClient } from "@ornament/e2e/product/product-files";
import type { RunningProduct } from "@ornament/e2e/product/running-product";

export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly revision: bigint;
  readonly data: Record<string, unknown>;
  readonly commandId: string | undefined;
  readonly bytes: number;
}

/** The projector's own checkpoints, which are written at intervals and not for calls. */
const bookkeeping = /^(checkpoint-|projections-|\$)/;

/** The product's log, read with the official client: marks, and the events after them. */
export class LogGrowth {
  readonly #client: EventStoreDBClient;

  constructor(product: Pick<RunningProduct, "dataDir">) {
    this.#client = eventStoreClient(product);
  }

  /** The position of the newest event. */
  async mark(): Promise<Position | undefined> {
    let position: Position | undefined;
    for await (const { event } of this.#client.readAll({
      direction: BACKWARDS,
      fromPosition: END,
      maxCount: 1,
    }))
      position = event?.position;
    return position;
  }

  /** The events after a mark, oldest first; all events without one. */
  async since(mark?: Position): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    const read = this.#client.readAll({ direction: FORWARDS, fromPosition: mark ?? START });
    for await (const { event } of read) {
      if (!event || bookkeeping.test(event.streamId)) continue;
      if (mark && event.position && event.position.commit <= mark.commit) continue;
      const metadata = (event.metadata ?? {}) as { commandId?: string };
      found.push({
        id: event.id,
        stream: event.streamId,
        type: event.type,
        revision: event.revision,
        data: event.data as Record<string, unknown>,
        commandId: metadata.commandId,
        bytes: Buffer.byteLength(JSON.stringify(event.data)) + Buffer.byteLength(JSON.stringify(metadata)),
      });
    }
    return found;
  }

  /** Whether a stream's events expire after a time or beyond a number. */
  async expires(stream: string): Promise<boolean> {
    const { metadata } = await this.#client.getStreamMetadata(stream);
    return (
      metadata?.$maxAge !== undefined || metadata?.maxAge !== undefined || metadata?.maxCount !== undefined
    );
  }

  close = () => this.#client.dispose();
}
