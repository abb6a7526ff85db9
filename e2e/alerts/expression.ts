/** The values of one scrape. */
export interface Scrape {
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

type Series = Omit<Sample, "name">;
type Value = number | Series[];
type Evaluate = (scrapes: readonly Scrape[]) => Value;

/** An expression of PromQL: the part of the language that the product's rules use. */
export interface Expression {
  /** The series of the newest scrape for which the expression holds. */
  evaluate(scrapes: readonly Scrape[]): Series[];
  /** The names of the metrics that it reads. */
  readonly metrics: ReadonlySet<string>;
}

/** Throws for text that is not of this part of PromQL. */
export function parseExpression(text: string): Expression {
  const parser = new Parser(text);
  const evaluate = parser.whole();
  return {
    metrics: parser.metrics,
    evaluate(scrapes) {
      const value = evaluate(scrapes);
      return typeof value === "number" ? [{ labels: {}, value }] : value;
    },
  };
}

/** The samples of a text of Prometheus' format. */
export function samplesIn(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = /^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

const units: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A duration such as `5m`, in milliseconds. */
export function milliseconds(text: string): number {
  const [, count, unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const seconds = units[unit];
  if (seconds === undefined) throw new Error(`${text} is not a duration`);
  return Number(count) * seconds * 1_000;
}

const aggregations: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((a, b) => a + b, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  count: (values) => values.length,
};
const comparisons: Record<string, (a: number, b: number) => boolean> = {
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "==": (a, b) => a === b,
};
const operations: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

const keyOf = (labels: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(labels).sort());
const newest = (scrapes: readonly Scrape[]): Scrape => scrapes.at(-1) ?? { at: 0, samples: [] };

class Parser {
  readonly #tokens: string[];
  readonly metrics = new Set<string>();

  constructor(text: string) {
    this.#tokens = text.match(/"[^"]*"|==|>=|=~|\d+[smhd]|[\w.]+|\S/g) ?? [];
  }

  whole(): Evaluate {
    const evaluate = this.#either();
    if (this.#tokens.length > 0) throw new Error(`Not understood: ${this.#tokens.join(" ")}`);
    return evaluate;
  }

  #take(wanted?: string): string {
    const [token = "the end"] = this.#tokens.splice(0, 1);
    if (wanted !== undefined && token !== wanted) throw new Error(`${wanted} is missing before ${token}`);
    return token;
  }

  #isNext = (token: string) => this.#tokens[0] === token;

  #either(): Evaluate {
    const first = this.#compared();
    if (!this.#isNext("or")) return first;
    this.#take();
    const second = this.#either();
    return (scrapes) => {
      const [a, b] = [vector(first(scrapes)), vector(second(scrapes))];
      const known = new Set(a.map(({ labels }) => keyOf(labels)));
      return [...a, ...b.filter(({ labels }) => !known.has(keyOf(labels)))];
    };
  }

  #compared(): Evaluate {
    const left = this.#calculated(["+", "-"], () => this.#calculated(["*", "/"], () => this.#operand()));
    const compare = comparisons[this.#tokens[0] ?? ""];
    if (!compare) return left;
    this.#take();
    const right = this.#operand();
    return (scrapes) => {
      const bound = right(scrapes);
      if (typeof bound !== "number") throw new Error("A comparison needs a number");
      return vector(left(scrapes)).filter(({ value }) => compare(value, bound));
    };
  }

  #calculated(signs: readonly string[], part: () => Evaluate): Evaluate {
    let left = part();
    while (signs.includes(this.#tokens[0] ?? "")) {
      const operate = operations[this.#take()] as (a: number, b: number) => number;
      const [before, right] = [left, part()];
      left = (scrapes) => calculated(before(scrapes), right(scrapes), operate);
    }
    return left;
  }

  #operand(): Evaluate {
    const token = this.#take();
    if (token === "(") {
      const inner = this.#either();
      this.#take(")");
      return inner;
    }
    if (/^\d/.test(token)) return () => Number(token);
    const aggregate = aggregations[token];
    if (aggregate) return this.#aggregated(aggregate);
    return this.#isNext("(") ? this.#called(token) : this.#selected(token);
  }

  #aggregated(aggregate: (values: number[]) => number): Evaluate {
    const by: string[] = [];
    if (this.#isNext("by")) {
      this.#take();
      this.#take("(");
      while (!this.#isNext(")"))
        if (!this.#isNext(",")) by.push(this.#take());
        else this.#take();
      this.#take(")");
    }
    const of = this.#operand();
    return (scrapes) => {
      const groups = new Map<string, { labels: Record<string, string>; values: number[] }>();
      for (const { labels: all, value } of vector(of(scrapes))) {
        const labels = Object.fromEntries(by.map((label) => [label, all[label] ?? ""]));
        const group = groups.get(keyOf(labels)) ?? { labels, values: [] };
        group.values.push(value);
        groups.set(keyOf(labels), group);
      }
      return [...groups.values()].map(({ labels, values }) => ({ labels, value: aggregate(values) }));
    };
  }

  #called(name: string): Evaluate {
    this.#take("(");
    if (name === "time") {
      this.#take(")");
      return (scrapes) => newest(scrapes).at / 1_000;
    }
    if (name === "absent") {
      const of = this.#either();
      this.#take(")");
      return (scrapes) => (vector(of(scrapes)).length === 0 ? [{ labels: {}, value: 1 }] : []);
    }
    if (name === "histogram_quantile") {
      this.#take();
      this.#take(",");
      this.#either();
      this.#take(")");
      return () => {
        throw new Error("No rule has a quantile");
      };
    }
    if (name !== "rate" && name !== "increase") throw new Error(`${name} is not understood`);
    const select = this.#selector(this.#take());
    this.#take("[");
    const range = milliseconds(this.#take());
    this.#take("]");
    this.#take(")");
    const divisor = name === "rate" ? range / 1_000 : 1;
    return (scrapes) => {
      const from = newest(scrapes).at - range;
      return increases(
        scrapes.filter(({ at }) => at > from),
        select,
      ).map(({ labels, value }) => ({ labels, value: value / divisor }));
    };
  }

  #selected(name: string): Evaluate {
    const select = this.#selector(name);
    return (scrapes) =>
      newest(scrapes)
        .samples.filter(select)
        .map(({ labels, value }) => ({ labels, value }));
  }

  #selector(name: string): (sample: Sample) => boolean {
    if (!/^[a-z]\w*$/.test(name)) throw new Error(`${name} is not the name of a metric`);
    this.metrics.add(name);
    const wanted: ((labels: Sample["labels"]) => boolean)[] = [];
    if (this.#isNext("{")) {
      this.#take();
      while (!this.#isNext("}")) {
        const [label, sign, quoted] = [this.#take(), this.#take(), this.#take()];
        if ((sign !== "=" && sign !== "=~") || !/^".*"$/.test(quoted))
          throw new Error(`${label}${sign}${quoted}`);
        const text = quoted.slice(1, -1);
        const pattern = new RegExp(`^(?:${text})$`);
        wanted.push((labels) => (sign === "=" ? labels[label] === text : pattern.test(labels[label] ?? "")));
        if (this.#isNext(",")) this.#take();
      }
      this.#take("}");
    }
    return (sample) => sample.name === name && wanted.every((holds) => holds(sample.labels));
  }
}

function vector(value: Value): Series[] {
  return typeof value === "number" ? [{ labels: {}, value }] : value;
}

function calculated(a: Value, b: Value, operate: (a: number, b: number) => number): Value {
  if (typeof a === "number" && typeof b === "number") return operate(a, b);
  if (typeof b === "number")
    return vector(a).map(({ labels, value }) => ({ labels, value: operate(value, b) }));
  if (typeof a === "number") return b.map(({ labels, value }) => ({ labels, value: operate(a, value) }));
  const others = new Map(b.map(({ labels, value }) => [keyOf(labels), value]));
  return a.flatMap(({ labels, value }) => {
    const other = others.get(keyOf(labels));
    return other === undefined ? [] : [{ labels, value: operate(value, other) }];
  });
}

/** The growth of each counter. A counter that is lower than before has begun again at 0. */
function increases(scrapes: readonly Scrape[], select: (sample: Sample) => boolean): Series[] {
  const found = new Map<string, { labels: Sample["labels"]; last: number; value: number }>();
  for (const { samples } of scrapes)
    for (const { labels, value } of samples.filter(select)) {
      const before = found.get(keyOf(labels));
      const grown = before === undefined ? 0 : value < before.last ? value : value - before.last;
      found.set(keyOf(labels), { labels, last: value, value: (before?.value ?? 0) + grown });
    }
  return [...found.values()].map(({ labels, value }) => ({ labels, value }));
}
