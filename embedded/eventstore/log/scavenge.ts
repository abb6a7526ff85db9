import { setImmediate as nextTurn } from "node:timers/promises";
import { DELETED, NO_STREAM } from "./append-decision.ts";
import type { EventLog } from "./event-log.ts";
import { isStorageFull } from "./storage-full.ts";
import { metastreamOf } from "./stream-metadata.ts";
import { firstVisible } from "./visible-range.ts";

const HOUR = 3_600_000;
/** Until then the projector has found its stored position, whose event a scavenge may delete. */
const FIRST_AFTER = 60_000;
/** The pages of one step, which takes some milliseconds. Appends and reads continue between two steps. */
const STREAMS_A_COMMIT = 100;
const PAGES_A_TURN = 500;
const MOST_BYTES_REWRITTEN = 128 * 1024 * 1024;

/**
 * Deletes events from the disk that deletions, tombstones and retention hide from readers of a stream, as the
 * real server's scavenge does. Until then `$all` still shows them. A stream's newest event stays, so that the
 * stream keeps its revision. Runs a minute after the start and every hour. The first run also rewrites a file
 * of moderate size, so that no copy of the events is left.
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
    // The next scavenge tries again; the store stays in service.
    const run = () => void this.run().catch((error: unknown) => console.error("A scavenge failed:", error));
    this.#timer = setTimeout(() => {
      run();
      this.#timer = setInterval(run, HOUR).unref();
    }, FIRST_AFTER).unref();
  }

  /** Resolves when a scavenge that began after the call is done. */
  async run(): Promise<void> {
    await this.#running;
    this.#running ??= this.#scavenge()
      // A full disk prevents erasing, too; the next scavenge tries again.
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
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #scavenge(): Promise<void> {
    const names = this.#log.space.streamsWithHiddenEvents();
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
      while (!this.#stopped && this.#log.space.giveBack(PAGES_A_TURN)) await nextTurn();
      this.#log.space.flush();
    }
    if (!this.#started) this.#log.space.rewrite(MOST_BYTES_REWRITTEN);
    this.#started = true;
  }
}

/** Returns the number of erased events. */
function scavengeStream(log: EventLog, name: string, now: number): number {
  const stream = log.stream(name);
  const metastream = log.stream(metastreamOf(name));
  const ofMetadata = log.space.erase(metastream.name, metastream.last);
  if (stream.last === NO_STREAM) return ofMetadata;
  const hidden = stream.last === DELETED ? DELETED : firstVisible(log, stream, now);
  return ofMetadata + log.space.erase(name, Math.min(hidden, stream.last));
}
