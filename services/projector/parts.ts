import type { SignedCheckpoint } from "@ornament/contracts/log-proof/document";
import type { Brand } from "@ornament/contracts/values/brand";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import type { Logger } from "@ornament/platform/logging/logger";
import type { KeyRing, ServerKey } from "@ornament/platform/tokens/keyed-hash";
import type { Db } from "mongodb";
import type { MailTransport } from "./mails/transport.ts";
import type { ProjectorMetrics } from "./metrics.ts";
import type { Projection } from "./projection.ts";

/** The parts of the projector. Its read models, jobs, proof and mails take them all, and use what they need. */
export interface ProjectorParts {
  readonly store: EventStore;
  /** The persons whose data the store doesn't open. The projector adds those whose accounts are deleted. */
  readonly erased: Set<string>;
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics?: ProjectorMetrics | undefined;
  readonly now: () => Date;
  readonly projections: readonly Projection[];
  readonly batchSize?: number | undefined;
  /** The time for which a stored position beyond the end of the event store is searched; 10 s by default. */
  readonly patienceMilliseconds?: number | undefined;
  /** The time of day in UTC, `HH:MM`, of a nightly `verify`; without it there is none. */
  readonly verifyAt?: string | undefined;
  /** Without it no checkpoint is signed and no evidence file made. */
  readonly proof?: ProofParts | undefined;
  /** Without it no mail is sent. */
  readonly mail?: MailParts | undefined;
}

export interface ProofParts {
  readonly masterKey: ServerKey;
  /** The folder of `AUDIT_DIR`. */
  readonly folder?: AuditFolder | undefined;
  /** Sends a signed checkpoint once a day. */
  readonly mailCheckpoint?: ((signed: SignedCheckpoint) => Promise<void>) | undefined;
}

export interface MailParts {
  readonly transport: MailTransport;
  readonly proofKeys: KeyRing;
  readonly brand: Brand;
  readonly publicUrl: string;
  /** The time for which a mail that another process has begun counts as being sent; a minute by default. */
  readonly takeoverMilliseconds?: number;
  /** The pause before the first retry, a second by default. Each further one is twice as long, up to a minute. */
  readonly firstRetryMilliseconds?: number;
}
