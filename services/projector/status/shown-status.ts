import { type Status, secondsSince } from "./status.ts";

/** The status as one screen for a person. */
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
