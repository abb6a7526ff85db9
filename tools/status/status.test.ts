import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { statusOf } from "./status.ts";
import { shownStatus, statusOfStopped } from "./status-program.ts";

const now = new Date("2026-12-24T12:00:00Z");
const secondsAgo = (seconds: number) => now.getTime() / 1000 - seconds;

const sound: Record<string, number> = {
  'ornament_build_info{version="1.2.0",commit="4cc7b56",service="gateway"}': 1,
  'ornament_build_info{version="1.2.0",commit="4cc7b56",service="projector"}': 1,
  'process_resident_memory_bytes{service="gateway"}': 231_400_000,
  'ornament_ready{service="projector"}': 1,
  'ornament_log_proof_events{service="projector"}': 10_182,
  'ornament_log_proof_signed_timestamp_seconds{service="projector"}': secondsAgo(30),
  'projection_lag_seconds{projection="pins",service="projector"}': 0,
  'projection_lag_seconds{projection="actionLog",service="projector"}': 1.4,
  'mail_waiting{service="projector"}': 0,
  'mail_oldest_waiting_seconds{service="projector"}': 0,
  'ornament_disk_used_bytes{folder="DATA_DIR",service="command-api"}': 51_000_000,
  'ornament_disk_free_bytes{folder="DATA_DIR",service="command-api"}': 12.34e9,
  'ornament_disk_size_bytes{folder="DATA_DIR",service="command-api"}': 40e9,
  'ornament_last_backup_timestamp_seconds{service="projector"}': secondsAgo(3_000),
  'ornament_last_drill_timestamp_seconds{service="projector"}': secondsAgo(36_000),
  'ornament_last_drill_passed{service="projector"}': 1,
  'projection_verify_age_seconds{service="projector"}': 32_400,
  'projection_verify_passed{service="projector"}': 1,
  'sign_in_paused_accounts{service="command-api"}': 2,
};

const textOf = (values: Record<string, number>) =>
  Object.entries(values)
    .map(([name, value]) => `# HELP ${name.split("{")[0]} A "help" {text}\n${name} ${value}\n`)
    .join("");
const status = (changed: Record<string, number> = {}, reason?: string) =>
  statusOf("http://localhost:8080", reason, textOf({ ...sound, ...changed }), now);

test("the status of a sound product has nothing to look at, and fits on a screen", () => {
  const { problems, serves } = status();
  expect({ problems, serves }).toEqual({ problems: [], serves: true });
  expect(shownStatus(status(), now)).toBe(
    `State       serves, http://localhost:8080
Parts       gateway 1.2.0+4cc7b56, 231 MB
            projector 1.2.0+4cc7b56, ready
Log         10182 events, signed 30 s ago
Lag         pins 0 s, actionLog 1 s
Mail        none waits
Disk        DATA_DIR 51 MB used; 12.3 GB of 40 GB free
Backup      50 min ago
Drill       passed 10 h ago
Verify      passed 9 h ago
Locked out  2 accounts
Look at     nothing
`,
  );
});

test.each([
  [
    "a read model that is more than a minute behind",
    { 'projection_lag_seconds{projection="pins",service="projector"}': 75 },
    "the read model pins is 75 s behind",
  ],
  [
    "mail that waits for more than ten minutes",
    { 'mail_waiting{service="projector"}': 3, 'mail_oldest_waiting_seconds{service="projector"}': 700 },
    "mail has waited for 700 s; does the mail server answer?",
  ],
  [
    "a disk that is almost full",
    { 'ornament_disk_free_bytes{folder="DATA_DIR",service="command-api"}': 3e9 },
    "less than a tenth of the disk of DATA_DIR is free",
  ],
  [
    "an old backup",
    { 'ornament_last_backup_timestamp_seconds{service="projector"}': secondsAgo(200_000) },
    "the latest backup is older than two days",
  ],
  [
    "a failed drill",
    { 'ornament_last_drill_passed{service="projector"}': 0 },
    "the latest drill of the backup failed",
  ],
  [
    "a failed verify",
    { 'projection_verify_passed{service="projector"}': 0 },
    "the latest verify of the read models found a difference",
  ],
  [
    "a read model that has stopped, and not how far it is behind",
    {
      'projection_stopped_at{projection="pins",event="PinImported",service="projector"}': 412,
      'projection_lag_seconds{projection="pins",service="projector"}': 75,
    },
    "the read model pins has stopped before PinImported at 412",
  ],
])("the status names %s", (_what, changed, problem) => {
  expect(status(changed).problems).toEqual([problem]);
});

test("the status of a product whose disk is full says that it isn't ready and why", () => {
  const full = status({}, "not ready: command-api: the event store has no space left");
  expect(full).toMatchObject({
    serves: false,
    problems: ["the product doesn't serve: not ready: command-api: the event store has no space left"],
  });
});

test("values that a product doesn't have are shown as not known", () => {
  const shown = shownStatus(statusOf("http://localhost:8080", undefined, "", now), now);
  for (const name of ["Log", "Lag", "Mail", "Disk", "Backup", "Drill", "Verify", "Locked out"])
    expect(shown).toMatch(new RegExp(`^${name} +not known$`, "m"));
});

test("the status of a stopped product has what its files say", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stopped-"));
  try {
    mkdirSync(join(folder, "audit"));
    const root = Buffer.alloc(32).toString("base64");
    const write = (name: string, text: string) => writeFileSync(join(folder, "audit", name), text);
    write("checkpoint", `ornament-log-1\n7\n${root}\n2026-12-24T11:00:00.000Z\n\n— x y\n`);
    write("backup.json", '{"at":"2026-12-24T10:00:00.000Z","head":"7","events":7}');
    write("drill.json", '{"at":"2026-12-24T10:30:00.000Z","passed":false,"seconds":4,"head":"7"}');
    const stopped = await statusOfStopped({ DATA_DIR: folder }, { DATA_DIR: folder }, "stopped");
    expect(stopped).toMatchObject({
      serves: false,
      state: "stopped",
      log: { events: 7, signedAt: new Date("2026-12-24T11:00:00Z") },
      backupAt: new Date("2026-12-24T10:00:00Z"),
      drillAt: new Date("2026-12-24T10:30:00Z"),
      drillPassed: false,
      disks: [{ folder: "DATA_DIR" }, { folder: "AUDIT_DIR" }],
      problems: expect.arrayContaining([
        "the product doesn't serve: stopped",
        "the latest drill of the backup failed",
      ]),
    });
    expect(stopped.disks[0]?.usedBytes).toBeGreaterThan(100);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
