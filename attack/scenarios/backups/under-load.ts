import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { command } from "@ornament/testing/programs/run-command";
import { inBatches } from "@ornament/testing/suites/in-batches";
import type { Report } from "../../report/report.ts";
import { newPins } from "../../target/people.ts";
import type { Target } from "../../target/target.ts";
import type { Attack } from "../scenario.ts";

const passphrase = { BACKUP_PASSPHRASE: "a passphrase of the attack" };
const pinsOfRound = 80;
const fewestBefore = 10;

/**
 * Every second backup continues the one before, in the same folder. A command that was acknowledged before a
 * backup began must be in its restored event store once.
 */
export const underLoad: Attack = {
  name: "under-load",
  checks: "backups while commands are sent, each restored: every acknowledged command is there once",
  usual: { calls: 20, clients: 8, seed: 1 },
  small: { calls: 2, clients: 4, seed: 1 },
  floor: {
    of: "commands acknowledged before a backup",
    atLeast: ({ calls: rounds }) => rounds * fewestBefore,
  },
  async run(target, { calls: rounds, clients }, report) {
    const folder = mkdtempSync(join(tmpdir(), "ornament-backups-"));
    const times: number[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        if (round % 2 === 0) rmSync(join(folder, "backup"), { recursive: true, force: true });
        times.push(await backUpUnderLoad(target, { folder, clients, round }, report));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    report.figure("backups restored and compared", rounds, "");
    report.figure("the slowest backup under load", Math.round(Math.max(...times)), "ms");
  },
};

interface Round {
  readonly folder: string;
  readonly clients: number;
  readonly round: number;
}

/** Returns the time of the backup in milliseconds. */
async function backUpUnderLoad(
  target: Target,
  { folder, clients, round }: Round,
  report: Report,
): Promise<number> {
  const backup = join(folder, "backup");
  const restored = join(folder, "restored");
  const acknowledged: string[] = [];
  const caller = target.caller(report);
  const codes = await newPins(target, pinsOfRound);
  let isReached: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    isReached = resolve;
  });
  const sending = inBatches(codes.length, clients, async (n) => {
    const comment = `Backup ${round} ${codes[n]}`;
    const { status } = await caller.call("PUT", "/api/admin/update-pin-status", {
      token: target.admin,
      key: `backup-${codes[n]}`,
      body: { id: pinIdOf(codes[n] ?? ""), status: false, comment },
    });
    if (status === 200) acknowledged.push(comment);
    if (acknowledged.length >= fewestBefore) isReached();
  });
  await Promise.race([reached, sending]);
  const before = [...acknowledged];
  const began = performance.now();
  const copied = await command("backup", ["--to", backup], { DATA_DIR: target.dataDir, ...passphrase });
  const milliseconds = performance.now() - began;
  await sending;
  report.check(copied.code === 0, `backup ended with ${copied.code}: ${copied.err.trim()}`);
  const words = ["--from", backup, "--without-erased"];
  const { code, err } = await command("restore", words, { DATA_DIR: restored, ...passphrase });
  report.check(code === 0, `restore ended with ${code}: ${err.trim()}`);
  const comments = await commentsIn(restored);
  for (const comment of before) {
    const count = comments.filter((one) => one === comment).length;
    report.check(count === 1, `${comment}: ${count} times in the restored event store`);
  }
  report.succeeded(before.length);
  rmSync(restored, { recursive: true, force: true });
  return milliseconds;
}

/** The comments of all deactivations in the event store of a stopped product. */
async function commentsIn(dataDir: string): Promise<string[]> {
  const { out } = await command("audit", ["export", "--format", "ndjson"], { DATA_DIR: dataDir });
  const events: { type: string; data: { comment?: string } }[] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return events.flatMap(({ type, data }) => (type === "PinDeactivated" ? [data.comment ?? ""] : []));
}
