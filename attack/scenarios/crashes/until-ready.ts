import { setTimeout as pause } from "node:timers/promises";
import { Report } from "../../report/report.ts";
import { Caller } from "../../target/caller.ts";
import type { Target } from "../../target/target.ts";

const patience = 60_000;
const pollMilliseconds = 50;

/** Waits until every part is ready again, after one was lost. */
export async function untilReady(target: Target): Promise<void> {
  const caller = new Caller(target.product.url, new Report());
  const deadline = Date.now() + patience;
  while ((await caller.call("GET", "/readyz")).status !== 200) {
    if (Date.now() > deadline) throw new Error(`Not ready again within ${patience / 1_000} s`);
    await pause(pollMilliseconds);
  }
  caller.close();
}
