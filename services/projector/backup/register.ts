import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { type ErasedPerson, ErasedRegister, firstMacKey } from "@ornament/platform/log-proof/erased-register";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { macEventsOf } from "../log-check/former-keys.ts";
import { keysOf, newestOfRegister, registerProblem } from "../log-check/kept-proof.ts";
import type { OpenedBackup } from "./opened-backup.ts";
import { auditDirOf } from "./recorded.ts";
import { BackupRefused, exitCodes } from "./refused.ts";

export interface RegisterOptions {
  /** The file of the register; by default `erased.txt` in AUDIT_DIR. */
  readonly erased: string | undefined;
  /** `false`: nobody was erased since the backup, or it is accepted. */
  readonly withErased: boolean;
  /** Whether a register counts that no signed checkpoint vouches for. */
  readonly unsigned: boolean;
  /** The admins, such as `admin7`, who may be erased; `"all"` in a drill. */
  readonly admins: readonly string[] | "all";
}

/** Asks whether the restore may go on. */
export type Ask = (question: string) => Promise<boolean>;

const withoutRegister =
  "Erasures after the backup are lost without the register of erased persons. Was nobody erased since, or do you accept it?";

/** Asks on a terminal; elsewhere the answer is no. */
export const askOnTerminal: Ask = async (question) => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
  } finally {
    reader.close();
  }
};

/** The register of a backup's log, and the MAC key of its lines. */
export interface Registered {
  readonly persons: readonly ErasedPerson[];
  readonly macKey: ServerKey;
}

/**
 * The persons whose data were erased. Throws `BackupRefused` if the register was changed, and with `undecided` if
 * there is none, or nothing proves it, and the answer is no.
 */
export async function readRegister(
  { erased, withErased, unsigned }: Omit<RegisterOptions, "admins">,
  environment: Environment,
  backup: OpenedBackup,
  ask: Ask = askOnTerminal,
): Promise<Registered> {
  const { folder, manifest, master } = backup;
  const macEvents = await macEventsOf(() => folder.events(manifest), master);
  const macKey = firstMacKey(macEvents, master);
  const nobody = { persons: [], macKey };
  if (!withErased) {
    if (erased === undefined) return nobody;
    throw new ConfigError("--erased and --without-erased exclude each other");
  }
  const auditDir = auditDirOf(environment);
  const file = erased ?? (auditDir === undefined ? undefined : join(auditDir, "erased.txt"));
  if (file === undefined || !existsSync(file)) {
    if (erased !== undefined) throw new ConfigError(`--erased: there is no file ${erased}`);
    if (await ask(withoutRegister)) return nobody;
    throw undecided(
      `No register of erased persons${file === undefined ? "" : ` at ${file}`}: give --erased FILE, which is erased.txt of AUDIT_DIR, or --without-erased if nobody was erased since the backup, or you accept it`,
    );
  }
  const register = new ErasedRegister(file, macKey);
  const notes = new AuditFolder(dirname(file)).checkpoints();
  const signed = newestOfRegister(notes, keysOf(master, undefined, macEvents))?.erased;
  const problem = registerProblem(register, signed);
  if (problem !== undefined)
    throw new BackupRefused(
      `${file} is not the register of erased persons that this product wrote: ${problem}; use another copy of AUDIT_DIR`,
    );
  const { persons } = register;
  const unproved = `${file} can't be checked, because ${register.problem ? "a former version wrote it" : "no signed checkpoint of this product is in its folder"}: persons may have been added or taken out. It has ${persons.map(({ personId }) => personId).join(", ") || "nobody"}.`;
  if (signed === undefined && !unsigned && !(await ask(`${unproved} Is it right?`)))
    throw undecided(
      `${unproved} Copy it with the other files of AUDIT_DIR, or give --unsigned-register if it is right`,
    );
  return { persons, macKey };
}

const undecided = (message: string) => new BackupRefused(message, exitCodes.undecided);

/** Asks before an admin is erased. Throws `BackupRefused` with `undecided` if the answer is no. */
export const confirmAdmin =
  (admins: RegisterOptions["admins"], ask: Ask = askOnTerminal) =>
  async (personId: string, name: string): Promise<void> => {
    if (admins === "all" || admins.includes(personId)) return;
    if (await ask(`The register erases the admin ${name} (${personId}). Is it right?`)) return;
    throw undecided(
      `The register erases the admin ${name}: if it is right, run the command again with --erase-admin ${personId}`,
    );
  };

/** Adds the persons to the register of the restored product. */
export async function continueRegister(auditDir: string, { persons, macKey }: Registered): Promise<void> {
  const folder = new AuditFolder(auditDir);
  if (folder.register(macKey).problem) folder.setRegisterAside(new Date());
  await folder.register(macKey).add(persons);
}
