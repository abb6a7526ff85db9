import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "@ornament/testing/calls/kept-connections";
import { allAtOnce } from "@ornament/testing/suites/in-batches";
import type { Report } from "../../report/report.ts";
import type { Caller } from "../../target/caller.ts";
import type { Target } from "../../target/target.ts";
import type { Size } from "../scenario.ts";

const pollMilliseconds = 50;
/** The time that the product may take to recover after the store resumes. */
const recoveryMilliseconds = 60_000;

interface Freeze {
  readonly program: "eventstore" | "mongodb";
  /** A call that needs the store: refused while the store is frozen. */
  readonly needs: (n: number) => Promise<Reply>;
  /** A call that does not need the store: it always succeeds. */
  readonly doesNotNeed?: (n: number) => Promise<Reply>;
}

interface Measured {
  /** The time of the slowest refusal. */
  readonly refusedAfter: number;
  readonly notReadyAfter: number;
  readonly recoveredAfter: number;
}

/**
 * Freezes a store's process, as a hung disk or a paused machine would, until every caller has an answer and
 * /readyz reports it, or until the seconds are over. The process then resumes.
 */
export async function freeze(
  target: Target,
  caller: Caller,
  { clients, seconds }: Size,
  report: Report,
  { program, needs, doesNotNeed }: Freeze,
): Promise<Measured> {
  const pid = target.processOf(program);
  const readiness = async () => (await caller.call("GET", "/readyz")).status;
  const began = performance.now();
  const over = () => performance.now() - began > seconds * 1_000;
  let refused: Reply[] = [];
  let served: Reply[] = [];
  let notReadyAfter = Number.POSITIVE_INFINITY;
  process.kill(pid, "SIGSTOP");
  try {
    const answered = allAtOnce(clients, needs);
    const others = doesNotNeed ? allAtOnce(clients, doesNotNeed) : Promise.resolve([]);
    const reported = until(async () => {
      const notReady = (await readiness()) === 503;
      if (notReady) notReadyAfter = performance.now() - began;
      return notReady || over();
    });
    const late = pause(seconds * 1_000, "late", { ref: false });
    [, refused, served] = await Promise.all([
      reported,
      Promise.race([answered, late.then(() => [])]),
      Promise.race([others, late.then(() => [])]),
    ]);
    report.check(refused.length === clients, `not every call was answered within ${seconds} s`);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  const resumed = performance.now();
  for (const { status } of refused)
    report.check(status === 503, `a call that needs the frozen ${program} was answered ${status}`);
  if (doesNotNeed) {
    report.check(served.length === clients, `calls that do not need ${program} were not answered`);
    report.succeeded(served.filter(({ status }) => status === 200).length);
    for (const { status } of served)
      report.check(status === 200, `a call that does not need ${program} was answered ${status}`);
  }
  let n = clients;
  await until(
    async () => (await needs(n++)).status === 200 || performance.now() - resumed > recoveryMilliseconds,
  );
  const recoveredAfter = performance.now() - resumed;
  await until(async () => (await readiness()) === 200 || performance.now() - resumed > recoveryMilliseconds);
  report.figure("until /readyz answers 200 again", performance.now() - resumed, "ms");
  const refusedAfter = refused.length
    ? Math.max(...refused.map(({ milliseconds }) => milliseconds))
    : Number.POSITIVE_INFINITY;
  return { refusedAfter, notReadyAfter, recoveredAfter };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(pollMilliseconds);
}
