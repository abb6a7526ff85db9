import { setTimeout as pause } from "node:timers/promises";
import type { Report } from "../../report/report.ts";
import type { Target } from "../../target/target.ts";
import type { Size } from "../scenario.ts";
import { Load } from "./load.ts";
import { OwnServers } from "./own-servers.ts";

/** The time of the load before the first outage and after each. */
const betweenMilliseconds = 1_500;
const recoveryMilliseconds = 60_000;
const mailMilliseconds = 60_000;

interface Outage {
  begin(servers: OwnServers): Promise<void>;
  /** Resolves when the event store accepts calls again. */
  end(servers: OwnServers): Promise<void>;
}

/**
 * Repeats an outage of the event store under load, each time for `seconds`. No acknowledged command may be
 * lost or done twice, no mail may be sent twice, every call must be answered in time, and commands must soon
 * succeed again.
 */
export async function repeatOutage(
  target: Target,
  { calls: rounds, seconds }: Size,
  report: Report,
  { begin, end }: Outage,
): Promise<void> {
  const { otherServers } = target;
  if (!(otherServers instanceof OwnServers))
    throw new Error("The event store is not started by this scenario");
  const { mails } = otherServers;
  const load = new Load(target, report);
  await load.start();
  await load.nextSuccess();
  const logged = target.product.output().length;
  let slowestReturn = 0;
  for (let round = 0; round < rounds; round += 1) {
    await pause(betweenMilliseconds);
    await begin(otherServers);
    await pause(seconds * 1_000);
    await end(otherServers);
    const returned = performance.now();
    await Promise.race([load.nextSuccess(), pause(recoveryMilliseconds, undefined, { ref: false })]);
    slowestReturn = Math.max(slowestReturn, performance.now() - returned);
  }
  await pause(betweenMilliseconds);
  await load.stop();
  const until = performance.now() + mailMilliseconds;
  while (mails.count < load.registered && performance.now() < until) await pause(50);
  await load.check(mails.mailsTo);
  report.check(mails.copies === 0, `${mails.copies} mails were sent twice`);
  report.promised("answerInOutage", load.slowest);
  report.promised("commandsAfterOutage", slowestReturn);
  report.promised("linesForAnOutage", linesOfOutages(target.product.output().slice(logged), report) / rounds);
  report.figure("outages", rounds, "");
  report.succeeded(load.acknowledged);
  report.figure("mails", mails.count, "");
  report.figure("refused", load.refused, "calls");
}

/** Counts the log lines about an outage and its end. Any other warning, also of Node, is a violation. */
function linesOfOutages(output: string, report: Report): number {
  const lines = output.split("\n");
  const expected = lines.filter((line) => /Waiting for the event store|event store answers again/.test(line));
  for (const line of lines)
    if (/"level":[4-6]0|^\(node:\d+\)/.test(line) && !expected.includes(line))
      report.violation(`the product logged ${line.slice(0, 600)}`);
  return expected.length;
}
