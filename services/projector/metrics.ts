import { mailReasons } from "@ornament/contracts/mails/kinds";
import { type Metrics, secondsSince } from "@ornament/platform/metrics/metrics";

export function projectorMetrics({ add }: Pick<Metrics, "add">) {
  const mailsFailed = add.counter("mail_failed_total", "Mails that were given up, by the reason", ["reason"]);
  // A rate needs the 0 before the first failure.
  for (const reason of mailReasons) mailsFailed.inc({ reason }, 0);
  return {
    stopped: add.gauge(
      "projection_stopped_at",
      "The commit position of the event before which the live read model has stopped",
      ["projection", "event"],
    ),
    lag: add.gauge(
      "projection_lag_seconds",
      "The age of the oldest event that the live read model has not read, 0 if it has read all",
      ["projection"],
    ),
    /** Only the active projector counts them, and has the metrics of the proof. */
    forgedEvents: add.gauge(
      "ornament_forged_events",
      "Events that this product has not written, since the beginning of the event store",
    ),
    provenEvents: add.gauge("ornament_log_proof_events", "Events in the Merkle tree over the event store"),
    logProblem: add.gauge(
      "ornament_log_proof_problem",
      "1 if the event store differs from its proof, otherwise 0",
    ),
    signedAt: add.gauge(
      "ornament_log_proof_signed_timestamp_seconds",
      "The time of the newest signed checkpoint, in seconds since 1970",
    ),
    verifyPassed: add.gauge(
      "projection_verify_passed",
      "1 if the latest verify of all read models found nothing, otherwise 0",
    ),
    verifyAge: add.gauge(
      "projection_verify_age_seconds",
      "The time since the latest verify of all read models",
    ),
    mailsSent: add.counter("mail_sent_total", "Mails that the mail server accepted"),
    mailsFailed,
  };
}

export type ProjectorMetrics = ReturnType<typeof projectorMetrics>;

export interface WaitingMails {
  readonly count: number;
  readonly oldestAt: Date | undefined;
}

/** Adds the mails that wait. There are no values before the event store has answered. */
export function addWaitingMails(
  { add }: Pick<Metrics, "add">,
  waiting: () => WaitingMails | undefined,
): void {
  add.reading(
    "mail_waiting",
    "Mails that are requested, and neither sent nor given up",
    () => waiting()?.count,
  );
  add.reading("mail_oldest_waiting_seconds", "The age of the oldest mail that waits, 0 without one", () => {
    const mails = waiting();
    return mails && secondsSince(mails.oldestAt);
  });
}
