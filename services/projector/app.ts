import type { Brand } from "@ornament/contracts/api/settings";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { pause } from "@ornament/platform/eventstore/outages/waiting";
import type { Readiness } from "@ornament/platform/http/service-app";
import type { Logger } from "@ornament/platform/logging/logger";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import type { KeyRing } from "@ornament/platform/tokens/keyed-hash";
import type { Db } from "mongodb";
import { projections } from "./projections/all-projections.ts";
import type { Projection } from "./projections/projection.ts";
import { MailReactor } from "./reactors/mail/mail-reactor.ts";
import type { MailTransport } from "./reactors/mail/transport.ts";
import { ProjectionRuntime } from "./runtime/projection-runtime.ts";

export interface MailOptions {
  readonly transport: MailTransport;
  readonly proofKeys: KeyRing;
  readonly brand: Brand;
  /** Where people reach the product. */
  readonly publicUrl: string;
  /** How long a mail that another process has begun counts as being sent; a minute unless given. */
  readonly takeoverMilliseconds?: number;
  readonly firstRetryMilliseconds?: number;
}

export interface ProjectorOptions {
  readonly store: EventStore;
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  readonly clock: () => Date;
  /** All of them unless given. */
  readonly projections?: readonly Projection[];
  /** Most events folded at once. */
  readonly batchSize?: number;
  /** How long a stored place beyond the log's end is looked for; 10 s unless given. */
  readonly patienceMilliseconds?: number;
  /** Mails nothing when absent. */
  readonly mail?: MailOptions;
}

export interface RunningProjector {
  /** Resolves once the projections have reached the head of the log seen at the start. */
  ready(): Promise<void>;
  readiness(): Promise<Readiness>;
  /** Resolves once every mail asked for so far is dealt with. */
  mailed(): Promise<void>;
  stop(): Promise<void>;
}

const readinessMilliseconds = 25;
/** Longer than the mail server may take for a mail. */
const takeoverMilliseconds = 60_000;

/** Starts the projections and the mail reactor. The store and the database are the caller's to close. */
export function startProjector(options: ProjectorOptions): RunningProjector {
  const { store, db, logger, metrics, clock, batchSize, patienceMilliseconds } = options;
  const runtime = new ProjectionRuntime({
    store,
    db,
    logger,
    metrics,
    now: clock,
    projections: options.projections ?? Object.values(projections),
    batchSize,
    patienceMilliseconds,
  });
  const stopping = new AbortController();
  const mail =
    options.mail &&
    new MailReactor({ store, logger, clock, takeoverMilliseconds, patienceMilliseconds, ...options.mail });
  runtime.start();
  mail?.start();
  return {
    readiness: () => runtime.readiness(),
    async ready() {
      while (!stopping.signal.aborted && !(await runtime.readiness()).ready)
        await pause(readinessMilliseconds, stopping.signal);
    },
    mailed: async () => mail?.idle(),
    async stop() {
      stopping.abort();
      await Promise.all([runtime.stop(), mail?.stop()]);
    },
  };
}
