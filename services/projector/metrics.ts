import type { Metrics } from "@ornament/platform/metrics/metrics";
import { Counter } from "prom-client";

/** What the projector measures besides what every service does. */
export const projectorMetrics = ({ registry }: Pick<Metrics, "registry">) => ({
  deadLetters: new Counter({
    name: "projection_dead_letters_total",
    help: "Events that a projection failed at and skipped",
    labelNames: ["projection"],
    registers: [registry],
  }),
});

export type ProjectorMetrics = ReturnType<typeof projectorMetrics>;
