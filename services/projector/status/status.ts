import { MetricsText } from "./metrics-text.ts";

/** The state of a product. A value that is not known is `null`. */
export interface Status {
  /** `serves`, or the reason why it doesn't. */
  readonly state: string;
  readonly serves: boolean;
  readonly url: string | null;
  readonly parts: readonly Part[];
  readonly log: { readonly events: number | null; readonly signedAt: Date | null };
  /** The seconds since the oldest event that a read model has not read, by its name. */
  readonly lagSeconds: Readonly<Record<string, number>>;
  readonly mail: { readonly waiting: number; readonly oldestSeconds: number } | null;
  readonly disks: readonly Disk[];
  readonly backupAt: Date | null;
  readonly drill: Result | null;
  readonly verify: Result | null;
  readonly lockedOut: number | null;
  /** What an operator has to look at, in words. */
  readonly problems: readonly string[];
}

export interface Part {
  readonly name: string;
  readonly build: string | null;
  readonly ready: boolean | null;
  readonly memoryBytes: number | null;
}

export interface Disk {
  readonly folder: string;
  readonly usedBytes: number;
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface Result {
  readonly at: Date;
  readonly passed: boolean;
}

type Known = Omit<Status, "problems">;

/** The status by the answers of `/readyz` and `/metrics`. @param reason why it is not ready; absent if it is */
export function statusOf(url: string, reason: string | undefined, text: string, now: Date): Status {
  const metrics = new MetricsText(text);
  const builds = metrics.all("ornament_build_info");
  const memory = metrics.by("process_resident_memory_bytes", "service");
  const ready = metrics.by("ornament_ready", "service");
  const used = metrics.by("ornament_disk_used_bytes", "folder");
  const free = metrics.by("ornament_disk_free_bytes", "folder");
  const size = metrics.by("ornament_disk_size_bytes", "folder");
  const waiting = metrics.sum("mail_waiting");
  const drillAt = metrics.time("ornament_last_drill_timestamp_seconds");
  const verifyAge = metrics.sum("projection_verify_age_seconds");
  return withProblems(
    {
      state: reason === undefined ? "serves" : `not ready: ${reason}`,
      serves: reason === undefined,
      url,
      parts: builds.map(({ labels: { service: name = "", version, commit } }) => ({
        name,
        build: [version, commit].filter(Boolean).join("+"),
        ready: name in ready ? ready[name] === 1 : null,
        memoryBytes: memory[name] ?? null,
      })),
      log: {
        events: metrics.sum("ornament_log_proof_events"),
        signedAt: metrics.time("ornament_log_proof_signed_timestamp_seconds"),
      },
      lagSeconds: metrics.by("projection_lag_seconds", "projection"),
      mail:
        waiting === null ? null : { waiting, oldestSeconds: metrics.sum("mail_oldest_waiting_seconds") ?? 0 },
      disks: Object.entries(free).map(([folder, freeBytes]) => ({
        folder,
        freeBytes,
        usedBytes: used[folder] ?? 0,
        sizeBytes: size[folder] ?? 0,
      })),
      backupAt: metrics.time("ornament_last_backup_timestamp_seconds"),
      drill: drillAt && { at: drillAt, passed: metrics.sum("ornament_last_drill_passed") === 1 },
      verify:
        verifyAge === null
          ? null
          : {
              at: new Date(now.getTime() - verifyAge * 1000),
              passed: metrics.sum("projection_verify_passed") === 1,
            },
      lockedOut: metrics.sum("sign_in_paused_accounts"),
    },
    now,
    alarmsOf(metrics),
  );
}

/** The numbers of the metrics that are 0 in a sound product. */
const alarms = {
  projection_dead_letters: "events are left out of read models",
  projection_frozen_groups: "rows are not up to date",
  ornament_forged_events: "events were written by another program",
  ornament_log_proof_problem: "the event store is not as its proof says",
};

const alarmsOf = (metrics: MetricsText): string[] =>
  Object.entries(alarms).flatMap(([name, what]) => {
    const count = metrics.sum(name) ?? 0;
    return count > 0 ? [`${what} (${name} ${count})`] : [];
  });

const lateSeconds = 60;
const stuckSeconds = 600;
const leastFree = 0.1;
const oldMilliseconds = 2 * 24 * 3_600_000;

/** Adds what an operator has to look at, by the bounds of docs/operations.md. */
export function withProblems(known: Known, now: Date, alarms: readonly string[] = []): Status {
  const { serves, state, lagSeconds, mail, disks, backupAt, drill, verify } = known;
  const late = Object.entries(lagSeconds).filter(([, seconds]) => seconds > lateSeconds);
  const full = disks.filter(({ freeBytes, sizeBytes }) => freeBytes < leastFree * sizeBytes);
  const problems = [
    ...(serves ? [] : [`the product doesn't serve: ${state}`]),
    ...late.map(([name, seconds]) => `the read model ${name} is ${Math.round(seconds)} s behind`),
    ...(mail && mail.oldestSeconds > stuckSeconds
      ? [`mail has waited for ${Math.round(mail.oldestSeconds)} s; does the mail server answer?`]
      : []),
    ...full.map(({ folder }) => `less than a tenth of the disk of ${folder} is free`),
    ...(backupAt && now.getTime() - backupAt.getTime() > oldMilliseconds
      ? ["the latest backup is older than two days"]
      : []),
    ...(drill?.passed === false ? ["the latest drill of the backup failed"] : []),
    ...(verify?.passed === false ? ["the latest verify of the read models found a difference"] : []),
    ...alarms,
  ];
  return { ...known, problems };
}
