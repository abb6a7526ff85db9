import { spawn } from "node:child_process";
import { once } from "node:events";
import { builtProgram } from "@ornament/testing/programs/built-program";
import { Report } from "./report/report.ts";
import type { Row } from "./report/table.ts";
import type { Target } from "./target/target.ts";

/**
 * Checks that the product is ready, logged no failure, has streams without gaps, and read models like a
 * replay.
 */
export async function checkAfterwards(target: Target, scenario: string): Promise<Row> {
  const report = new Report();
  const { status } = await target.caller(report).call("GET", "/readyz");
  report.check(status === 200, `/readyz answered ${status}`);
  for (const [line] of target.product
    .output()
    .matchAll(/.*(not caught|A request failed|stops until a build).*/g))
    report.violation(`the product logged ${line.slice(0, 600)}`);
  await checkLog(target, report);
  const { code, output } = await verify(target);
  report.check(code === 0, `verify of the read models ended with ${code}: ${output.slice(-300)}`);
  return {
    name: `${scenario}/afterwards`,
    checks: "the product is ready and logged no failure, no stream has a gap, the read models equal a replay",
    report,
  };
}

async function checkLog(target: Target, report: Report): Promise<void> {
  const events = await target.log.since();
  report.figure("events in the event store", events.length, "events");
  const ids = new Set(events.map(({ id }) => id));
  report.check(ids.size === events.length, `${events.length - ids.size} events have the id of another`);
  const next = new Map<string, bigint>();
  for (const { stream, revision, type } of events) {
    if (type === "$streamDeleted") continue;
    const wanted = next.get(stream);
    report.check(
      wanted === undefined || wanted === revision,
      `${stream} jumps from ${(wanted ?? 0n) - 1n} to ${revision}`,
    );
    next.set(stream, revision + 1n);
  }
}

/** Runs `npm run projections -- verify` on the running product. */
async function verify(target: Target): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [builtProgram("projections"), "verify"], {
    env: { PATH: process.env.PATH ?? "", DATA_DIR: target.dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const [code] = (await once(child, "exit")) as [number];
  return { code, output };
}
