import { expect, test } from "@jest/globals";
import { runScenarios } from "../run-scenario.ts";
import type { Scenario } from "../scenario.ts";
import { scenarios } from "../scenarios.ts";
import { type Row, tableOf } from "../table.ts";

/**
 * The attacks that no other test makes, in small numbers, one scenario after another on one product for those that want the
 * same; `npm run attack` makes all of them with larger numbers and a product each. `slack` says how much longer things may
 * take on a machine that does other work as well.
 */
export function smallAttacks(wanted: (scenario: Scenario) => boolean, slack = 1.5): void {
  const small = scenarios.filter(
    (scenario) => wanted(scenario) && scenario.attacks.some((attack) => attack.small),
  );
  const names = small.map(({ name }) => name).join(", ");
  test(`attacks on one product, ${names}: nothing that must hold is broken`, async () => {
    const kinds = small.map(({ split, replica, environment }) => ({ split, replica, environment }));
    expect(kinds).toEqual(kinds.map(() => kinds[0]));
    const rows: Row[] = [];
    await runScenarios(names, small, {
      size: "small",
      slack,
      progress: () => undefined,
      done: (row) => rows.push(row),
    });
    const broken = rows.filter(({ report }) => report.violationCount > 0);
    expect(broken.length === 0 ? "" : tableOf(broken)).toBe("");
  }, 300_000);
}
