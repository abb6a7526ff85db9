import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { checkpointsIn } from "@ornament/platform/log-proof/checkpoint";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, deactivatePin, devices } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { settingsOf } from "@ornament/testing/product/product-files";
import {
  adminEmail,
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { audit as runAudit } from "@ornament/testing/programs/run-command";
import { testEventStore } from "@ornament/testing/stores/test-event-store";

const audit = (words: readonly string[], environment: Record<string, string>, linesTaken?: number) =>
  runAudit([...words, "--time-zone", "UTC"], environment, linesTaken);

const eventsIn = (ndjson: string): Json[] =>
  ndjson
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
// biome-ignore lint/suspicious/noExplicitAny: the lines are checked by the expectations
type Json = any;

/** The name, bytes, size and time of change of each file. */
const stateOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort()
    .map((file) => {
      const { size, mtimeMs, mode } = statSync(join(folder, file));
      return {
        file,
        size,
        mtimeMs,
        mode,
        hash: createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex"),
      };
    });

const asWritten = (place: string) =>
  expect.stringMatching(new RegExp(`^\\S*${place} is as it was written\\.\n`));

describe("the audit command and a product's data directory", () => {
  const erasedEmail = "erased-parent@example.com";
  const erasedName = "Nameoferased";
  let product: RunningProduct;
  let here: Record<string, string>;
  let whileRunning: string;

  beforeAll(async () => {
    product = await startProduct({ dataDir: newDataDir(), ownStores: true });
    here = { DATA_DIR: product.dataDir };
    const api = new ApiClient(product.url);
    const token = await api.signInAdmin();
    await api.importPins(token, pinFile(10), "audited.csv");
    const [kept, erased] = await Promise.all([
      newParent(api, product.url, "kept-parent@example.com"),
      newParent(api, product.url, erasedEmail),
    ]);
    const pins = await addOrnaments(api, kept, [{ pin: demoPin(1), name: "Tree" }]);
    await deactivatePin(api, token, pins[demoPin(1)] ?? 0);
    const gone = await addOrnaments(api, erased, [{ pin: demoPin(2), name: erasedName }]);
    await bindDevice(api, erased, gone[demoPin(2)] ?? 0, devices.iPad.userAgent);
    const erasure = await api.call("POST", `/api/admin/erase-user/${erased.id}`, {
      token,
      body: { reason: "Requested in writing", confirmation: erasedEmail },
    });
    if (erasure.status !== 200) throw new Error(`The erasure answered ${erasure.status}`);
    whileRunning = (await audit(["export"], here)).out;
  });
  afterAll(async () => {
    await product?.stop();
    if (product) removeDataDir(product.dataDir);
  });

  test("the history of a PIN of a running product names each act, its actor and its value", async () => {
    const { code, out, err } = await audit(["history", "pin", demoPin(1).toLowerCase()], here);
    expect(out).toMatch(/PIN imported\n {4}by .*\n {4}value +WNTR-000: batch Winter 2026\n/);
    expect(out).toMatch(/PIN registered\n {4}by +kept-parent@example\.com \(\w+, consumer-\d+\)/);
    expect(out).toMatch(
      new RegExp(
        `UTC {2}PIN deactivated\\n {4}by +${adminEmail} \\(IT Admin, admin-\\d+\\)\\n {4}Status +.* → Deactivated\\n[\\s\\S]*WNTR-000: Reported stolen`,
      ),
    );
    expect(out).toMatch(/PINs imported\n[\s\S]*audited\.csv: 10 PINs added/);
    expect(err).toMatch(/ events read in [\d.]+ s \([\d,]+ a second\); 4 shown\.\n$/);
    expect(code).toBe(0);
  });

  test("no output contains personal data of an erased consumer, or a hash of a password", async () => {
    for (const words of [
      ["export"],
      ["export", "--format", "csv"],
      ["log"],
      ["history", "pin", demoPin(2)],
    ]) {
      const { out, code } = await audit(words, here);
      expect(code).toBe(0);
      expect(out.length).toBeGreaterThan(500);
      for (const personal of [erasedEmail, erasedName, "Safari on iPad", "AppleWebKit", "$2b$", "$2a$"])
        expect(out).not.toContain(personal);
    }
    expect(whileRunning).toContain("kept-parent@example.com");
  });

  test("a file of an export appears when it is whole, has rows alone, only its owner can read it, and the newest signed checkpoint is in a file next to it", async () => {
    const fileOf = (format: string) => `${product.dataDir}.${format}`;
    for (const format of ["ndjson", "csv"]) {
      const file = fileOf(format);
      const kept = `${file}.checkpoint.txt`;
      expect((await audit(["export", "--format", format, "--out", file], here)).out).toBe("");
      expect(checkpointsIn(readFileSync(file, "utf8"))).toEqual([]);
      expect(new AuditFolder(join(product.dataDir, "audit")).checkpoints()).toContain(
        readFileSync(kept, "utf8"),
      );
      for (const made of [file, kept]) expect(statSync(made).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(fileOf("ndjson"), "utf8").startsWith(whileRunning)).toBe(true);
    const words = ["verify", "--checkpoint", `${fileOf("csv")}.checkpoint.txt`];
    expect(await runAudit(words, here)).toMatchObject({ code: 0 });
    const missing = join(product.dataDir, "missing", "file");
    expect(await audit(["export", "--out", missing], here)).toMatchObject({ code: 1 });
    for (const format of ["ndjson", "csv"])
      for (const made of [fileOf(format), `${fileOf(format)}.checkpoint.txt`]) removeDataDir(made);
  });

  test.each(["stopped", "killed"] as const)(
    "the folder of a %s product is read without a change, and the product starts again",
    async (how) => {
      const { out: shownBefore } = await audit(["export"], here);
      await (how === "stopped" ? product.stop() : product.kill());
      expect(existsSync(join(product.dataDir, "events.sqlite-wal"))).toBe(how === "killed");
      const before = stateOf(product.dataDir);
      expect(await runAudit(["verify"], here)).toMatchObject({ code: 0, out: asWritten(product.dataDir) });
      const { out, code } = await audit(["export"], here);
      expect(code).toBe(0);
      expect(out.startsWith(shownBefore)).toBe(true);
      expect(out).not.toContain(erasedEmail);
      expect(stateOf(product.dataDir)).toEqual(before);
      product = await startProduct({ dataDir: product.dataDir, ownStores: true });
    },
  );

  test("a key of another product is refused with one line", async () => {
    const { MASTER_KEY: _own, ...others } = settingsOf(product);
    const { ADDRESS_KEY: another = "" } = others;
    const refused = {
      code: 78,
      out: "",
      err: "Configuration error: MASTER_KEY is not the key of this event store; take it from the backup of the secrets\n",
    };
    expect(await audit(["log"], { ...here, MASTER_KEY: another })).toEqual(refused);
    expect(await runAudit(["verify"], { ...here, MASTER_KEY: another })).toEqual(refused);
  });
});

describe("the audit command and an event store of version 1.1.0", () => {
  const former = join(import.meta.dirname, "former-logs", "1.1.0");
  let folder: string;
  beforeAll(() => {
    folder = newDataDir();
    writeFileSync(join(folder, "events.sqlite"), gunzipSync(readFileSync(join(former, "events.sqlite.gz"))));
    writeFileSync(join(folder, "secrets.json"), readFileSync(join(former, "secrets.json")));
  });
  afterAll(() => removeDataDir(folder));

  test("the event store of a URL gives the same export", async () => {
    const stored = await audit(["export"], { DATA_DIR: folder });
    const { MASTER_KEY = "" } = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8"));
    const server = await testEventStore({ dataDir: folder });
    try {
      const served = await audit(["export"], {
        EVENTSTORE_URL: server.connectionString,
        MASTER_KEY,
        DATA_DIR: join(folder, "none"),
      });
      const known = new Set(eventsIn(served.out).map(({ id }) => id));
      // The server deletes expired events when it starts.
      expect(served.out).toBe(
        stored.out
          .split(/(?<=\n)/)
          .filter((line) => known.has(JSON.parse(line).id))
          .join(""),
      );
      expect(known.size).toBeGreaterThan(100);
    } finally {
      await server.close();
    }
  });
});
