import { randomUUID } from "node:crypto";
import { setInterval } from "node:timers/promises";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { withinDeadline } from "@ornament/platform/deadline/deadline";
import { type Position, toldAs } from "@ornament/platform/eventstore/event-store";
import { backoffMilliseconds, pause } from "@ornament/platform/eventstore/outages/waiting";
import type { Readiness } from "@ornament/platform/http/service-app";
import { type Looked, sharedLook } from "@ornament/platform/http/shared-look";
import { calmWarning } from "@ornament/platform/logging/calm-warning";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { carryOutRequests } from "./carry-out-requests.ts";
import { createGenerations, haveReached, isBeyond } from "./generations.ts";
import { createLease, type Lease, renewMilliseconds } from "./lease.ts";
import { Session, type SessionParts } from "./session.ts";
import { LogReplaced, StartOver } from "./start-over.ts";

const sweepMilliseconds = 30_000;
const requestMilliseconds = 500;
/** Shorter than whoever asks waits for the answer. */
const readinessMilliseconds = 1_000;

const notOfThisLog =
  "the read models stand beyond the log's end: the event store was restored from an older backup, or its address leads to another one";

/**
 * The projections' life: takes the lease, works as the active projector until it is lost or the stored state is not what it
 * was, and starts over, for ever. A standby waits for the lease.
 */
export class ProjectionRuntime {
  readonly #parts: SessionParts;
  readonly #lease: Lease;
  readonly #stopping = new AbortController();
  readonly #look = sharedLook(() => this.#lookAtStores());
  readonly #warnOfOutage: (fields: Record<string, unknown>) => void;
  #head: Position | undefined | "unknown" = "unknown";
  /** What is stored was looked at, here or by another projector that is active. */
  #takenUp = false;
  #finished: Promise<void> = Promise.resolve();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#lease = createLease(parts.db, randomUUID(), parts.now);
    this.#warnOfOutage = calmWarning(parts.logger, "The projections wait for a store");
  }

  start(): void {
    this.#finished = this.#run();
  }

  /**
   * Whether both stores answer and the projections, here or of the active projector, have reached the head of the log
   * seen first. It costs two small reads a second while somebody asks.
   */
  readiness(): Promise<Readiness> {
    return this.#look.current();
  }

  async #lookAtStores(): Promise<Looked> {
    const { db, now, projections, store } = this.#parts;
    const [head, generations] = await Promise.allSettled([
      withinDeadline(readinessMilliseconds, () => store.head()),
      createGenerations(db, now).all({ signal: AbortSignal.timeout(readinessMilliseconds) }),
    ]);
    if (head.status === "rejected") return { ready: false, reason: "the event store does not answer" };
    // A log that ends before is another one.
    if (this.#head === "unknown" || isBefore(head.value, this.#head)) this.#head = head.value;
    if (generations.status === "rejected") return { ready: false, reason: "MongoDB does not answer" };
    if (!this.#takenUp) return { ready: false, reason: "The projections are being taken up", soon: true };
    if (isBeyond(generations.value, head.value) && (await this.#areBeyondEnd(generations.value)))
      return { ready: false, reason: notOfThisLog };
    const names = projections.map(({ readModel }) => readModel.name);
    if (haveReached(generations.value, names, this.#head)) return { ready: true };
    return { ready: false, reason: "The projections are catching up with the log", soon: true };
  }

  /** Looked at again, for events that are appended meanwhile may be projected before the end is read. */
  async #areBeyondEnd(generations: readonly ProjectionGeneration[]): Promise<boolean> {
    const head = await withinDeadline(readinessMilliseconds, () => this.#parts.store.head()).catch(
      () => "away" as const,
    );
    return head !== "away" && isBeyond(generations, head);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#finished;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let attempt = 0;
    while (!signal.aborted) {
      try {
        if (!(await this.#lease.take())) {
          this.#takenUp = true;
          await pause(renewMilliseconds, signal);
          continue;
        }
        await this.#beActive(() => {
          attempt = 0;
        });
      } catch (error) {
        this.#warn(error, "The projections start over");
      }
      if (!signal.aborted) await pause(backoffMilliseconds(attempt), signal);
      attempt += 1;
    }
    await this.#lease.release().catch(() => undefined);
  }

  /** A store that is away is no news each time that it is tried. */
  #warn(error: unknown, message: string): void {
    const cause = error instanceof StartOver ? (error.cause ?? error) : error;
    if (isOutage(cause)) this.#warnOfOutage({ reason: reasonOf(cause), what: message });
    else this.#parts.logger[toldAs(cause)]({ err: error }, message);
  }

  async #beActive(onStarted: () => void): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, this.#stopping.signal]);
    const keeping = this.#keepLease(signal);
    let session: Session | undefined;
    try {
      session = await Session.start(this.#parts, signal);
      this.#takenUp = true;
      onStarted();
      const failed = (error: unknown) => this.#warn(error, "Housekeeping failed");
      const housekeeping = [
        every(sweepMilliseconds, signal, failed, () => session?.sweep()),
        every(
          requestMilliseconds,
          signal,
          failed,
          () => session && carryOutRequests(session, this.#parts, signal),
        ),
      ];
      const reason = await Promise.race([session.ended(), keeping, aborted(signal)]);
      ending.abort();
      await session.stop();
      await Promise.all(housekeeping);
      if (reason instanceof LogReplaced) this.#takenUp = false;
      else if (reason) throw reason;
    } finally {
      ending.abort();
      await session?.stop();
      await keeping;
    }
  }

  /** Resolves with the reason once the lease is lost. An outage is no loss: nobody else can take it meanwhile. */
  async #keepLease(signal: AbortSignal): Promise<StartOver | undefined> {
    while (!signal.aborted) {
      await pause(renewMilliseconds, signal);
      if (signal.aborted) return undefined;
      try {
        if (!(await this.#lease.renew())) return new StartOver("The lease is lost or the store was emptied");
      } catch (error) {
        this.#warn(error, "The lease could not be renewed");
      }
    }
    return undefined;
  }
}

const isBefore = (a: Position | undefined, b: Position | undefined) =>
  (a?.commit ?? -1n) < (b?.commit ?? -1n);

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });

async function every(
  milliseconds: number,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
  work: () => Promise<void> | undefined,
): Promise<void> {
  try {
    for await (const _ of setInterval(milliseconds, undefined, { signal })) {
      await Promise.resolve(work()).catch(onFailure);
    }
  } catch {
    // The signal ends it.
  }
}
