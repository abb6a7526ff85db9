/** The state of a product. A value that is not known is `null` or missing. */
export type Status = ReturnType<typeof statusOf>;

const alarms = {
  ornament_forged_events: "events were written by another program",
  ornament_log_proof_problem: "the event store is not as its proof says",
};

const lateSeconds = 60;
const stuckSeconds = 600;
const leastFree = 0.1;
const oldSeconds = 2 * 24 * 3_600;

/** The status by metrics. @param reason why the product doesn't serve; absent if it does */
export function statusOf(url: string | null, reason: string | undefined, text: string, now: Date) {
  const metrics = new MetricsText(text);
  const memory = metrics.by("process_resident_memory_bytes", "service");
  const ready = metrics.by("ornament_ready", "service");
  const used = metrics.by("ornament_disk_used_bytes", "folder");
  const size = metrics.by("ornament_disk_size_bytes", "folder");
  const known = {
    serves: reason === undefined,
    state: reason ?? "serves",
    url,
    parts: metrics.all("ornament_build_info").map(({ labels: { service = "", version, commit } }) => ({
      name: service,
      build: [version, commit].filter(Boolean).join("+"),
      ready: service in ready ? ready[service] === 1 : null,
      memoryBytes: memory[service] ?? null,
    })),
    log: {
      events: metrics.sum("ornament_log_proof_events"),
      signedAt: metrics.time("ornament_log_proof_signed_timestamp_seconds"),
    },
    /** The seconds since the oldest event that a read model has not read, by its name. */
    lagSeconds: metrics.by("projection_lag_seconds", "projection"),
    /** The read models that have stopped before an event, with its type and position. */
    stopped: metrics.all("projection_stopped_at").map(({ labels: { projection = "", event }, value }) => ({
      name: projection,
      event,
      position: value,
    })),
    mail: {
      waiting: metrics.sum("mail_waiting"),
      oldestSeconds: metrics.sum("mail_oldest_waiting_seconds") ?? 0,
    },
    disks: Object.entries(metrics.by("ornament_disk_free_bytes", "folder")).map(([folder, freeBytes]) => ({
      folder,
      freeBytes,
      usedBytes: used[folder] ?? 0,
      sizeBytes: size[folder] ?? 0,
    })),
    backupAt: metrics.time("ornament_last_backup_timestamp_seconds"),
    drillAt: metrics.time("ornament_last_drill_timestamp_seconds"),
    drillPassed: metrics.sum("ornament_last_drill_passed") === 1,
    verifySecondsAgo: metrics.sum("projection_verify_age_seconds"),
    verifyPassed: metrics.sum("projection_verify_passed") === 1,
    lockedOut: metrics.sum("sign_in_paused_accounts"),
  };
  const { lagSeconds, stopped, mail, disks, backupAt, drillAt, verifySecondsAgo } = known;
  const problems = [
    !known.serves && `the product doesn't serve: ${known.state}`,
    ...stopped.map(
      ({ name, event, position }) => `the read model ${name} has stopped before ${event} at ${position}`,
    ),
    ...Object.entries(lagSeconds)
      .filter(([name, seconds]) => seconds > lateSeconds && !stopped.some((model) => model.name === name))
      .map(([name, seconds]) => `the read model ${name} is ${Math.round(seconds)} s behind`),
    mail.oldestSeconds > stuckSeconds &&
      `mail has waited for ${Math.round(mail.oldestSeconds)} s; does the mail server answer?`,
    ...disks
      .filter(({ freeBytes, sizeBytes }) => freeBytes < leastFree * sizeBytes)
      .map(({ folder }) => `less than a tenth of the disk of ${folder} is free`),
    backupAt && secondsSince(backupAt, now) > oldSeconds && "the latest backup is older than two days",
    drillAt && !known.drillPassed && "the latest drill of the backup failed",
    verifySecondsAgo !== null &&
      !known.verifyPassed &&
      "the latest verify of the read models found a difference",
    ...Object.entries(alarms)
      .filter(([name]) => (metrics.sum(name) ?? 0) > 0)
      .map(([name, what]) => `${what} (${name} ${metrics.sum(name)})`),
  ].filter((problem) => typeof problem === "string");
  return { ...known, problems };
}

export const secondsSince = (at: Date, now: Date): number => (now.getTime() - at.getTime()) / 1000;

class MetricsText {
  readonly #samples;

  constructor(text: string) {
    const lines = [...text.matchAll(/^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)$/gm)];
    this.#samples = lines.map(([, name, labels = "", value]) => {
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [
        label,
        text,
      ]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
  }

  all(name: string) {
    return this.#samples.filter((sample) => sample.name === name);
  }

  sum(name: string): number | null {
    const found = this.all(name);
    return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
  }

  by(name: string, label: string): Record<string, number> {
    return Object.fromEntries(this.all(name).map(({ labels, value }) => [labels[label], value]));
  }

  time(name: string): Date | null {
    const seconds = this.sum(name);
    return seconds === null ? null : new Date(seconds * 1000);
  }
}
