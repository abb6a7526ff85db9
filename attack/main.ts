import { parseArgs } from "node:util";
import { runScenario } from "./run-scenario.ts";
import type { Size } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";
import { type Row, tableOf } from "./table.ts";

/** `npm run attack`: attacks products that it starts itself, prints a table of figures, and fails where a promise is broken. */
const usage = `npm run attack -- [scenario | scenario/attack …] [--calls N] [--clients N] [--seconds N] [--seed N] [--list]`;
/** Whoever asks for more has mistyped. */
const most = { calls: 1_000_000, clients: 1_000, seconds: 3_600, seed: 2 ** 31 } as const;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      calls: { type: "string" },
      clients: { type: "string" },
      seconds: { type: "string" },
      seed: { type: "string" },
      list: { type: "boolean", default: false },
    },
  });
  const given: Partial<Record<keyof Size, number>> = {};
  for (const name of ["calls", "clients", "seconds", "seed"] as const) {
    const text = values[name];
    if (text === undefined) continue;
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1 || number > most[name])
      throw new Error(`--${name} is a whole number from 1 to ${most[name]}`);
    given[name] = number;
  }
  const known = scenarios.flatMap(({ name, attacks }) => [
    name,
    ...attacks.map((attack) => `${name}/${attack.name}`),
  ]);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; --list shows what there is`);
  return { given, wanted: positionals, list: values.list };
}

function list(): void {
  for (const { name, about, attacks } of scenarios) {
    console.log(`${name}: ${about}`);
    for (const attack of attacks) console.log(`  ${name}/${attack.name}: ${attack.checks}`);
  }
}

const lineWidth = 100;
const progress = (line: string) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${line.slice(0, lineWidth).padEnd(lineWidth)}`);
};

async function attack(wanted: readonly string[], given: Partial<Size>): Promise<boolean> {
  const began = Date.now();
  const rows: Row[] = [];
  for (const scenario of scenarios) {
    const whole = wanted.length === 0 || wanted.includes(scenario.name);
    const only = whole
      ? undefined
      : scenario.attacks
          .map(({ name }) => name)
          .filter((name) => wanted.includes(`${scenario.name}/${name}`));
    if (only?.length === 0) continue;
    if (!process.stdout.isTTY) console.log(`${scenario.name}…`);
    rows.push(...(await runScenario(scenario, { only, size: "usual", given, progress })));
  }
  progress("");
  console.log(`\n${tableOf(rows)}`);
  const calls = rows.reduce((sum, { report }) => sum + report.calls, 0);
  const violations = rows.reduce((sum, { report }) => sum + report.violationCount, 0);
  const seconds = Math.round((Date.now() - began) / 1_000);
  console.log(`\n${calls} calls in ${seconds} s, ${violations} violations`);
  return violations === 0;
}

try {
  const { given, wanted, list: listing } = readArguments();
  if (listing) list();
  else if (!(await attack(wanted, given))) process.exitCode = 1;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exitCode = 2;
}
