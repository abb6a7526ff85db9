import { expect, test } from "@jest/globals";
import { type Row, tableOf } from "../report/table.ts";
import { type Run, runScenarios } from "../run-scenario.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { scenarios } from "../scenarios.ts";

/**
 * Tests the attacks that no other test runs, in small numbers. Scenarios with the same product share one;
 * `npm run attack` runs each scenario on a separate product, with larger numbers. `slack` is the factor by
 * which times may be longer on a machine with other work; `environment` are settings of the product that
 * replace those of the scenarios.
 */
export function smallAttacks(
  wanted: (scenario: Scenario) => boolean,
  { slack = 1.5, environment = {} }: Pick<Run, "slack" | "environment"> = {},
): void {
  const small = scenarios.filter(
    (scenario) => wanted(scenario) && scenario.attacks.some((attack) => attack.small),
  );
  const names = small.map(({ name }) => name).join(", ");
  test(`the attacks ${names} on one product break no promise`, async () => {
    const kinds = small.map(({ split, environment: own }) => ({ split, own }));
    expect(kinds).toEqual(kinds.map(() => kinds[0]));
    const rows: Row[] = [];
    await runScenarios(names, small, {
      size: "small",
      slack,
      environment,
      progress: () => undefined,
      done: (row) => rows.push(row),
    });
    const broken = rows.filter(({ report }) => report.violationCount > 0);
    expect(broken.length === 0 ? "" : tableOf(broken)).toBe("");
  }, 300_000);
}
