import { BACKWARDS, END, type EventStoreDBClient, jsonEvent, START } from "@eventstore/db-client";
import { eventStoreClient, type StartedProduct } from "./product-files.ts";

export interface LoggedEvent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly revision: bigint;
  readonly data: Record<string, unknown>;
  /** The length of its data and metadata as JSON. */
  readonly bytes: number;
}

/** The streams without direct effects of requests: checkpoints, mails, snapshots and system streams. */
const background = /^(checkpoint-|mail-|projections-|snapshot-|\$)/;

/** The event store of a running product, read with EventStoreDB's official client. */
export class EventLog {
  readonly #client: EventStoreDBClient;
  readonly #ignored: RegExp;
  readonly #appended = new Set<string>();

  /** `ignored`: the streams that are left out. */
  constructor(product: StartedProduct, ignored = background) {
    this.#client = eventStoreClient(product);
    this.#ignored = ignored;
  }

  /** The position of the newest event, as text; empty if there is none. */
  async head(): Promise<string> {
    // Each read is read to its end, because a cancelled read keeps the client open.
    for (const maxCount of [50, 500, 5_000, 100_000]) {
      let newest = "";
      const read = this.#client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount });
      for await (const { event } of read)
        if (event && newest === "" && !this.#ignored.test(event.streamId))
          newest = `${event.position.commit}/${event.position.prepare}`;
      if (newest !== "") return newest;
    }
    return "";
  }

  /**
   * The events after a position, oldest first; all of them without one. Events from `append` are left out.
   */
  async since(head = ""): Promise<LoggedEvent[]> {
    const [commit = 0n, prepare = 0n] = head === "" ? [] : head.split("/").map(BigInt);
    const found: LoggedEvent[] = [];
    const read = this.#client.readAll({ fromPosition: head === "" ? START : { commit, prepare } });
    for await (const { event } of read) {
      if (!event || this.#ignored.test(event.streamId) || this.#appended.has(event.id)) continue;
      if (head !== "" && event.position.commit <= commit) continue;
      const { id, streamId: stream, type, revision, data, metadata } = event;
      found.push({
        id,
        stream,
        type,
        revision,
        data: data as LoggedEvent["data"],
        bytes: Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata ?? {})),
      });
    }
    return found;
  }

  /**
   * Appends an event as another program does, at any revision of the stream. The product ignores its content.
   */
  async append(stream: string, type: string, data: object): Promise<void> {
    const event = jsonEvent({ type, data: { ...data } });
    this.#appended.add(event.id);
    await this.#client.appendToStream(stream, event);
  }

  close = () => this.#client.dispose();
}
