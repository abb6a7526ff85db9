import type { Environment } from "@ornament/platform/config/read-config";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { parseCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import { addDiskMetrics } from "@ornament/platform/metrics/disk";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { runCommand, typedCommand } from "@ornament/platform/process/run-command";
import { addBackupMetrics, auditDirOf } from "@ornament/projector/last-backup";
import { projectorMetrics } from "@ornament/projector/metrics";
import { Command } from "commander";
import { type Status, secondsSince, statusOf } from "./status.ts";

const help = `
Exit codes: 0 nothing to look at; 1 the product serves, and there is something to look at; 2 it doesn't serve: it is
stopped, doesn't answer or isn't ready; 78 a setting is wrong.`;

const timeoutMilliseconds = 5_000;

interface StatusSources {
  /** The URL of the running product on this machine; `undefined` if none runs. */
  readonly urlOf: (environment: Environment) => string | undefined;
  /** What can be known of a product that doesn't answer, with the reason. */
  readonly ofStopped: (environment: Environment, reason: string) => Promise<Status>;
}

/** `npm run status [-- --json]` */
export async function statusProgram({ urlOf, ofStopped }: StatusSources): Promise<void> {
  const program = new Command(typedCommand("status"))
    .description("Shows the state of the product on one screen.")
    .option("--json", "as JSON, for a program")
    .addHelpText("after", help)
    .action(async ({ json }: { json?: true }) => {
      const url = urlOf(process.env);
      const now = new Date();
      const status =
        url === undefined
          ? await ofStopped(process.env, "stopped")
          : await statusAt(url, now).catch(() => ofStopped(process.env, "does not answer"));
      process.stdout.write(json ? `${JSON.stringify(status, null, 2)}\n` : shownStatus(status, now));
      if (!status.serves) process.exitCode = 2;
      else if (status.problems.length > 0) process.exitCode = 1;
    });
  await runCommand(program);
}

async function statusAt(url: string, now: Date): Promise<Status> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const ask = (path: string) => fetch(new URL(path, url), { signal });
  const [ready, metrics] = await Promise.all([ask("/readyz"), ask("/metrics")]);
  const { reason = "the service gives no reason" } = (await ready.json()) as { reason?: string };
  return statusOf(
    url,
    ready.ok ? undefined : `not ready: ${reason}`,
    metrics.ok ? await metrics.text() : "",
    now,
  );
}

/** What files say about a product that doesn't answer. @param folders by the name of their setting */
export async function statusOfStopped(
  environment: Environment,
  folders: Readonly<Record<string, string>>,
  reason: string,
): Promise<Status> {
  const metrics = createMetrics({ service: "this build" });
  const auditDir = auditDirOf(environment);
  addDiskMetrics(metrics, { ...folders, AUDIT_DIR: auditDir });
  if (auditDir !== undefined) {
    addBackupMetrics(metrics, auditDir);
    const signed = parseCheckpoint(new AuditFolder(auditDir).checkpoint() ?? "");
    const { provenEvents, signedAt } = projectorMetrics(metrics);
    if (signed) provenEvents.set(signed.size);
    if (signed) signedAt.set(signed.at.getTime() / 1000);
  }
  return statusOf(null, reason, await metrics.registry.metrics(), new Date());
}

export function shownStatus(status: Status, now: Date): string {
  const { url, state, log, mail, backupAt, drillAt, verifySecondsAgo, lockedOut } = status;
  const ago = (at: Date | null, passed?: boolean) => at && age(secondsSince(at, now), passed);
  const lags = Object.entries(status.lagSeconds).map(([name, seconds]) => `${name} ${Math.round(seconds)} s`);
  const parts = status.parts.map(({ name, build, ready, memoryBytes }) => [
    `${name} ${build}`,
    ...(ready === null ? [] : [ready ? "ready" : "NOT READY"]),
    ...(memoryBytes === null ? [] : [size(memoryBytes)]),
  ]);
  const disks = status.disks.map(
    ({ folder, usedBytes, freeBytes, sizeBytes }) =>
      `${folder} ${size(usedBytes)} used; ${size(freeBytes)} of ${size(sizeBytes)} free`,
  );
  const waiting = mail.waiting && `${mail.waiting} waiting, the oldest for ${duration(mail.oldestSeconds)}`;
  const rows: Record<string, string | false | null | readonly string[]> = {
    State: url === null ? state : `${state}, ${url}`,
    Parts: parts.map((words) => words.join(", ")),
    Log: log.events !== null && `${log.events} events, signed ${ago(log.signedAt) ?? "never"}`,
    Lag: [lags.slice(0, 5), lags.slice(5)].map((some) => some.join(", ")).filter(Boolean),
    Mail: mail.waiting === 0 ? "none waits" : waiting || null,
    Disk: disks,
    Backup: ago(backupAt),
    Drill: ago(drillAt, status.drillPassed),
    Verify: verifySecondsAgo !== null && age(verifySecondsAgo, status.verifyPassed),
    "Locked out": lockedOut !== null && `${lockedOut} accounts`,
    "Look at": status.problems.length === 0 ? "nothing" : status.problems,
  };
  return Object.entries(rows)
    .map(
      ([name, text]) =>
        `${name.padEnd(12)}${[text || []].flat().join(`\n${" ".repeat(12)}`) || "not known"}\n`,
    )
    .join("");
}

const units = ["B", "kB", "MB", "GB", "TB"];

function size(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** step).toPrecision(3))} ${units[step]}`;
}

const age = (seconds: number, passed?: boolean): string =>
  `${passed === undefined ? "" : passed ? "passed " : "FAILED "}${duration(seconds)} ago`;

/** Such as `45 s`, `12 min`, `3 h`, `5 days`. */
function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
