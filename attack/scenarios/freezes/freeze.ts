import { setTimeout as pause } from "node:timers/promises";
import type { Caller, Reply } from "../../caller.ts";
import { allAtOnce } from "../../in-batches.ts";
import type { Report } from "../../report.ts";
import type { Size } from "../../scenario.ts";
import type { Target } from "../../target.ts";

const pollMilliseconds = 50;
/** For going on after the store does. */
const recoveryMilliseconds = 60_000;

interface Freeze {
  readonly program: "eventstore" | "mongodb";
  /** What needs the store: refused while it stands still. */
  readonly needs: (n: number) => Promise<Reply>;
  /** What does not: succeeds all the while. */
  readonly doesNotNeed?: (n: number) => Promise<Reply>;
}

interface Measured {
  /** Of the slowest refusal. */
  readonly refusedAfter: number;
  readonly notReadyAfter: number;
  readonly recoveredAfter: number;
}

/**
 * Stops a store's process as it stands, as a hung disk or a paused machine would, until every caller has had an answer and the
 * readiness says so, or the seconds are over; then lets it go on.
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
    const told = until(async () => {
      const notReady = (await readiness()) === 503;
      if (notReady) notReadyAfter = performance.now() - began;
      return notReady || over();
    });
    const late = pause(seconds * 1_000, "late", { ref: false });
    [, refused, served] = await Promise.all([
      told,
      Promise.race([answered, late.then(() => [])]),
      Promise.race([others, late.then(() => [])]),
    ]);
    report.check(refused.length === clients, `not every call was answered within ${seconds} s`);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  const goingOn = performance.now();
  for (const { status } of refused)
    report.check(status === 503, `while ${program} stood still a call that needs it was answered ${status}`);
  if (doesNotNeed) {
    report.check(served.length === clients, `calls that do without ${program} were not answered`);
    for (const { status } of served)
      report.check(status === 200, `a call that does without ${program} was answered ${status}`);
  }
  let n = clients;
  await until(
    async () => (await needs(n++)).status === 200 || performance.now() - goingOn > recoveryMilliseconds,
  );
  const recoveredAfter = performance.now() - goingOn;
  await until(async () => (await readiness()) === 200 || performance.now() - goingOn > recoveryMilliseconds);
  report.figure("until the readiness is back", performance.now() - goingOn, "ms");
  const refusedAfter = refused.length
    ? Math.max(...refused.map(({ milliseconds }) => milliseconds))
    : Number.POSITIVE_INFINITY;
  return { refusedAfter, notReadyAfter, recoveredAfter };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(pollMilliseconds);
}
