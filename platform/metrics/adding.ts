import { Counter, Gauge, type Registry } from "prom-client";

/** A value, or one for each value of a label. `undefined`: there is none now. */
type Reading = number | undefined | Readonly<Record<string, number | undefined>>;

/** Adds metrics to a registry. */
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
