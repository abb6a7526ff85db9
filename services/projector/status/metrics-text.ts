/** The values in a text of metrics, by the name of the metric. */
export class MetricsText {
  readonly #samples;

  constructor(text: string) {
    const lines = [...text.matchAll(/^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)$/gm)];
    this.#samples = lines.map(([, name, labels = "", value]) => {
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [
        label,
        text,
      ]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
  }

  all(name: string) {
    return this.#samples.filter((sample) => sample.name === name);
  }

  /** The sum of all values of a metric; `null` if there is none. */
  sum(name: string): number | null {
    const found = this.all(name);
    return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
  }

  /** The value of each value of a label. */
  by(name: string, label: string): Record<string, number> {
    return Object.fromEntries(this.all(name).map(({ labels, value }) => [labels[label], value]));
  }

  /** A time in seconds since 1970. */
  time(name: string): Date | null {
    const seconds = this.sum(name);
    return seconds === null ? null : new Date(seconds * 1000);
  }
}
