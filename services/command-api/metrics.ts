import type { Metrics } from "@ornament/platform/metrics/metrics";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import { Gauge } from "prom-client";

/** Adds the metrics that only command-api has. */
export function addCommandApiMetrics(
  { registry }: Pick<Metrics, "registry">,
  hasher: Pick<PasswordHasher, "waiting">,
): void {
  new Gauge({
    name: "password_queue_length",
    help: "Password checks that wait",
    registers: [registry],
    collect() {
      this.set(hasher.waiting);
    },
  });
}
