import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { macKeyOf } from "@ornament/platform/eventstore/authenticity/event-macs";
import { firstMacKey } from "@ornament/platform/eventstore/authenticity/former-periods";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import {
  type ErasedPerson,
  ErasedRegister,
  registerProblem,
} from "@ornament/platform/log-proof/erased-register";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { auditDirOf } from "@ornament/projector/last-backup";
import { macEventsOf } from "../log-check/authorship.ts";
import { keysOf, openedBy } from "../log-check/kept-proof.ts";
import type { OpenedBackup } from "./opened-backup.ts";
import { BackupRefused, exitCodes } from "./refused.ts";

export interface RegisterOptions {
  /** The file of the register; by default `erased.txt` in AUDIT_DIR. */
  readonly erased: string | undefined;
  /** `false`: nobody was erased since the backup, or it is accepted. */
  readonly withErased: boolean;
  /** Whether a register counts that its MACs and the signed checkpoint don't prove. */
  readonly unsigned: boolean;
  /** The admins, such as `admin7`, whose erasure needs no question; `"all"` in a drill. */
  readonly admins: readonly string[] | "all";
}

export interface Registered {
  readonly persons: readonly ErasedPerson[];
  readonly macKey: ServerKey;
  /** Asks before an admin is erased. Throws `BackupRefused` with `undecided` if the answer is no. */
  confirmAdmin(personId: string, name: string): Promise<void>;
}

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

/** The persons whose data were erased. Throws `BackupRefused` if nothing proves the register, or nobody has decided. */
export async function readRegister(
  { erased, withErased, unsigned, admins }: RegisterOptions,
  environment: Environment,
  { folder, manifest, master }: OpenedBackup,
  ask: Ask = askOnTerminal,
): Promise<Registered> {
  const macEvents = await macEventsOf(() => folder.events(manifest), master);
  const macKey = firstMacKey(macEvents, macKeyOf(master));
  const registered = (persons: readonly ErasedPerson[]): Registered => ({
    persons,
    macKey,
    async confirmAdmin(personId, name) {
      if (admins === "all" || admins.includes(personId)) return;
      if (await ask(`The register erases the admin ${name} (${personId}). Is it right?`)) return;
      throw new BackupRefused(
        `The register erases the admin ${name}: if it is right, run the command again with --erase-admin ${personId}`,
        exitCodes.undecided,
      );
    },
  });
  if (!withErased) {
    if (erased === undefined) return registered([]);
    throw new ConfigError("--erased and --without-erased exclude each other");
  }
  const auditDir = auditDirOf(environment);
  const file = erased ?? (auditDir === undefined ? undefined : join(auditDir, "erased.txt"));
  if (file === undefined || !existsSync(file)) {
    if (erased !== undefined) throw new ConfigError(`--erased: there is no file ${erased}`);
    if (await ask(withoutRegister)) return registered([]);
    throw new BackupRefused(
      `No register of erased persons${file === undefined ? "" : ` at ${file}`}: give --erased FILE, which is erased.txt of AUDIT_DIR, or --without-erased if nobody was erased since the backup, or you accept it`,
      exitCodes.undecided,
    );
  }
  const register = new ErasedRegister(file, macKey);
  const { persons } = register;
  const note = new AuditFolder(dirname(file)).checkpoint();
  const signed = note && openedBy(note, keysOf(master, undefined, macEvents))?.erased;
  const problem =
    registerProblem(register, signed || 0) ??
    (signed === undefined ? "its folder has no signed checkpoint of this product" : undefined);
  if (problem !== undefined && !unsigned)
    throw new BackupRefused(
      `${file} can't be trusted: ${problem}. Somebody may have added or taken out persons, or a former version wrote it. It has ${persons.map(({ personId }) => personId).join(", ") || "nobody"}. Use it with the other files of AUDIT_DIR, or give --unsigned-register if it is right`,
    );
  return registered(persons);
}

/** Adds the persons to the register of the restored product. */
export async function continueRegister(auditDir: string, { persons, macKey }: Registered): Promise<void> {
  const folder = new AuditFolder(auditDir);
  if (!folder.register(macKey).isRight) folder.setRegisterAside(new Date());
  await folder.register(macKey).add(persons);
}
