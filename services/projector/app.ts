import type { Brand } from "@ornament/contracts/domain/brand";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Readiness } from "@ornament/platform/http/service-app";
import type { Logger } from "@ornament/platform/logging/logger";
import type { KeyRing } from "@ornament/platform/tokens/keyed-hash";
import { pause } from "@ornament/platform/waiting/pause";
import type { Db } from "mongodb";
import type { ProjectorMetrics, WaitingMails } from "./metrics.ts";
import { projections } from "./projections/all-projections.ts";
import type { Projection } from "./projections/projection.ts";
import { MailReactor } from "./reactors/mail/mail-reactor.ts";
import type { MailTransport } from "./reactors/mail/transport.ts";
import { ProjectionRuntime, type ProofOptions } from "./runtime/projection-runtime.ts";

export interface MailOptions {
  readonly transport: MailTransport;
  readonly proofKeys: KeyRing;
  readonly brand: Brand;
  /** The product's URL for consumers and admins. */
  readonly publicUrl: string;
  /** The time for which a mail that another process has begun counts as being sent; a minute by default. */
  readonly takeoverMilliseconds?: number;
  readonly firstRetryMilliseconds?: number;
}

export interface ProjectorOptions {
  readonly store: EventStore;
  /** The persons whose data the store doesn't open. The projector adds those whose accounts are deleted. */
  readonly erased: Set<string>;
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics?: ProjectorMetrics;
  readonly clock: () => Date;
  /** The projections; all by default. */
  readonly projections?: readonly Projection[];
  /** The largest number of events in a batch. */
  readonly batchSize?: number;
  /** The time for which a stored position beyond the end of the event store is searched; 10 s by default. */
  readonly patienceMilliseconds?: number;
  /** The time of day in UTC, `HH:MM`, of a nightly `verify`; without it there is none. */
  readonly verifyAt?: string | undefined;
  /** The proof of the event store; without it no checkpoint is signed. */
  readonly proof?: ProofOptions | undefined;
  /** The mail options; without them no mail is sent. */
  readonly mail?: MailOptions;
}

export interface RunningProjector {
  /** Resolves when the projections have reached the head of the event store at the start. */
  ready(): Promise<void>;
  readiness(): Promise<Readiness>;
  waitingMails(): WaitingMails | undefined;
  /** Resolves when every requested mail is sent or given up. */
  mailed(): Promise<void>;
  stop(): Promise<void>;
}

const readinessMilliseconds = 25;
/** Longer than the timeouts of the mail server. */
const takeoverMilliseconds = 60_000;

/** Starts the projections and the mail reactor. The caller closes the store and the database. */
export function startProjector(options: ProjectorOptions): RunningProjector {
  const { store, db, logger, metrics, clock, batchSize, patienceMilliseconds } = options;
  const runtime = new ProjectionRuntime({
    store,
    erased: options.erased,
    db,
    logger,
    metrics,
    now: clock,
    projections: options.projections ?? Object.values(projections),
    batchSize,
    patienceMilliseconds,
    verifyAt: options.verifyAt,
    proof: options.proof,
  });
  const stopping = new AbortController();
  const mail =
    options.mail &&
    new MailReactor({
      ...{ store, logger, metrics, clock, takeoverMilliseconds, patienceMilliseconds },
      ...options.mail,
    });
  runtime.start();
  mail?.start();
  return {
    readiness: () => runtime.readiness(),
    async ready() {
      while (!stopping.signal.aborted && !(await runtime.readiness()).ready)
        await pause(readinessMilliseconds, stopping.signal);
    },
    waitingMails: () => mail?.waiting(),
    mailed: async () => mail?.idle(),
    async stop() {
      stopping.abort();
      await Promise.all([runtime.stop(), mail?.stop()]);
    },
  };
}
