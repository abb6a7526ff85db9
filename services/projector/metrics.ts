import type { Metrics } from "@ornament/platform/metrics/metrics";
import { Gauge } from "prom-client";

/** The metrics that only the projector has. */
export const projectorMetrics = ({ registry }: Pick<Metrics, "registry">) => ({
  /** Events that the live read model of a projection skips, because the projection failed at them. */
  deadLetters: new Gauge({
    name: "projection_dead_letters",
    help: "Events that the live read model skips because the projection failed at them",
    labelNames: ["projection"],
    registers: [registry],
  }),
  /** Events of the event store that this product has not written. Only the active projector counts them. */
  forgedEvents: new Gauge({
    name: "ornament_forged_events",
    help: "Events that this product has not written, since the beginning of the event store",
    registers: [registry],
  }),
});

export type ProjectorMetrics = ReturnType<typeof projectorMetrics>;
