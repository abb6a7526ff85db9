import type { Metrics } from "@ornament/platform/metrics/metrics";
import { Gauge } from "prom-client";

/** What command-api measures besides what every service does. */
export const commandApiMetrics = ({ registry }: Pick<Metrics, "registry">) => ({
  passwordQueue: new Gauge({
    name: "password_queue_length",
    help: "Password checks that wait",
    registers: [registry],
  }),
});
