import { setImmediate as nextTurn } from "node:timers/promises";
import { isStorageFull } from "../../files/storage-full.ts";
import { DELETED, NO_STREAM } from "./append-decision.ts";
import type { EventLog } from "./event-log.ts";
import { metastreamOf } from "./stream-metadata.ts";
import { firstVisible } from "./visible-range.ts";

const HOUR = 3_600_000;
/** Until then the projector has found its stored position, whose event a scavenge may delete. */
const FIRST_AFTER = 60_000;
/** The pages of one step, which takes some milliseconds. Appends and reads continue between two steps. */
const STREAMS_A_COMMIT = 100;
const PAGES_A_TURN = 500;
/** The first page has no events. */
const FIRST_PAGE = 2;

/**
 * Deletes events from the disk that deletions, tombstones and retention hide from readers of a stream, as the
 * real server's scavenge does. Until then `$all` still shows them. A stream's newest event stays, so that the
 * stream keeps its revision. Runs a minute after the start and every hour. A run ends when no copy of an erased
 * event is left in the file, whatever its size; one that was cut off is repeated.
 */
export class Scavenger {
  readonly #log: EventLog;
  readonly #clock: () => number;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
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
    for (let first = 0; first < names.length && !this.#stopped; first += STREAMS_A_COMMIT) {
      const some = names.slice(first, first + STREAMS_A_COMMIT);
      this.#log.commit(() => {
        const now = this.#clock();
        for (const name of some) scavengeStream(this.#log, name, now);
      });
      await nextTurn();
    }
    const { space } = this.#log;
    if (!space.mayHoldErased) return;
    while (!this.#stopped && space.giveBack(PAGES_A_TURN)) await nextTurn();
    for (let page = FIRST_PAGE; space.hasPage(page); page += PAGES_A_TURN) {
      if (this.#stopped) return;
      this.#log.commit(() => space.blank(page, PAGES_A_TURN));
      await nextTurn();
    }
    space.endErasing();
  }
}

function scavengeStream(log: EventLog, name: string, now: number): void {
  const stream = log.stream(name);
  const metastream = log.stream(metastreamOf(name));
  log.space.erase(metastream.name, metastream.last);
  if (stream.last === NO_STREAM) return;
  const hidden = stream.last === DELETED ? DELETED : firstVisible(log, stream, now);
  log.space.erase(name, Math.min(hidden, stream.last));
}
