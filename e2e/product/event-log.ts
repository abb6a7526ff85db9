import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BACKWARDS, END, EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import type { RunningProduct } from "./running-product.ts";

/** A product's data directory, and what it was given in place of its own stores. */
type ProductFiles = Pick<RunningProduct, "dataDir"> & Partial<Pick<RunningProduct, "stores">>;

export interface LoggedEvent {
  id: string;
  stream: string;
  type: string;
  data: unknown;
}

/** What nobody's request causes directly: checkpoints, mails on their way, snapshots, the store's own. */
const background = /^(checkpoint-|mail-|projections-|snapshot-|\$)/;

/** The running product's log, through the official client. */
export class EventLog {
  readonly #client: EventStoreDBClient;
  readonly #appended = new Set<string>();

  constructor(product: ProductFiles) {
    this.#client = EventStoreDBClient.connectionString(eventStoreUrl(product));
  }

  /** The id of the newest event that a request has caused. */
  async head(): Promise<string> {
    const [newest] = await this.#newest(() => true);
    return newest?.id ?? "";
  }

  /** What requests have caused since that event, oldest first, without what was appended here. */
  async since(head: string): Promise<LoggedEvent[]> {
    const events = await this.#newest(({ id }) => id === head);
    const end = events.findIndex(({ id }) => id === head);
    return events
      .slice(0, end === -1 ? undefined : end)
      .filter(({ id }) => !this.#appended.has(id))
      .toReversed();
  }

  /** Appends behind the product's back, whatever the stream's revision. */
  async append(stream: string, type: string, data: object): Promise<void> {
    const event = jsonEvent({ type, data: { ...data } });
    this.#appended.add(event.id);
    await this.#client.appendToStream(stream, event);
  }

  close = () => this.#client.dispose();

  /** The newest events, at least to the one that is looked for. Read to the end: a read cut off keeps the client open. */
  async #newest(sought: (event: LoggedEvent) => boolean): Promise<LoggedEvent[]> {
    let found: LoggedEvent[] = [];
    for (const maxCount of [50, 500, 5_000, 100_000]) {
      found = [];
      const read = this.#client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount });
      for await (const { event } of read)
        if (event && !background.test(event.streamId))
          found.push({ id: event.id, stream: event.streamId, type: event.type, data: event.data });
      if (found.some(sought)) break;
    }
    return found;
  }
}

/** Where the running product's event store answers. */
export function eventStoreUrl({ dataDir, stores }: ProductFiles): string {
  const run = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as { eventstoreUrl?: string };
  const address = stores?.eventStore?.connectionString ?? run.eventstoreUrl ?? process.env.EVENTSTORE_URL;
  if (!address) throw new Error("EVENTSTORE_URL is missing, and the product's file has no address");
  return address;
}

/** The product's secrets by environment variable, as its owner finds them on disk. */
export const secretsOnDisk = ({ dataDir }: Pick<RunningProduct, "dataDir">): Record<string, string> =>
  JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
