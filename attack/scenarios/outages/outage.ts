import { setTimeout as pause } from "node:timers/promises";
import type { Report } from "../../report.ts";
import type { Size } from "../../scenario.ts";
import type { Target } from "../../target.ts";
import { Load } from "./load.ts";
import { OutageSurroundings } from "./surroundings.ts";

/** Under load before the first outage and after each. */
const betweenMilliseconds = 1_500;
const recoveryMilliseconds = 60_000;
const mailMilliseconds = 60_000;

interface Outage {
  begin(surroundings: OutageSurroundings): Promise<void>;
  /** Resolves in the moment from which the event store takes calls again. */
  end(surroundings: OutageSurroundings): Promise<void>;
}

/**
 * Outages of the event store one after another, each of so many seconds, under load. Nothing acknowledged may be lost or
 * doubled, no mail may go out twice, everybody is answered in time, and commands are soon back.
 */
export async function repeatOutage(
  target: Target,
  { calls: rounds, seconds }: Size,
  report: Report,
  { begin, end }: Outage,
): Promise<void> {
  const { surroundings } = target;
  if (!(surroundings instanceof OutageSurroundings)) throw new Error("There is no event store of its own");
  const { mails } = surroundings;
  const load = new Load(target, report);
  await load.start();
  await load.nextSuccess();
  const said = target.product.output().length;
  let slowestReturn = 0;
  for (let round = 0; round < rounds; round += 1) {
    await pause(betweenMilliseconds);
    await begin(surroundings);
    await pause(seconds * 1_000);
    await end(surroundings);
    const returned = performance.now();
    await Promise.race([load.nextSuccess(), pause(recoveryMilliseconds, undefined, { ref: false })]);
    slowestReturn = Math.max(slowestReturn, performance.now() - returned);
  }
  await pause(betweenMilliseconds);
  await load.stop();
  const until = performance.now() + mailMilliseconds;
  while (mails.count < load.registered && performance.now() < until) await pause(50);
  await load.check(mails.mailsTo);
  report.check(mails.copies === 0, `${mails.copies} mails went out twice`);
  report.promised("answerInOutage", load.slowest);
  report.promised("commandsAfterOutage", slowestReturn);
  report.promised("linesForAnOutage", linesOfOutages(target.product.output().slice(said), report) / rounds);
  report.figure("outages", rounds, "");
  report.figure("acknowledged commands", load.acknowledged, "");
  report.figure("mails", mails.count, "");
  report.figure("refused", load.refused, "calls");
}

/** Lines that tell of an outage and of its end. Any other warning, of Node too, is a violation. */
function linesOfOutages(output: string, report: Report): number {
  const lines = output.split("\n");
  const told = lines.filter((line) => /Waiting for the event store|event store answers again/.test(line));
  for (const line of lines)
    if (/"level":[4-6]0|^\(node:\d+\)/.test(line) && !told.includes(line))
      report.violation(`the product said ${line.slice(0, 600)}`);
  return told.length;
}
