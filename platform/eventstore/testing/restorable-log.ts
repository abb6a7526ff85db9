import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import type { LogClient, RawEvent } from "../log-client.ts";
import { comparePositions, type Position } from "../position.ts";

/** For tests: an in-memory event store that can be replaced by an older copy while clients are connected. */
export class RestorableLog implements LogClient {
  readonly #now: () => Date;
  #current: InMemoryLog;
  /** Behaves like old servers, which deliver every new event to a subscription that starts beyond the end. */
  givesEarlier = false;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
    this.#current = new InMemoryLog(now);
  }

  /** Drops all events after the position, and every subscription. */
  async restore(upTo: Position): Promise<void> {
    const kept: RawEvent[] = [];
    const all = this.#current.readAll({ from: "start", backwards: false, maxCount: Number.MAX_SAFE_INTEGER });
    for await (const event of all) if (comparePositions(event.position, upTo) <= 0) kept.push(event);
    const older = new InMemoryLog(this.#now);
    for (const { id, stream, type, data, metadata } of kept) {
      // System events take positions, too, so they are written again to keep the positions of the others.
      if (type === "$metadata") await older.setStreamMetadata(stream.slice(2), {});
      else if (type === "$streamDeleted") await older.tombstoneStream(stream);
      else
        await older.append(stream, "any", [{ id, type, data: data as never, metadata: metadata as never }]);
    }
    await this.replace(older);
  }

  /** Replaces the event store by another one, by default an empty one. */
  async replace(other = new InMemoryLog(this.#now)): Promise<void> {
    const before = this.#current;
    this.#current = other;
    before.dropSubscriptions(new Error("The event store went away"));
  }

  append: LogClient["append"] = (...given) => this.#current.append(given[0], given[1], given[2]);
  readStream: LogClient["readStream"] = (name, options) => this.#current.readStream(name, options);
  readAll: LogClient["readAll"] = (options) => this.#current.readAll(options);
  readBytes: LogClient["readBytes"] = (options) => this.#current.readBytes(options);
  subscribe: LogClient["subscribe"] = (from, filter) =>
    this.#current.subscribe(this.givesEarlier ? "start" : from, filter);
  deleteStream: LogClient["deleteStream"] = (...given) => this.#current.deleteStream(...given);
  tombstoneStream: LogClient["tombstoneStream"] = (stream) => this.#current.tombstoneStream(stream);
  setStreamMetadata: LogClient["setStreamMetadata"] = (...given) => this.#current.setStreamMetadata(...given);
  close: LogClient["close"] = () => this.#current.close();

  dropSubscriptions(error?: Error): void {
    this.#current.dropSubscriptions(error);
  }
}
