import { randomUUID } from "node:crypto";
import { setInterval } from "node:timers/promises";
import { backoffMilliseconds, pause } from "@ornament/platform/eventstore/bounded";
import type { Position } from "@ornament/platform/eventstore/event-store";
import type { Readiness } from "@ornament/platform/http/service-app";
import { carryOutRequests } from "./carry-out-requests.ts";
import { createGenerations, haveReached } from "./generations.ts";
import { createLease, type Lease, renewMilliseconds } from "./lease.ts";
import { Session, type SessionParts } from "./session.ts";
import { StartOver } from "./start-over.ts";

const sweepMilliseconds = 30_000;
const requestMilliseconds = 500;

/**
 * The projections' life: takes the lease, works as the active projector until it is lost or the stored state is not what it
 * was, and starts over, for ever. A standby waits for the lease.
 */
export class ProjectionRuntime {
  readonly #parts: SessionParts;
  readonly #lease: Lease;
  readonly #stopping = new AbortController();
  #head: Position | undefined | "unknown" = "unknown";
  #finished: Promise<void> = Promise.resolve();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#lease = createLease(parts.db, randomUUID(), parts.now);
  }

  start(): void {
    this.#finished = this.#run();
  }

  /** Whether the projections, here or of the active projector, have reached the head of the log seen at the start. */
  async readiness(): Promise<Readiness> {
    try {
      if (this.#head === "unknown") this.#head = await this.#parts.store.head();
      const { db, now, projections } = this.#parts;
      const generations = await createGenerations(db, now).all();
      const names = projections.map(({ readModel }) => readModel.name);
      if (haveReached(generations, names, this.#head)) return { ready: true };
      return { ready: false, reason: "The projections are catching up with the log" };
    } catch {
      return { ready: false, reason: "The event store or the document store does not answer" };
    }
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
          await pause(renewMilliseconds, signal);
          continue;
        }
        await this.#beActive(() => {
          attempt = 0;
        });
      } catch (error) {
        this.#parts.logger.warn({ err: error }, "The projections start over");
      }
      if (!signal.aborted) await pause(backoffMilliseconds(attempt), signal);
      attempt += 1;
    }
    await this.#lease.release().catch(() => undefined);
  }

  async #beActive(onStarted: () => void): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, this.#stopping.signal]);
    const keeping = this.#keepLease(signal);
    let session: Session | undefined;
    try {
      session = await Session.start(this.#parts);
      onStarted();
      const { logger } = this.#parts;
      const housekeeping = [
        every(sweepMilliseconds, signal, logger, () => session?.sweep()),
        every(
          requestMilliseconds,
          signal,
          logger,
          () => session && carryOutRequests(session, this.#parts, signal),
        ),
      ];
      const reason = await Promise.race([session.ended(), keeping, aborted(signal)]);
      ending.abort();
      await session.stop();
      await Promise.all(housekeeping);
      if (reason) throw reason;
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
        this.#parts.logger.warn({ err: error }, "The lease could not be renewed");
      }
    }
    return undefined;
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });

async function every(
  milliseconds: number,
  signal: AbortSignal,
  logger: SessionParts["logger"],
  work: () => Promise<void> | undefined,
): Promise<void> {
  try {
    for await (const _ of setInterval(milliseconds, undefined, { signal })) {
      await Promise.resolve(work()).catch((error: unknown) =>
        logger.warn({ err: error }, "Housekeeping failed"),
      );
    }
  } catch {
    // The signal ends it.
  }
}
