import type { Reply } from "@ornament/testing/calls/kept-connections";
import { inBatches } from "@ornament/testing/suites/in-batches";
import type { PromiseName } from "../../report/promises.ts";
import type { Report } from "../../report/report.ts";
import { costOf } from "../../target/processor-cost.ts";
import type { Target } from "../../target/target.ts";
import type { Size } from "../scenario.ts";

/** Enough calls for an exact figure: CPU times come in steps of 10 ms. */
export const measuredCalls = 30;
const warmingCalls = 40;

/**
 * Measures a command at first, and after many more of its kind on the same account or PIN. `warm` does the
 * same on another one, so that the first measurement is not of a program that has just started.
 */
export async function measureGrowth(
  target: Target,
  report: Report,
  { calls, clients }: Size,
  growth: {
    promise: PromiseName;
    warm: (n: number) => Promise<Reply>;
    work: (n: number) => Promise<Reply>;
  },
): Promise<void> {
  const work = async (n: number) => {
    const reply = await growth.work(n);
    if (reply.status === 200) report.succeeded();
    return reply;
  };
  for (let n = 0; n < warmingCalls; n += 1) await growth.warm(n);
  const first = await costOf(target, measuredCalls, work);
  const many = await inBatches(calls, clients, (n) => work(measuredCalls + n));
  const last = await costOf(target, measuredCalls, (n) => work(measuredCalls + calls + n));
  report.figure("CPU of one at first", first, "ms");
  report.figure(`CPU of one after ${many.length} more`, last, "ms");
  report.promised(growth.promise, last / Math.max(first, Number.EPSILON));
}
