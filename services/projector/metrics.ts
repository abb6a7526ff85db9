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
});

export type ProjectorMetrics = ReturnType<typeof projectorMetrics>;
