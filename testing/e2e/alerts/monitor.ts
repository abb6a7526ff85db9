import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

interface WrittenRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { runbook: string };
}

/** The rules of `ops/alerts.yml`. */
export const writtenRules: WrittenRule[] = parse(readFileSync(`${root}ops/alerts.yml`, "utf8")).groups[0]
  .rules;

/** The series of a text of Prometheus' format, by name and labels, and the time of the scrape in milliseconds. */
interface Scrape {
  readonly at: number;
  readonly samples: ReadonlyMap<string, number>;
}

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };
const milliseconds = (text: string) => Number(text.slice(0, -1)) * (units[text.slice(-1)] ?? Number.NaN);

const samplesIn = (text: string) =>
  new Map(
    [...text.matchAll(/^([a-z]\w*(?:\{.*\})?) (\S+)$/gm)].map(([, of = "", value]) => [of, Number(value)]),
  );

/** The keys of the series that a selector such as `name{label="value"}` takes. */
function keysOf({ samples }: Scrape, name: string, labels: string): string[] {
  const wanted = [...labels.matchAll(/(\w+)=~?"([^"]*)"/g)].map(
    ([, label, value]) => new RegExp(`[{,]${label}="${value}"[,}]`),
  );
  return [...samples.keys()].filter(
    (key) => key.split("{")[0] === name && wanted.every((label) => label.test(key)),
  );
}

/** What the rules use of PromQL, on arrays of numbers. */
function functionsOn(scrapes: readonly Scrape[]) {
  const newest = scrapes.at(-1) ?? { at: 0, samples: new Map() };
  const valueAt = (key: string) => newest.samples.get(key) ?? Number.NaN;
  const select = (name: string, labels = "") => keysOf(newest, name, labels).map(valueAt);
  return {
    select,
    sum: (values: number[]) => values.reduce((a, b) => a + b, 0),
    min: (values: number[]) => Math.min(...values),
    max: (values: number[]) => Math.max(...values),
    absent: (values: number[]) => values.length === 0,
    time: () => newest.at / 1_000,
    divided: (name: string, by: string) =>
      keysOf(newest, name, "").map((key) => valueAt(key) / valueAt(key.replace(name, by))),
    /** The growth of each counter. A counter that is lower than before has begun again at 0. */
    grown: (how: string, name: string, labels: string, range: string) =>
      keysOf(newest, name, labels).map((key) => {
        const values = scrapes
          .filter(({ at }) => at > newest.at - milliseconds(range))
          .flatMap(({ samples }) => samples.get(key) ?? []);
        const growth = values.reduce((sum, value, n) => {
          const before = values[n - 1] ?? value;
          return sum + (value < before ? value : value - before);
        }, 0);
        return how === "rate" ? (growth / milliseconds(range)) * 1_000 : growth;
      }),
  };
}

const token =
  /\b(rate|increase)\(([a-z]\w*)(\{[^}]*\})?\[(\w+)\]\)|\b([a-z]\w*_\w+) \/ ([a-z]\w*_\w+)|\b(sum|min|max|absent|time)(?: by \([^)]*\))?(?=\s?\()|\bor\b|\b([a-z]\w*)(\{[^}]*\})?/g;

/** An expression as JavaScript. `by` divides into groups, of which the least or the greatest is compared. */
function compiled(expression: string): (scrapes: readonly Scrape[]) => boolean {
  const code = expression.replace(
    token,
    (text, how, counter, of = "", range, one, other, name, series, labels = "") => {
      if (how) return `on.grown("${how}", "${counter}", '${of}', "${range}")`;
      if (one) return `on.divided("${one}", "${other}")`;
      if (name) return `on.${name}`;
      return text === "or" ? "||" : `on.select("${series}", '${labels}')`;
    },
  );
  const holds = new Function("on", `return ${code}`);
  return (scrapes) => Boolean(holds(functionsOn(scrapes)));
}

const interval = 30_000;
/** The longest range of a rule. */
const kept = milliseconds("1h") + interval;

/**
 * Scrapes a product and evaluates the rules as Prometheus does, on a clock of its own: each scrape is half a
 * minute after the one before.
 */
export class Monitor {
  readonly #rules = writtenRules.map((rule) => ({
    name: rule.alert,
    holds: compiled(rule.expr),
    for: milliseconds(rule.for ?? "0s"),
  }));
  readonly #url: () => string;
  readonly #since = new Map<string, number>();
  #scrapes: Scrape[] = [];
  #now = Date.now();

  constructor(url: () => string) {
    this.#url = url;
  }

  /** The text of the newest scrape. */
  text = "";

  /** The alerts that fire after one more scrape. */
  async scrape(): Promise<string[]> {
    this.#now += interval;
    this.text = await fetch(`${this.#url()}/metrics`).then(
      async (answer) => (answer.ok ? answer.text() : ""),
      () => "",
    );
    const samples = samplesIn(`${this.text}\nup{job="ornament"} ${this.text === "" ? 0 : 1}\n`);
    this.#scrapes = this.#scrapes.filter(({ at }) => at > this.#now - kept);
    this.#scrapes.push({ at: this.#now, samples });
    for (const { name, holds } of this.#rules)
      if (!holds(this.#scrapes)) this.#since.delete(name);
      else if (!this.#since.has(name)) this.#since.set(name, this.#now);
    return this.#rules
      .filter((rule) => this.#now - (this.#since.get(rule.name) ?? Number.POSITIVE_INFINITY) >= rule.for)
      .map(({ name }) => name);
  }
}
