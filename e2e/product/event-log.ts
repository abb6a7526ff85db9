import { BACKWARDS, END, type EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import { eventStoreClient, type StartedProduct } from "./product-files.ts";

export interface LoggedEvent {
  id: string;
  stream: string;
  type: string;
  data: unknown;
}

/** The streams whose events are not caused directly by a request: checkpoints, mails, snapshots and the event store's own streams. */
const background = /^(checkpoint-|mail-|projections-|snapshot-|\$)/;

/** The log of a running product, read with EventStoreDB's official client. */
export class EventLog {
  readonly #client: EventStoreDBClient;
  readonly #appended = new Set<string>();

  constructor(product: StartedProduct) {
    this.#client = eventStoreClient(product);
  }

  /** The id of the newest event that a request has caused; empty if there is none. */
  async head(): Promise<string> {
    const [newest] = await this.#newest(() => true);
    return newest?.id ?? "";
  }

  /** The events that requests have caused after that event, oldest first. Events from `append` are left out. */
  async since(head: string): Promise<LoggedEvent[]> {
    const events = await this.#newest(({ id }) => id === head);
    const end = events.findIndex(({ id }) => id === head);
    return events
      .slice(0, end === -1 ? undefined : end)
      .filter(({ id }) => !this.#appended.has(id))
      .toReversed();
  }

  /** Appends an event without the product, at any revision of the stream. */
  async append(stream: string, type: string, data: object): Promise<void> {
    const event = jsonEvent({ type, data: { ...data } });
    this.#appended.add(event.id);
    await this.#client.appendToStream(stream, event);
  }

  close = () => this.#client.dispose();

  /** The newest events, oldest last, back to the wanted one at least. Each read is read to its end, because a cancelled read keeps the client open. */
  async #newest(isWanted: (event: LoggedEvent) => boolean): Promise<LoggedEvent[]> {
    let found: LoggedEvent[] = [];
    for (const maxCount of [50, 500, 5_000, 100_000]) {
      found = [];
      const read = this.#client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount });
      for await (const { event } of read)
        if (event && !background.test(event.streamId))
          found.push({ id: event.id, stream: event.streamId, type: event.type, data: event.data });
      if (found.some(isWanted)) break;
    }
    return found;
  }
}
