/** A value of a metric. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The values in a text of metrics, by the name of the metric. */
export class MetricsText {
  readonly #samples = new Map<string, Sample[]>();

  constructor(text: string) {
    for (const line of text.split("\n")) {
      const [, name, labels = "", value] = /^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
      if (name === undefined) continue;
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [
        label,
        text,
      ]);
      this.#samples.set(name, [
        ...this.all(name),
        { labels: Object.fromEntries(pairs), value: Number(value) },
      ]);
    }
  }

  all(name: string): readonly Sample[] {
    return this.#samples.get(name) ?? [];
  }

  /** The sum of all values of a metric; `null` if there is none. */
  sum(name: string): number | null {
    const found = this.all(name);
    return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
  }

  /** The value of each value of a label. */
  by(name: string, label: string): Record<string, number> {
    return Object.fromEntries(this.all(name).map(({ labels, value }) => [labels[label] ?? "", value]));
  }

  /** A time in seconds since 1970. */
  time(name: string): Date | null {
    const seconds = this.sum(name);
    return seconds === null ? null : new Date(seconds * 1000);
  }
}
