import { describe, expect, test } from "@jest/globals";
import { runScenario } from "./run-scenario.ts";
import { scenarios } from "./scenarios.ts";
import { type Row, tableOf } from "./table.ts";

/** The attacks that no other test makes, in small numbers; `npm run attack` makes all of them with larger ones. */
const small = scenarios.filter(({ attacks }) => attacks.some((attack) => attack.small));

describe.each(small.map((scenario) => [scenario.name, scenario] as const))("%s", (_name, scenario) => {
  test(`${scenario.about}: nothing that must hold is broken`, async () => {
    const rows: Row[] = [];
    await runScenario(scenario, {
      size: "small",
      slack: 1.5,
      progress: () => undefined,
      done: (row) => rows.push(row),
    });
    const broken = rows.filter(({ report }) => report.violationCount > 0);
    expect(broken.length === 0 ? "" : tableOf(broken)).toBe("");
  });
});
