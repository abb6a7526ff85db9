import { streams } from "@ornament/contracts/events/streams";
import {
  type StoredCheckpoint,
  storedCheckpoint,
} from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { EventStore, Position, Start } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { logLevelOf } from "@ornament/platform/eventstore/store-errors";
import type { Logger } from "@ornament/platform/logging/logger";
import { pause } from "@ornament/platform/waiting/pause";
import { LowWaterMark } from "./low-water-mark.ts";

const checkpointMilliseconds = 1_000;
const idleCheckpointMilliseconds = 60_000;

export interface MailCheckpointOptions {
  readonly store: EventStore;
  readonly logger: Logger;
  readonly patienceMilliseconds?: number | undefined;
}

/** The position up to which every mail is sent or given up, and its checkpoint in the event store. */
export class MailCheckpoint {
  readonly #logger: Logger;
  readonly #checkpoint: StoredCheckpoint;
  #mark = new LowWaterMark(undefined);
  /** The id of the event at the mark's latest position; `undefined` if it was not given. */
  #latestId: string | undefined;
  #stored: Position | undefined;
  #storedAt = Number.NEGATIVE_INFINITY;
  #finished = 0;

  constructor({ store, logger, patienceMilliseconds }: MailCheckpointOptions) {
    this.#logger = logger;
    this.#checkpoint = storedCheckpoint({ store, logger, name: "mail", patienceMilliseconds });
  }

  /** The position from which to continue. */
  async load(signal: AbortSignal): Promise<Start> {
    const { latest } = this.#mark;
    const place = latest && { position: latest, eventId: this.#latestId };
    const from = await this.#checkpoint.load({ latest: place, signal });
    // After a lost connection all earlier events are in progress already. Only a replaced event store is read
    // from its checkpoint.
    if (from === latest) return from;
    this.#stored = from === "start" ? undefined : from;
    this.#mark = new LowWaterMark(this.#stored);
    return from;
  }

  /** Begins the work for an event. The returned function ends it. */
  begin({ id, position }: { id: string; position: Position }): () => void {
    const end = this.#mark.begin(position);
    this.#latestId = id;
    return () => {
      end();
      this.#finished += 1;
    };
  }

  /**
   * All work up to the position has begun. @param eventId the id of the event there; `undefined` if it was
   * not given
   */
  seen(position: Position, eventId: string | undefined): void {
    this.#mark.seen(position);
    this.#latestId = eventId;
  }

  /** Stores the checkpoint a second after mails have ended, and once a minute, until the signal aborts. */
  async keepStored(signal: AbortSignal): Promise<void> {
    let noted = 0;
    while (!signal.aborted) {
      await pause(checkpointMilliseconds, signal);
      const due = this.#finished > noted || performance.now() - this.#storedAt > idleCheckpointMilliseconds;
      if (!due || signal.aborted) continue;
      const finished = this.#finished;
      try {
        await this.store();
        noted = finished;
      } catch (error) {
        this.#logger[logLevelOf(error)]({ err: error }, "The mail checkpoint could not be stored");
      }
    }
  }

  /** Stores the checkpoint if it has moved. */
  async store(): Promise<void> {
    const { mark } = this.#mark;
    this.#storedAt = performance.now();
    if (!mark || (this.#stored && comparePositions(mark, this.#stored) <= 0)) return;
    await this.#checkpoint.store(mark, streams.checkpoint("mail"));
    this.#stored = mark;
  }
}
