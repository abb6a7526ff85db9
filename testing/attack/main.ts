import { readArguments, usage } from "./arguments.ts";
import { type Row, tableOf } from "./report/table.ts";
import { runScenario } from "./run-scenario.ts";
import type { Size } from "./scenarios/scenario.ts";
import { scenarios } from "./scenarios.ts";
import { Target } from "./target/target.ts";

/** `npm run attack`: starts and attacks products, prints figures, and fails if a promise is broken. */
const lineWidth = 100;
const progress = (line: string) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${line.slice(0, lineWidth).padEnd(lineWidth)}`);
};

/** The attacks that have run, printed at the end or on an interruption. */
const rows: Row[] = [];

/** `wanted` names scenarios and single attacks; empty means all. */
async function attack(wanted: readonly string[], given: Partial<Size>): Promise<boolean> {
  const began = Date.now();
  const broken: string[] = [];
  for (const scenario of scenarios) {
    const whole = wanted.length === 0 || wanted.includes(scenario.name);
    const only = scenario.attacks
      .map(({ name }) => name)
      .filter((name) => whole || wanted.includes(`${scenario.name}/${name}`));
    if (only.length === 0) continue;
    if (!process.stdout.isTTY) console.log(`${scenario.name}…`);
    await runScenario(scenario, {
      only,
      size: "usual",
      given,
      progress,
      done: (row) => rows.push(row),
    }).catch((error: unknown) => broken.push(`${scenario.name} failed: ${error}`));
  }
  progress("");
  console.log(`\n${tableOf(rows)}`);
  for (const line of broken) console.error(line);
  const calls = rows.reduce((sum, { report }) => sum + report.calls, 0);
  const violations = rows.reduce((sum, { report }) => sum + report.violationCount, 0);
  console.log(`\n${calls} calls in ${Math.round((Date.now() - began) / 1_000)} s, ${violations} violations`);
  return violations === 0 && broken.length === 0;
}

function list(): void {
  for (const { name, about, attacks } of scenarios) {
    console.log(`${name}: ${about}`);
    for (const { name: own, checks } of attacks) console.log(`  ${name}/${own}: ${checks}`);
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    console.log(`\n${tableOf(rows)}\n\nInterrupted; stopping the product`);
    void Target.stopAll().finally(() => process.exit(130));
  });

try {
  const { given, wanted, listing, helping } = readArguments(process.argv.slice(2));
  if (helping) console.log(usage);
  else if (listing) list();
  else if (!(await attack(wanted, given))) process.exitCode = 1;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exitCode = 2;
}
