import { setImmediate as nextTurn } from "node:timers/promises";
import { DELETED, NO_STREAM } from "@ornament/platform/eventstore/emulation/append-decision";
import type { EventLog } from "./event-log.ts";
import { isStorageFull } from "./storage-full.ts";
import { metastreamOf } from "./stream-metadata.ts";
import { firstVisible } from "./visible-range.ts";

const HOUR = 3_600_000;
/** Some milliseconds' worth: appends and reads go on in between. */
const STREAMS_A_COMMIT = 100;
const PAGES_A_TURN = 500;
const MOST_BYTES_WRITTEN_ANEW = 128 * 1024 * 1024;

/**
 * Takes off the disk what deletions, tombstones and retention have hidden from readers of a stream, as the real server's
 * scavenge does: until then `$all` still gives it. A stream's newest event stays, so that its revision is known. At the
 * start, then every hour; at the start a file of moderate size is written anew besides, which leaves no trace of them.
 */
export class Scavenger {
  readonly #log: EventLog;
  readonly #clock: () => number;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  #stopped = false;

  constructor(log: EventLog, clock: () => number) {
    this.#log = log;
    this.#clock = clock;
  }

  start(): void {
    // A failure is the next one's to overcome; the store itself serves on.
    const run = () => void this.run().catch((error: unknown) => console.error("A scavenge failed:", error));
    this.#timer = setInterval(run, HOUR).unref();
    run();
  }

  /** Resolves once a whole scavenge that began after the call, or just then, is over. */
  async run(): Promise<void> {
    await this.#running;
    this.#running ??= this.#scavenge()
      // For want of space nothing can be erased either; the next one finds what is left.
      .catch((error: unknown) => {
        if (!isStorageFull(error)) throw error;
      })
      .finally(() => {
        this.#running = undefined;
      });
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #scavenge(): Promise<void> {
    const names = this.#log.streamsWithHiddenEvents();
    let erased = 0;
    for (let first = 0; first < names.length && !this.#stopped; first += STREAMS_A_COMMIT) {
      const some = names.slice(first, first + STREAMS_A_COMMIT);
      erased += this.#log.commit(() => {
        const now = this.#clock();
        return some.reduce((sum, name) => sum + scavengeStream(this.#log, name, now), 0);
      });
      await nextTurn();
    }
    if (this.#stopped) return;
    if (erased > 0) {
      while (!this.#stopped && this.#log.giveBack(PAGES_A_TURN)) await nextTurn();
      this.#log.flush();
    }
    if (!this.#started) this.#log.writeAnew(MOST_BYTES_WRITTEN_ANEW);
    this.#started = true;
  }
}

/** How many events it has erased. */
function scavengeStream(log: EventLog, name: string, now: number): number {
  const stream = log.stream(name);
  const metastream = log.stream(metastreamOf(name));
  const ofMetadata = log.erase(metastream.name, metastream.last);
  if (stream.last === NO_STREAM) return ofMetadata;
  const hidden = stream.last === DELETED ? DELETED : firstVisible(log, stream, now);
  return ofMetadata + log.erase(name, Math.min(hidden, stream.last));
}
