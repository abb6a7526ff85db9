import { streams } from "@ornament/contracts/events/streams";
import {
  type StoredCheckpoint,
  storedCheckpoint,
} from "@ornament/platform/eventstore/checkpoints/stored-checkpoint";
import type { Position, Start } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { logLevelOf } from "@ornament/platform/eventstore/store-errors";
import { pause } from "@ornament/platform/waiting/pause";
import type { ProjectorParts } from "../parts.ts";

const checkpointMilliseconds = 1_000;
const idleCheckpointMilliseconds = 60_000;

/** The position up to which every mail is sent or given up, and its checkpoint in the event store. */
export class MailCheckpoint {
  readonly #logger: ProjectorParts["logger"];
  readonly #checkpoint: StoredCheckpoint;
  /** The position of the last event whose work has begun, and its id, if it was given. */
  #latest: Position | undefined;
  #latestId: string | undefined;
  /** For each event whose work hasn't ended, the position before it, in the order of the events. */
  #open = new Map<symbol, Position | undefined>();
  #stored: Position | undefined;
  #storedAt = Number.NEGATIVE_INFINITY;
  #finished = 0;

  constructor({
    store,
    logger,
    patienceMilliseconds,
  }: Pick<ProjectorParts, "store" | "logger" | "patienceMilliseconds">) {
    this.#logger = logger;
    this.#checkpoint = storedCheckpoint({ store, logger, name: "mail", patienceMilliseconds });
  }

  async load(signal: AbortSignal): Promise<Start> {
    const latest = this.#latest;
    const place = latest && { position: latest, eventId: this.#latestId };
    const from = await this.#checkpoint.load({ latest: place, signal });
    // After a lost connection all earlier events are in progress already. Only a replaced event store is read
    // from its checkpoint.
    if (from === latest) return from;
    this.#stored = from === "start" ? undefined : from;
    this.#latest = this.#stored;
    this.#open = new Map();
    return from;
  }

  begin({ id, position }: { id: string; position: Position }): () => void {
    const open = this.#open;
    const ticket = Symbol();
    open.set(ticket, this.#latest);
    this.seen(position, id);
    return () => {
      open.delete(ticket);
      this.#finished += 1;
    };
  }

  /** All work up to the position has begun. @param eventId the id of the event there, if it was given */
  seen(position: Position, eventId: string | undefined): void {
    this.#latest = position;
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

  async store(): Promise<void> {
    const [before] = this.#open.values();
    const mark = this.#open.size > 0 ? before : this.#latest;
    this.#storedAt = performance.now();
    if (!mark || (this.#stored && comparePositions(mark, this.#stored) <= 0)) return;
    await this.#checkpoint.store(mark, streams.checkpoint("mail"));
    this.#stored = mark;
  }
}
