import fc from "fast-check";
import type { Report } from "../../report/report.ts";
import { newPins } from "../../target/people.ts";
import type { Target } from "../../target/target.ts";
import type { Size } from "../scenario.ts";
import { Acknowledged } from "./acknowledged.ts";

/** The fewest acknowledged commands before a crash. */
export const fewestBeforeCrash = 5;

interface Crashes {
  /** The number of PINs for the commands of a round. */
  readonly pins: number;
  /** The most acknowledged commands before a crash. */
  readonly latest: number;
  /** Kills processes. */
  crash(round: number): Promise<void>;
  /** Waits for the product to recover, or starts it again. */
  recover(): Promise<void>;
}

/** Sends commands, crashes the product after a random number of them, and checks all commands afterwards. */
export async function repeatCrashes(
  target: Target,
  { calls: rounds, clients, seed }: Size,
  report: Report,
  { pins, latest, crash, recover }: Crashes,
): Promise<void> {
  const crashAfter = fc.sample(fc.integer({ min: fewestBeforeCrash, max: latest }), {
    seed,
    numRuns: rounds,
  });
  for (const [round, after] of crashAfter.entries()) {
    const commands = new Acknowledged(target, report);
    const codes = await newPins(target, pins);
    const sending = commands.sendUntilCut(target.caller(report), codes, clients);
    await Promise.race([sending, commands.reaches(after)]);
    await crash(round);
    await sending;
    await recover();
    await commands.checkAfterRestart(target.caller(report));
    report.succeeded(commands.count);
  }
  report.figure("crashes", rounds, "");
}
