import type { Metrics } from "@ornament/platform/metrics/metrics";
import { Gauge } from "prom-client";

/** The metrics that only the projector has. */
export const projectorMetrics = ({ registry }: Pick<Metrics, "registry">) => ({
  /** The live read models that have stopped before an event that their projection can't fold. */
  stopped: new Gauge({
    name: "projection_stopped_at",
    help: "The commit position of the event before which the live read model has stopped",
    labelNames: ["projection", "event"],
    registers: [registry],
  }),
  /** Events of the event store that this product has not written. Only the active projector counts them. */
  forgedEvents: new Gauge({
    name: "ornament_forged_events",
    help: "Events that this product has not written, since the beginning of the event store",
    registers: [registry],
  }),
  /** The events in the proof of the event store. Only the active projector has the metrics of the proof. */
  provenEvents: new Gauge({
    name: "ornament_log_proof_events",
    help: "Events in the Merkle tree over the event store",
    registers: [registry],
  }),
  logProblem: new Gauge({
    name: "ornament_log_proof_problem",
    help: "1 if the event store differs from its proof, otherwise 0",
    registers: [registry],
  }),
  signedAt: new Gauge({
    name: "ornament_log_proof_signed_timestamp_seconds",
    help: "The time of the newest signed checkpoint, in seconds since 1970",
    registers: [registry],
  }),
  /** The latest `verify` of all read models. Without one there are no values. */
  verifyPassed: new Gauge({
    name: "projection_verify_passed",
    help: "1 if the latest verify of all read models found nothing, otherwise 0",
    registers: [registry],
  }),
  verifyAge: new Gauge({
    name: "projection_verify_age_seconds",
    help: "The time since the latest verify of all read models",
    registers: [registry],
  }),
});

export type ProjectorMetrics = ReturnType<typeof projectorMetrics>;
