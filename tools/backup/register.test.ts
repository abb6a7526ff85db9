import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { masterKeyReplaced } from "@ornament/platform/eventstore/authenticity/former-periods";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { checkpointSigner, originOf, signedCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import { encodeKey } from "@ornament/platform/log-proof/signed-note";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { codeOf, facts } from "@ornament/projector/testing/facts";
import { storeOn } from "@ornament/projector/testing/memory-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { BackupFolder } from "./backup-folder.ts";
import { Copy } from "./copy.ts";
import { openBackup } from "./opened-backup.ts";
import { type Ask, continueRegister, type RegisterOptions, readRegister } from "./register.ts";
import { eraseAgain } from "./restored-log.ts";

const at = "2026-11-27T10:00:00.000Z";
const persons = [1, 2, 3].map((id) => ({ personId: `consumer${id}`, at }));
const system = { correlationId: "test", actor: { kind: "system" } } as const;
const given: RegisterOptions = { erased: undefined, withErased: true, unsigned: false, admins: [] };

let folder: string;
let audit: AuditFolder;
let log: InMemoryLog;
let secrets: ReturnType<typeof drawSecrets>;
const yes = jest.fn<Ask>();
const no = jest.fn<Ask>();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "register-"));
  audit = new AuditFolder(join(folder, "audit"));
  log = new InMemoryLog();
  secrets = drawSecrets();
  for (const ask of [yes, no]) ask.mockReset().mockImplementation(async () => ask === yes);
  await store().requireMacs();
  await store().append(`pin-${codeOf(1)}`, "no_stream", [facts.imported(codeOf(1))], system);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const masterOf = (of = secrets) => readSecrets(of, ["master"]).masterKey;
const store = (masterKey = masterOf()) => storeOn(log, { masterKey });

/** A backup of the log as it is now. */
async function backup(of = secrets, name = "backup") {
  const path = join(folder, name);
  const copy = new Copy({ folder: new BackupFolder(path), master: masterOf(of), secrets: undefined });
  await copy.toEnd(store(masterOf(of)));
  return openBackup(path, { ...of, DATA_DIR: "/nowhere" });
}

/** The register and its signed checkpoint, as the projector writes them. */
async function writeRegister(erased: number | undefined = persons.length, of = secrets) {
  const running = store(masterOf(of));
  await running.requireMacs();
  await audit.register(running.authenticity.firstMacKey).add(persons);
  const signer = checkpointSigner(masterOf(of), originOf("0f5d2c1a"));
  const note = signedCheckpoint(signer, { size: 1, root: Buffer.alloc(32, 9), at: new Date(at), erased });
  await audit.keepCheckpoint(note, new Date(at), encodeKey(signer.key));
}

const file = () => join(audit.path, "erased.txt");
const lines = () => readFileSync(file(), "utf8").split(/(?<=\n)/);
const read = async (ask: Ask = no, options = given, of = backup()) =>
  readRegister(options, { AUDIT_DIR: audit.path }, await of, ask);

describe("the register of a restore", () => {
  test("counts without a question if its lines and the signed number of persons fit", async () => {
    await writeRegister();
    expect((await read()).persons).toEqual(persons);
    expect(no).not.toHaveBeenCalled();
  });

  test("counts with persons who were erased after the newest signed checkpoint", async () => {
    await writeRegister(2);
    expect((await read()).persons).toEqual(persons);
  });

  test.each([
    ["was emptied", () => "", "it has 0 of the 3 persons of the signed checkpoint"],
    ["lost its last line", (all: string[]) => all.slice(0, 2).join(""), "it has 2 of the 3 persons"],
    [
      "lost the end of its last line",
      (all: string[]) => all.join("").slice(0, -9),
      "it has 2 of the 3 persons",
    ],
    [
      "has a further admin",
      (all: string[]) => `${all.join("")}admin1 ${at}\n`,
      "a line of it has no MAC of this product",
    ],
    ["has no MACs any more", () => `consumer1 ${at}\n`, "a line of it has no MAC of this product"],
  ])("that %s is refused", async (_what, change, reason) => {
    await writeRegister();
    writeFileSync(file(), change(lines()));
    await expect(read(yes)).rejects.toMatchObject({
      name: "BackupRefused",
      exitCode: 1,
      message: expect.stringContaining(reason),
    });
  });

  test("of a former version, without MACs, counts only if the operator says so, and the refusal names its persons", async () => {
    await audit.register(store().authenticity.firstMacKey).add([]);
    writeFileSync(file(), `consumer1 ${at}\nadmin2 ${at}\n`);
    await expect(read(yes)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(
        /has no MAC.*a former version wrote it.*consumer1, admin2.*--unsigned-register/,
      ),
    });
    expect((await read(no, { ...given, unsigned: true })).persons).toHaveLength(2);
  });

  test("without the signed checkpoint counts only if the operator says so", async () => {
    await writeRegister();
    rmSync(join(audit.path, "checkpoint"));
    await expect(read(yes)).rejects.toThrow(/has no signed checkpoint of this product/);
    expect((await read(no, { ...given, unsigned: true })).persons).toEqual(persons);
  });

  test("counts for a backup from before a replacement of the master key, and after it", async () => {
    const before = backup();
    await before;
    const next = drawSecrets();
    const replaced = masterKeyReplaced(masterOf(), masterOf(next));
    await store().append(streams.macs, 0n, [replaced], system);
    await writeRegister(3, next);
    expect((await read(no, { ...given, unsigned: true }, before)).persons).toEqual(persons);
    expect((await read(no, given, backup(next, "after"))).persons).toEqual(persons);
  });

  test("is continued in the restored product, and one of a former version there is set aside", async () => {
    await writeRegister();
    const registered = await read();
    const restored = new AuditFolder(join(folder, "restored"));
    await continueRegister(restored.path, registered);
    await continueRegister(restored.path, registered);
    expect(readFileSync(join(restored.path, "erased.txt"))).toEqual(readFileSync(file()));
    writeFileSync(join(restored.path, "erased.txt"), `consumer1 ${at}\n`);
    await continueRegister(restored.path, registered);
    expect(readFileSync(join(restored.path, "erased.txt"))).toEqual(readFileSync(file()));
  });
});

describe("the erasure of an admin", () => {
  const erased: unknown[] = [];
  const again = async (ask: Ask, admins: readonly string[] | "all" = []) => {
    erased.length = 0;
    const options = { ...given, unsigned: true, admins };
    return eraseAgain(
      store(),
      await read(ask, options),
      async () => async (person) => void erased.push(person),
    );
  };
  beforeEach(async () => {
    await store().append(streams.adminDirectory, "no_stream", [facts.adminCreated()], system);
    await audit.register(store().authenticity.firstMacKey).add([{ personId: "admin3", at }]);
  });

  test("asks by the email address before anybody is erased", async () => {
    await expect(again(no)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/erases the admin it@example\.com.*--erase-admin admin3/),
    });
    expect(no).toHaveBeenCalledWith(expect.stringContaining("it@example.com (admin3)"));
    expect(erased).toEqual([]);
    expect(await again(yes)).toBe(1);
  });

  test("needs no question for a named admin, in a drill, and after the account was deleted", async () => {
    await again(no, ["admin3"]);
    rmSync(join(folder, "backup"), { recursive: true });
    await again(no, "all");
    await store().append(streams.adminDirectory, 0n, [facts.adminDeleted()], system);
    rmSync(join(folder, "backup"), { recursive: true });
    await again(no);
    expect(erased).toEqual([{ kind: "admin", id: 3 }]);
    expect(no).not.toHaveBeenCalled();
  });
});
