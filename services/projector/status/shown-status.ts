import type { Disk, Part, Result, Status } from "./status.ts";

const unknown = "not known";

/** The status as one screen for a person. */
export function shownStatus(status: Status, now: Date): string {
  const { url, state, parts, log, lagSeconds, mail, disks, backupAt, drill, verify, lockedOut, problems } =
    status;
  const ago = (at: Date) => `${duration((now.getTime() - at.getTime()) / 1000)} ago`;
  const result = (of: Result | null) => of && `${of.passed ? "passed" : "FAILED"} ${ago(of.at)}`;
  const lags = Object.entries(lagSeconds).map(([name, seconds]) => `${name} ${Math.round(seconds)} s`);
  const rows: [string, string | null][] = [
    ["State", [state, ...(url === null ? [] : [url])].join(", ")],
    ["Parts", linesOf(parts.map(shownPart))],
    [
      "Log",
      log.events === null
        ? null
        : `${log.events} events${log.signedAt ? `, signed ${ago(log.signedAt)}` : ""}`,
    ],
    ["Lag", linesOf(lags.length > 0 ? [lags.slice(0, 5).join(", "), lags.slice(5).join(", ")] : [])],
    ["Mail", mail && mailText(mail)],
    ["Disk", linesOf(disks.map(shownDisk))],
    ["Backup", backupAt ? ago(backupAt) : null],
    ["Drill", result(drill)],
    ["Verify", result(verify)],
    ["Locked out", lockedOut === null ? null : `${lockedOut} accounts`],
    ["Look at", problems.length === 0 ? "nothing" : (linesOf(problems) ?? "")],
  ];
  return `${rows.map(([name, text]) => `${name.padEnd(12)}${text ?? unknown}`).join("\n")}\n`;
}

const linesOf = (lines: readonly string[]): string | null =>
  lines.length === 0 ? null : lines.filter((line) => line !== "").join(`\n${" ".repeat(12)}`);

const shownPart = ({ name, build, ready, memoryBytes }: Part): string =>
  [
    `${name} ${build ?? ""}`.trim(),
    ...(ready === null ? [] : [ready ? "ready" : "NOT READY"]),
    ...(memoryBytes === null ? [] : [size(memoryBytes)]),
  ].join(", ");

const mailText = ({ waiting, oldestSeconds }: NonNullable<Status["mail"]>): string =>
  waiting === 0 ? "none waits" : `${waiting} waiting, the oldest for ${duration(oldestSeconds)}`;

const shownDisk = ({ folder, usedBytes, freeBytes, sizeBytes }: Disk): string =>
  `${folder} ${size(usedBytes)} used; ${size(freeBytes)} of ${size(sizeBytes)} free`;

const units = ["B", "kB", "MB", "GB", "TB"];

function size(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** step).toPrecision(3))} ${units[step]}`;
}

/** Such as `45 s`, `12 min`, `3 h`, `5 days`. */
function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
