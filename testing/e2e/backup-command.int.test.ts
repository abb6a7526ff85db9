import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startEventStore } from "@ornament/embedded/eventstore/server";
import { readLines } from "@ornament/platform/files/private-files";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent, parentPassword } from "@ornament/testing/people/parents";
import { EventLog } from "@ornament/testing/product/event-log";
import { refusedStart } from "@ornament/testing/product/refused-start";
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { audit, command, startCommand } from "@ornament/testing/programs/run-command";

const passphrase = { BACKUP_PASSPHRASE: "correct horse battery" };
const kept = "kept-parent@example.com";
const erased = "erased-parent@example.com";
const erasedName = "Nameoferased";

let product: RunningProduct;
let folder: string;
let backup: string;
let register: string;
let erasedId: number;
/** The device limits that were set before the backup began, and those that a writer set while it ran. */
let [writtenBefore, written] = [0, 0];

const restore = (from: string, dataDir: string, ...words: string[]) =>
  command("restore", ["--from", from, ...words], { DATA_DIR: dataDir, ...passphrase });
const signIn = (url: string, email: string) =>
  new ApiClient(url).call("POST", "/api/user/login", { body: { email, password: parentPassword } });
/** The value of the running product's metric. */
async function metric(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const [, value] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text) ?? [];
  return value === undefined ? undefined : Number(value);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ornament-backup-"));
  backup = join(folder, "backup");
  product = await startProduct({ dataDir: newDataDir(), ownStores: true });
  register = join(product.dataDir, "audit", "erased.txt");
  const api = new ApiClient(product.url);
  await api.importPins(await api.signInAdmin(), pinFile(10), "backed-up.csv");
  const [, gone] = await Promise.all([
    newParent(api, product.url, kept),
    newParent(api, product.url, erased),
  ]);
  await addOrnaments(api, gone, [{ pin: demoPin(2), name: erasedName }]);
  erasedId = gone.id;
  const token = await api.signInAdmin();
  let isCopied = false;
  const write = async () => {
    const body = { name: "numberDevices", value: 10 + ((written + 1) % 2) };
    const { status } = await api.call("POST", "/api/admin/update-setting", { token, body });
    if (status === 200) written += 1;
  };
  while (written < 5) await write();
  writtenBefore = written;
  const writer = (async () => {
    while (!isCopied) await write();
  })();
  const copied = await command("backup", ["--to", backup], { DATA_DIR: product.dataDir, ...passphrase });
  isCopied = true;
  await writer;
  if (written === writtenBefore) throw new Error("Nothing was written during the backup");
  if (copied.code !== 0) throw new Error(copied.err);
  const deletion = await api.call("DELETE", `/api/user/delete/${gone.id}`, { token: gone.token });
  if (deletion.status !== 200) throw new Error(`The deletion answered ${deletion.status}`);
  while (!readLines(register).some((line) => line.startsWith(`consumer${gone.id} `))) await pause(50);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
  rmSync(folder, { recursive: true, force: true });
});

/** A restored product's folder, which is removed after the work. */
async function inNewFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = newDataDir();
  try {
    return await work(dataDir);
  } finally {
    removeDataDir(dataDir);
  }
}

async function expectHalfRestored(dataDir: string): Promise<void> {
  const refused = await refusedStart(dataDir, {});
  expect(refused.code).toBe(78);
  expect(refused.lines).toEqual([
    expect.stringContaining(`is only half restored; run \`npm run restore -- --from ${backup}\``),
  ]);
}

describe("a restore", () => {
  test("without a register of erased persons ends with 3, and the product refuses to start on the folder", () =>
    inNewFolder(async (dataDir) => {
      const { code, err } = await restore(backup, dataDir);
      expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining("--without-erased") });
      expect(err.trim().split("\n")).toHaveLength(1);
      await expectHalfRestored(dataDir);
    }));

  test(
    "of a backup that was taken while a writer ran brings back every event, and nobody can read the data of a person who was erased after the backup",
    () =>
      inNewFolder(async (dataDir) => {
        const lines = readFileSync(join(backup, "events.ndjson"), "utf8").trim().split("\n");
        const key = lines
          .map((line) => JSON.parse(line))
          .find(({ stream }) => stream === `personKey-consumer${erasedId}`);
        const { wrappedKey } = JSON.parse(Buffer.from(key.data, "base64").toString());
        const { code, err } = await restore(backup, dataDir, "--erased", register);
        expect({ code, err }).toMatchObject({ code: 0, err: expect.stringMatching(/1 of the 1 persons/) });
        expect(readFileSync(join(dataDir, "events.sqlite")).includes(wrappedKey)).toBe(false);
        expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
        expect(readFileSync(join(dataDir, "audit", "erased.txt"))).toEqual(readFileSync(register));

        const restored = await startProduct({ dataDir, ownStores: true });
        try {
          expect((await signIn(restored.url, kept)).status).toBe(200);
          expect((await signIn(restored.url, erased)).status).toBe(401);
          const api = new ApiClient(restored.url);
          const token = await api.signInAdmin();
          for (const path of ["table/users", "table/pins", "action-logs?page=1&limit=100"]) {
            const { status, body } = await api.call("GET", `/api/admin/${path}`, { token });
            expect(status).toBe(200);
            expect(JSON.stringify(body)).not.toMatch(new RegExp(`${erased}|${erasedName}`));
          }
          const { out } = await audit(["export"], { DATA_DIR: dataDir });
          expect(out).toContain(kept);
          expect(out).not.toMatch(new RegExp(`${erased}|${erasedName}`));
          const log = new EventLog({ dataDir });
          const events = await log.since();
          await log.close();
          const of = (stream: string) => events.filter((event) => event.stream === stream);
          expect(of(`consumer-${erasedId}`).at(-1)?.type).toBe("ConsumerAccountDeleted");
          // Every change before the backup, and of those while it was taken a beginning without a gap.
          const limits = of("setting-numberDevices").map(({ data }) => data.to);
          expect(limits.length).toBeGreaterThanOrEqual(writtenBefore);
          expect(limits.length).toBeLessThanOrEqual(written);
          expect(limits).toEqual(limits.map((_limit, n) => 10 + ((n + 1) % 2)));
          const verified = await command("projections", ["verify"], { DATA_DIR: dataDir });
          expect({ code: verified.code, out: verified.out }).toMatchObject({ code: 0 });
          expect((await newParent(api, restored.url, erased)).id).not.toBe(erasedId);
        } finally {
          await restored.stop();
        }
      }),
    120_000,
  );

  test(
    "that was killed leaves a folder on which the product refuses to start, and the same command completes it",
    () =>
      inNewFolder(async (dataDir) => {
        const killed = startCommand("restore", ["--from", backup, "--erased", register], {
          DATA_DIR: dataDir,
          ...passphrase,
        });
        while (!existsSync(join(dataDir, "restore.json"))) await pause(1);
        killed.kill("SIGKILL");
        await killed.ended;
        await expectHalfRestored(dataDir);
        expect((await restore(backup, dataDir, "--erased", register)).code).toBe(0);
        const { code, err } = await restore(backup, dataDir, "--erased", register);
        expect({ code, err }).toMatchObject({ code: 78, err: expect.stringContaining("has events") });
      }),
    60_000,
  );

  test.each([
    ["a wrong passphrase", { BACKUP_PASSPHRASE: "another passphrase" }, 1, /doesn't open the secrets/],
    ["no passphrase", {}, 78, /BACKUP_PASSPHRASE is missing/],
    ["another master key", { ...passphrase, MASTER_KEY: "A".repeat(43) }, 78, /MASTER_KEY has two values/],
  ])(
    "with %s ends with one line, and the folder is marked as half restored",
    (_what, environment: Record<string, string>, code, line) =>
      inNewFolder(async (dataDir) => {
        const words = ["--from", backup, "--erased", register];
        const ended = await command("restore", words, { DATA_DIR: dataDir, ...environment });
        expect(ended).toMatchObject({ code, err: expect.stringMatching(line) });
        expect(ended.err.trim().split("\n")).toHaveLength(1);
        expect(existsSync(join(dataDir, "restore.json"))).toBe(true);
      }),
  );
});

describe("with EVENTSTORE_URL of an event store that was restored by other means", () => {
  const served = async <T>(dataDir: string, work: (settings: Record<string, string>) => Promise<T>) => {
    const server = await startEventStore({ dataDir });
    try {
      return await work({
        EVENTSTORE_URL: server.connectionString,
        DATA_DIR: join(dataDir, "none"),
        AUDIT_DIR: join(dataDir, "audit"),
        ...passphrase,
      });
    } finally {
      await server.stop();
    }
  };
  const words = () => ["--from", backup, "--erased", register];

  test("a restore compares the events with the signed checkpoint and erases the registered persons again", () =>
    inNewFolder(async (dataDir) => {
      await restore(backup, dataDir, "--without-erased");
      await served(dataDir, async (settings) => {
        const first = await command("restore", words(), settings);
        expect(first).toMatchObject({
          code: 0,
          err: expect.stringMatching(/and 0 later ones\.\n1 of the 1/),
        });
        const again = await command("restore", words(), settings);
        expect(again).toMatchObject({
          code: 0,
          err: expect.stringMatching(/and [1-9]\d* later ones\.\n0 of the 1/),
        });
      });
    }));
});

test("a drill passes, a drill of a damaged backup fails, nothing is left of them, and the metrics of the product say so", async () => {
  const scratch = join(folder, "scratch");
  mkdirSync(scratch);
  const here = { DATA_DIR: product.dataDir, TMPDIR: scratch, ...passphrase };
  const drill = (from: string) => command("backup", ["drill", "--from", from, "--erased", register], here);
  const passed = await drill(backup);
  expect(passed).toMatchObject({
    code: 0,
    err: expect.stringMatching(/ s {2}verified the read models\nThe drill passed/),
  });
  expect(await metric("ornament_last_drill_passed")).toBe(1);
  const now = Date.now() / 1000;
  expect(await metric("ornament_last_drill_timestamp_seconds")).toBeGreaterThan(now - 600);
  expect(await metric("ornament_last_backup_timestamp_seconds")).toBeGreaterThan(now - 600);

  const damaged = join(folder, "damaged");
  cpSync(backup, damaged, { recursive: true });
  const events = readFileSync(join(damaged, "events.ndjson"), "utf8");
  writeFileSync(
    join(damaged, "events.ndjson"),
    events.replace('"type":"ConsumerRegistered"', '"type":"ConsumerRegisterec"'),
  );
  const failed = await drill(damaged);
  expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/The drill FAILED.*\n.*is damaged/) });
  expect(await metric("ornament_last_drill_passed")).toBe(0);
  expect(readdirSync(scratch)).toEqual([]);
}, 120_000);
