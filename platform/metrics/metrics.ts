import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The metrics of every service, in a separate registry. A service adds its own metrics to the registry. */
export interface Metrics {
  readonly registry: Registry;
  /** Seconds that a request took, by route name, method and status. */
  readonly requestDuration: Histogram<"route" | "method" | "status">;
  readonly appends: Counter;
  readonly appendRepeats: Counter;
  readonly conflicts: Counter;
  /** Seconds since the current event was written, also while handling it fails; 0 when caught up. */
  readonly subscriptionLag: Gauge<"subscription">;
  readonly subscriptionDrops: Counter<"subscription">;
}

/** `processMetrics` adds the metrics of the process. Leave it out if several services share a process. */
export function createMetrics(options: { service: string; processMetrics?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestDuration: new Histogram({
      name: "http_request_duration_seconds",
      help: "Duration of requests",
      labelNames: ["route", "method", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    appends: new Counter({ name: "eventstore_appends_total", help: "Appends that succeeded", registers }),
    appendRepeats: new Counter({
      name: "eventstore_append_repeats_total",
      help: "Appends repeated because their outcome was unknown",
      registers,
    }),
    conflicts: new Counter({
      name: "eventstore_conflicts_total",
      help: "Appends refused for another revision",
      registers,
    }),
    subscriptionLag: new Gauge({
      name: "eventstore_subscription_lag_seconds",
      help: "Age of the event that is being handled, 0 when caught up",
      labelNames: ["subscription"],
      registers,
    }),
    subscriptionDrops: new Counter({
      name: "eventstore_subscription_drops_total",
      help: "Times a subscription was dropped",
      labelNames: ["subscription"],
      registers,
    }),
  };
}
