import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import type { Position, StoredEvent, Subscription } from "@ornament/platform/eventstore/event-store";
import { InvalidEventError, logLevelOf, StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import { pause } from "@ornament/platform/waiting/pause";
import { Semaphore } from "async-mutex";
import { LRUCache } from "lru-cache";
import type { WaitingMails } from "../metrics.ts";
import type { ProjectorParts } from "../parts.ts";
import { type MailCause, mailCauseOf, mailCausingEvents } from "./causes.ts";
import { type Delivery, type DeliveryParts, deliver, type MailProgress } from "./deliver.ts";
import { MailCheckpoint } from "./mail-checkpoint.ts";

type MailReactorParts = DeliveryParts & Pick<ProjectorParts, "logger" | "patienceMilliseconds">;

const atOnce = 8;
const mostWaiting = 1_000;
const endMilliseconds = 3_000;
const longestRetryMilliseconds = 60_000;
/** The mail server's answer is stored nowhere else, so recording it is retried soon. */
const longestRecordMilliseconds = 500;
/** The mails that this process remembers, so that an event that is delivered again causes no second one. */
const mailsRemembered = 10_000;

/**
 * Sends the mails that events request. It follows the event store from a checkpoint there, so that it
 * needs no document store. A mail that can't be sent now delays no other. Several reactors may run: each
 * mail's stream decides which of them sends it. See docs/decisions/0014-one-mail-for-one-cause.md
 */
export class MailReactor {
  readonly #parts: MailReactorParts;
  readonly #stopping = new AbortController();
  readonly #over = new AbortController();
  readonly #deliveries = new Set<Promise<void>>();
  readonly #checkpoint: MailCheckpoint;
  /** By the id of the event, in the order of the events. A mail that only a newer build can send has no work. */
  readonly #waiting = new Map<string, { readonly since: Date; readonly work?: Promise<boolean> }>();
  readonly #known = new LRUCache<string, MailProgress>({ max: mailsRemembered });
  readonly #slots = new Semaphore(atOnce);
  #subscription: Subscription | undefined;
  #checkpoints: Promise<void> = Promise.resolve();

  constructor(parts: MailReactorParts) {
    this.#parts = parts;
    // Each mail that waits for its next attempt listens to both signals.
    setMaxListeners(mostWaiting + 10, this.#stopping.signal, this.#over.signal);
    this.#checkpoint = new MailCheckpoint(parts);
  }

  start(): void {
    const { store } = this.#parts;
    this.#subscription = store.subscribeToAll({
      name: "mail",
      filter: { eventTypes: mailCausingEvents },
      from: () => this.#checkpoint.load(this.#stopping.signal),
      onBatch: ({ events, position, eventId }) =>
        this.#take(events as StoredEvent<DomainEvent>[], position, eventId),
    });
    this.#checkpoints = this.#checkpoint.keepStored(this.#stopping.signal);
  }

  waiting(): WaitingMails {
    const [oldest] = this.#waiting.values();
    return { count: this.#waiting.size, oldestAt: oldest?.since };
  }

  async idle(): Promise<void> {
    await this.#subscription?.caughtUp();
    while (this.#deliveries.size > 0) await Promise.all(this.#deliveries);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#subscription?.stop();
    // Mails in progress are finished and recorded. A mail that takes too long is sent again, with the same
    // Message-ID.
    await Promise.race([Promise.all(this.#deliveries), wait(endMilliseconds, undefined, { ref: false })]);
    this.#over.abort();
    await this.#checkpoints;
    await this.#checkpoint.store().catch(() => undefined);
    this.#parts.transport.close();
  }

  async #take(
    events: readonly StoredEvent<DomainEvent>[],
    position: Position,
    eventId: string | undefined,
  ): Promise<void> {
    for (const event of events) {
      if (event.unreadable !== undefined) {
        this.#leaveToNewerBuild(event);
        continue;
      }
      if ((event.invalid ?? event.damaged) !== undefined) {
        this.#parts.logger.error({ err: new InvalidEventError(event) }, "An event asks for no mail");
        continue;
      }
      const cause = mailCauseOf(event);
      if (!cause) continue;
      while (this.#deliveries.size >= mostWaiting && !this.#stopping.signal.aborted)
        await Promise.race(this.#deliveries);
      this.#begin(cause, event);
    }
    this.#checkpoint.seen(position, eventId);
  }

  /** The checkpoint stays before it, so that a newer build sends its mail. */
  #leaveToNewerBuild({ id, type, position, createdAt, metadata: { schemaVersion } }: StoredEvent): void {
    this.#checkpoint.begin({ id, position });
    this.#waiting.set(id, { since: createdAt });
    this.#parts.logger.error(
      { event: type, position: String(position.commit), schemaVersion },
      "Only a newer build can read an event that asks for a mail; its mail waits for that build",
    );
  }

  #begin(cause: MailCause, { id, position, createdAt }: StoredEvent): void {
    const end = this.#checkpoint.begin({ id, position });
    // An event that is delivered again while its mail is in progress belongs to that mail.
    const work = this.#waiting.get(id)?.work ?? this.#deliver(cause);
    this.#waiting.set(id, { since: createdAt, work });
    const delivery = work.then((done) => {
      this.#deliveries.delete(delivery);
      this.#waiting.delete(id);
      if (done) end();
    });
    this.#deliveries.add(delivery);
  }

  /** `false` if the reactor stopped before the mail was sent or given up. */
  async #deliver(cause: MailCause): Promise<boolean> {
    const { logger, firstRetryMilliseconds = 1_000 } = this.#parts;
    const progress = this.#known.get(cause.eventId) ?? { startId: randomUUID() };
    this.#known.set(cause.eventId, progress);
    // After a stop no mail is started, but a mail server's answer is still recorded.
    const signal = () => (progress.answered ? this.#over.signal : this.#stopping.signal);
    for (let attempt = 0; !signal().aborted; attempt += 1) {
      let refused = false;
      try {
        if ((await this.#attempt(cause, progress)) === "done") return true;
      } catch (error) {
        refused = error instanceof StoreRefusedError;
        const message = progress.answered
          ? "A mail was sent, but could not be recorded yet"
          : "A mail could not be sent yet";
        logger[logLevelOf(error)]({ err: error, kind: cause.kind, attempt }, message);
      }
      const longest = progress.answered ? longestRecordMilliseconds : longestRetryMilliseconds;
      const usual = Math.min(longest, firstRetryMilliseconds * 2 ** Math.min(attempt, 10));
      await pause(refused ? longestRetryMilliseconds : usual, signal());
    }
    return false;
  }

  /** Recording an answer does not wait for a free slot. */
  async #attempt(cause: MailCause, progress: MailProgress): Promise<Delivery> {
    if (progress.answered) return deliver(this.#parts, cause, progress);
    return this.#slots.runExclusive(async () =>
      this.#stopping.signal.aborted ? "later" : await deliver(this.#parts, cause, progress),
    );
  }
}
