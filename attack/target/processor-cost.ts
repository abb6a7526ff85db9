import { processorMillisecondsOf } from "@ornament/testing/programs/processes";
import type { Target } from "./target.ts";

/** The CPU milliseconds of one command in command-api and the event store, averaged over many commands. */
export async function costOf(
  target: Target,
  calls: number,
  work: (n: number) => Promise<unknown>,
): Promise<number> {
  const pids = ["command-api", "eventstore"].map((program) => target.processOf(program));
  const used = () => pids.reduce((sum, pid) => sum + processorMillisecondsOf(pid), 0);
  const before = used();
  for (let n = 0; n < calls; n += 1) await work(n);
  return (used() - before) / calls;
}
