import { processorMillisecondsOf } from "@ornament/testing/programs/processes";
import { inBatches } from "@ornament/testing/suites/in-batches";
import { percentile } from "@ornament/testing/suites/percentile";
import { checkAfterwards } from "./check-afterwards.ts";
import { Report } from "./report/report.ts";
import type { Row } from "./report/table.ts";
import type { Attack, Scenario, Size } from "./scenarios/scenario.ts";
import { Target } from "./target/target.ts";

const quietCalls = 20;
const nothing: Size = { calls: 0, clients: 0, seconds: 0, seed: 1 };

export interface Run {
  /** The attacks to run; all of them by default. */
  readonly only?: readonly string[];
  readonly size: "usual" | "small";
  /** Numbers that replace those of the size. */
  readonly given?: Partial<Size>;
  /** Settings of the product that replace those of the scenarios. */
  readonly environment?: Record<string, string>;
  /** The factor by which times on this machine may exceed the promises. */
  readonly slack?: number;
  progress(line: string): void;
  done(row: Row): void;
}

/** Runs the attacks of a scenario on one product, checks the product at the end, and reports on each. */
export const runScenario = (scenario: Scenario, run: Run): Promise<void> =>
  runScenarios(scenario.name, [scenario], run);

/** Runs several scenarios on one product, which is started for the first. They must need the same product. */
export async function runScenarios(name: string, scenarios: readonly Scenario[], run: Run): Promise<void> {
  const [first] = scenarios;
  if (!first) return;
  run.progress(`${name}: starting the product`);
  const target = await Target.start({ ...first, environment: { ...first.environment, ...run.environment } });
  try {
    for (const scenario of scenarios)
      for (const attack of scenario.attacks)
        if (attack[run.size] && (run.only?.includes(attack.name) ?? true))
          run.done(await runAttack(target, scenario, attack, run));
    run.progress(`${name}: checking the product`);
    run.done(await checkAfterwards(target, name));
  } finally {
    await target.stop();
  }
}

async function runAttack(target: Target, scenario: Scenario, attack: Attack, run: Run): Promise<Row> {
  const name = `${scenario.name}/${attack.name}`;
  const used = { ...nothing, ...attack[run.size] };
  const given = Object.entries(run.given ?? {}).filter(
    ([key]) => key === "seed" || used[key as keyof Size] > 0,
  );
  const size = { ...used, ...Object.fromEntries(given) };
  run.progress(name);
  await target.signIn();
  const report = new Report(run.slack, await quietMilliseconds(target));
  const began = Date.now();
  const progressTimer = setInterval(
    () => run.progress(`${name}: ${report.calls} calls, ${Math.round((Date.now() - began) / 1_000)} s`),
    500,
  );
  const mark = await target.log.head();
  const before = usedBy(target);
  const preparedBefore = target.preparation.calls;
  try {
    await attack.run(target, size, report);
  } catch (error) {
    report.violation(`The attack ended early: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    report.checkFloor(attack.floor.of, attack.floor.atLeast(size));
    clearInterval(progressTimer);
  }
  const after = usedBy(target);
  for (const [pid, milliseconds] of after)
    report.processorMilliseconds += milliseconds - (before.get(pid) ?? 0);
  report.preparationCalls = target.preparation.calls - preparedBefore;
  const added = await target.log.since(mark);
  report.events = added.length;
  report.bytes = added.reduce((sum, { bytes }) => sum + bytes, 0);
  return { name, checks: attack.checks, report };
}

/** The milliseconds of a call without work: more on a busy machine. */
async function quietMilliseconds(target: Target): Promise<number> {
  const replies = await inBatches(quietCalls, 1, () => target.prepare().call("GET", "/healthz"));
  return percentile(
    replies.map(({ milliseconds }) => milliseconds),
    0.9,
  );
}

const usedBy = (target: Target) =>
  new Map([...target.processes().values()].map((pid) => [pid, processorMillisecondsOf(pid)]));
