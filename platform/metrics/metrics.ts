import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { buildName } from "../build/build-name.ts";

/** A value, or one for each value of a label. `undefined`: there is none now. */
type Reading = number | undefined | Readonly<Record<string, number | undefined>>;

export const addTo = (registry: Registry) => ({
  counter: <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name, help, labelNames, registers: [registry] }),

  /** A gauge. It has no value until it is set: a 0 would be a false answer. */
  gauge<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    const gauge = new Gauge<L>({ name, help, labelNames, registers: [registry] });
    if (labelNames.length === 0) gauge.remove();
    return gauge;
  },

  /**
   * A gauge whose value is read at each scrape. A reading that fails has no value. A second reading of a name
   * takes the place of the first.
   */
  reading(name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void {
    registry.removeSingleMetric(name);
    const gauge = new Gauge<string>({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const found = await Promise.resolve()
          .then(read)
          .catch(() => undefined);
        gauge.reset();
        if (label === undefined) gauge.remove();
        const values = typeof found === "object" ? Object.entries(found) : [["", found] as const];
        for (const [name, value] of values)
          if (value !== undefined) gauge.set(label === undefined ? {} : { [label]: name }, value);
      },
    });
  },
});

export type Adding = ReturnType<typeof addTo>;

export type Metrics = ReturnType<typeof createMetrics>;

/** The age of something in seconds, 0 without it. A clock that was ahead makes no age negative. */
export const secondsSince = (at: Date | undefined): number =>
  at === undefined ? 0 : Math.max(0, Date.now() - at.getTime()) / 1000;

/** Adds whether a service can serve. */
export const addReadiness = ({ add }: Pick<Metrics, "add">, isReady: () => Promise<boolean>): void =>
  add.reading("ornament_ready", "1 if the service can serve, otherwise 0", async () =>
    (await isReady().catch(() => false)) ? 1 : 0,
  );

/**
 * The metrics of every service, in a separate registry to which it adds its own. `processMetrics` adds those of
 * the process. Leave it out if several services share a process.
 */
export function createMetrics(options: { service: string; processMetrics?: boolean }) {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const add = addTo(registry);
  const [version = "", commit = ""] = buildName.split("+");
  add
    .gauge("ornament_build_info", "1, with the version and the commit of the build", ["version", "commit"])
    .set({ version, commit }, 1);
  /**
   * By subscription the time of the event that it handles, also while that fails; `undefined` when caught up.
   */
  const handling = new Map<string, Date | undefined>();
  const lags = () =>
    Object.fromEntries([...handling].map(([name, createdAt]) => [name, secondsSince(createdAt)]));
  const lagHelp = "Age of the event that is being handled, 0 when caught up";
  add.reading("eventstore_subscription_lag_seconds", lagHelp, lags, "subscription");
  return {
    registry,
    add,
    /** In seconds. The route is its name. */
    requestDuration: new Histogram({
      name: "http_request_duration_seconds",
      help: "Duration of requests",
      labelNames: ["route", "method", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    appends: add.counter("eventstore_appends_total", "Appends that succeeded"),
    appendRepeats: add.counter(
      "eventstore_append_repeats_total",
      "Appends repeated because their outcome was unknown",
    ),
    conflicts: add.counter("eventstore_conflicts_total", "Appends refused for another revision"),
    handling,
    subscriptionDrops: add.counter(
      "eventstore_subscription_drops_total",
      "Times a subscription was dropped",
      ["subscription"],
    ),
  };
}
