import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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
import { command, audit as runAudit } from "@ornament/testing/programs/run-command";
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

  test("an account is found by its email address, and the filters of the log narrow its entries", async () => {
    const { out } = await audit(["history", "admin", adminEmail, "--format", "ndjson"], here);
    const [{ subjects }] = eventsIn(out);
    const narrowed = await audit(
      [
        "log",
        "--actor",
        subjects[0],
        "--action",
        "pin deactivated",
        "--query",
        "stolen",
        "--format",
        "ndjson",
      ],
      here,
    );
    expect(eventsIn(narrowed.out)).toMatchObject([
      {
        type: "PinDeactivated",
        actor: { name: subjects[0], role: "IT Admin", email: adminEmail },
        entry: { action: "PIN deactivated", value: "WNTR-000: Reported stolen" },
        session: { address: "127.0.0.1" },
        erased: [],
        forged: false,
      },
    ]);
  });

  test("the log and the export name the admin who erased a consumer on request, and the reason", async () => {
    const narrowed = ["--action", "Account deleted", "--format", "ndjson"];
    const { out } = await audit(["log", ...narrowed], here);
    expect(eventsIn(out)).toMatchObject([
      {
        actor: { role: "IT Admin", email: adminEmail },
        entry: { action: "Account deleted", value: "Erased on request: Requested in writing" },
      },
    ]);
    const exported = eventsIn((await audit(["export"], here)).out);
    expect(exported.find(({ type }) => type === "ConsumerAccountDeleted").data.reason).toBe(
      "Requested in writing",
    );
  });

  test.each(["history", "evidence"])(
    "a thing without an event is reported by %s with a separate exit code",
    async (word) => {
      const { code, out, err } = await runAudit([word, "pin", "ZZZZ-ZZZ"], here);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(/No event is about the pin ZZZZ-ZZZ\.\n$/);
    },
  );

  test("an evidence file is verified by the script that the command writes next to it, without the product", async () => {
    const folder = newDataDir();
    mkdirSync(folder, { recursive: true });
    const verify = (name: string, ...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ["verify-evidence.mjs", name, ...words],
        {
          cwd: folder,
          env: {},
          encoding: "utf8",
        },
      );
      return { status, stdout, stderr };
    };
    const { key } = (await new ApiClient(product.url).call("GET", "/api/log/key")).body;
    const file = join(folder, "pin.json");
    const written = await runAudit(["evidence", "pin", demoPin(1), "--out", file], here);
    expect(written).toMatchObject({
      code: 0,
      out: "",
      err: expect.stringMatching(/pin\.json has \d+ events\. /),
    });
    expect(readdirSync(folder).sort()).toEqual(["pin.json", "verify-evidence.mjs"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(verify("pin.json", "--key", key)).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringMatching(/PIN deactivated\n {4}by IT Admin, admin-\d+, .+\n[\s\S]*\nVERIFIED: /),
    });
    const erased = ["evidence", "pin", demoPin(2), "--out", join(folder, "erased.json")];
    expect((await runAudit(erased, here)).code).toBe(0);
    const text = readFileSync(join(folder, "erased.json"), "utf8");
    for (const personal of [erasedEmail, erasedName, "Safari on iPad", "$2b$", "$2a$"])
      expect(text).not.toContain(personal);
    expect(verify("erased.json").status).toBe(0);
    removeDataDir(folder);
  });

  test("no output contains personal data of an erased consumer, or a hash of a password", async () => {
    for (const words of [
      ["export"],
      ["export", "--format", "csv"],
      ["log"],
      ["history", "pin", demoPin(2)],
      ["history", "pin", demoPin(2), "--format", "ndjson"],
    ]) {
      const { out, code } = await audit(words, here);
      expect(code).toBe(0);
      expect(out.length).toBeGreaterThan(500);
      for (const personal of [erasedEmail, erasedName, "Safari on iPad", "AppleWebKit", "$2b$", "$2a$"])
        expect(out).not.toContain(personal);
    }
    expect(whileRunning).toContain("kept-parent@example.com");
  });

  test.each(["ndjson", "csv"])(
    "an export as %s has rows alone, and the newest signed checkpoint is in a file next to it",
    async (format) => {
      const file = join(product.dataDir, "..", `${product.dataDir.split("/").at(-1)}.${format}`);
      const kept = `${file}.checkpoint.txt`;
      await audit(["export", "--format", format, "--out", file], here);
      expect(checkpointsIn(readFileSync(file, "utf8"))).toEqual([]);
      expect(new AuditFolder(join(product.dataDir, "audit")).checkpoints()).toContain(
        readFileSync(kept, "utf8"),
      );
      expect(statSync(kept).mode & 0o777).toBe(0o600);
      expect(await runAudit(["verify", "--checkpoint", kept], here)).toMatchObject({ code: 0 });
      for (const made of [file, kept]) removeDataDir(made);
    },
  );

  test("an output without personal data has none of anybody", async () => {
    const { out } = await audit(["export", "--no-personal-data"], here);
    expect(out).not.toContain("@");
    expect(eventsIn(out).find(({ type }) => type === "OrnamentAdded").data.name).toBe("(sealed)");
  });

  test("a reader that closes the output ends the command without an error", async () => {
    const { code, err } = await audit(["export"], here, 1);
    // A short output can be written before the reader closes it. Then the command says how much it has read.
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^(?:\S+: \d+ events read in .+\n)?$/),
    });
  });

  test("a file of the output appears when it is whole, and only its owner can read it", async () => {
    const file = join(product.dataDir, "..", `${product.dataDir.split("/").at(-1)}.ndjson`);
    expect((await audit(["export", "--out", file], here)).out).toBe("");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8").startsWith(whileRunning)).toBe(true);
    const missing = join(product.dataDir, "missing", "file");
    expect(await audit(["export", "--out", missing], here)).toMatchObject({ code: 1 });
    for (const made of [file, `${file}.checkpoint.txt`]) removeDataDir(made);
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

  test("the log of a running product, of which a consumer was erased, is as it was written", async () => {
    expect(await runAudit(["verify"], here)).toMatchObject({ code: 0, out: asWritten("") });
  });

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

  test.each([
    [["--key", "no-key"], "no-key is neither a public key of a log nor a file with one"],
    [["--checkpoint", "no-file"], /no-file cannot be read: /],
    [["--audit-dir", "no-folder"], "there is no folder no-folder"],
  ])("verify with the wrong setting %j is refused with one line", async (words, message) => {
    const { code, out, err } = await runAudit(["verify", ...words], here);
    expect({ code, out, err }).toEqual({ code: 78, out: "", err: expect.stringMatching(message) });
    expect(err.trim().split("\n")).toHaveLength(1);
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

  test("the export has every entry that the System action log of that version showed", async () => {
    const { out } = await audit(["export"], { DATA_DIR: folder });
    const entries = new Map(eventsIn(out).map((event) => [event.id, event]));
    const shownThen = eventsIn(readFileSync(join(former, "log.ndjson"), "utf8"));
    expect(shownThen.length).toBeGreaterThan(50);
    for (const { id, role, action, value, createdAt } of shownThen)
      expect(entries.get(id)).toMatchObject({ actor: { role }, entry: { action, value }, createdAt });
  });

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

  test("a folder without an event store and a missing key are refused with one line", async () => {
    const nothing = join(folder, "none");
    expect(await audit(["log"], { DATA_DIR: nothing })).toEqual({
      code: 78,
      out: "",
      err: `Configuration error: DATA_DIR ${nothing} has no event store of a product; name another folder, or set EVENTSTORE_URL\n`,
    });
    expect(existsSync(nothing)).toBe(false);
    const unreachable = { EVENTSTORE_URL: "esdb://127.0.0.1:1?tls=false", DATA_DIR: nothing };
    expect(await audit(["log"], unreachable)).toMatchObject({
      code: 78,
      err: expect.stringMatching(/^Configuration error: MASTER_KEY is missing\n/),
    });
  });

  test("after its MASTER_KEY was replaced, its events are read as before, and none of them is forged", async () => {
    const { out: before } = await audit(["export"], { DATA_DIR: folder });
    const rotated = await command("secrets", ["rotate", "MASTER_KEY"], { DATA_DIR: folder });
    expect(rotated.code).toBe(0);
    const { out, code } = await audit(["export"], { DATA_DIR: folder });
    expect({ code, isSame: out.startsWith(before) }).toEqual({ code: 0, isSame: true });
    expect(eventsIn(out).filter(({ forged }) => forged)).toEqual([]);
  });
});
