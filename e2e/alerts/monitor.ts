import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type Expression, milliseconds, parseExpression, type Scrape, samplesIn } from "./expression.ts";

interface Rule {
  readonly name: string;
  readonly expression: Expression;
  /** The milliseconds for which the expression must hold. */
  readonly holds: number;
  readonly severity: string;
  readonly runbook: string;
}

interface WrittenRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { runbook: string };
}

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The rules of `ops/alerts.yml`. */
export function alertRules(): Rule[] {
  const { groups } = parse(readFileSync(`${root}ops/alerts.yml`, "utf8"));
  return groups[0].rules.map((rule: WrittenRule) => ({
    name: rule.alert,
    expression: parseExpression(rule.expr),
    holds: milliseconds(rule.for ?? "0s"),
    severity: rule.labels.severity,
    runbook: rule.annotations.runbook,
  }));
}

const interval = 30_000;
/** The longest range of a rule. */
const kept = milliseconds("1h") + interval;

/**
 * Scrapes a product and evaluates the rules as Prometheus does, on a clock of its own: each scrape is half a
 * minute after the one before.
 */
export class Monitor {
  readonly #rules = alertRules();
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
    const up = { name: "up", labels: { job: "ornament" }, value: this.text === "" ? 0 : 1 };
    this.#scrapes = this.#scrapes.filter(({ at }) => at > this.#now - kept);
    this.#scrapes.push({ at: this.#now, samples: [...samplesIn(this.text), up] });
    for (const { name, expression } of this.#rules)
      if (expression.evaluate(this.#scrapes).length === 0) this.#since.delete(name);
      else if (!this.#since.has(name)) this.#since.set(name, this.#now);
    return this.#rules
      .filter(({ name, holds }) => this.#now - (this.#since.get(name) ?? Infinity) >= holds)
      .map(({ name }) => name);
  }
}
