import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { AuditFolder, type ErasedPerson, erasedIn } from "@ornament/platform/log-proof/audit-folder";
import { auditDirOf } from "./recorded.ts";
import { BackupRefused, exitCodes } from "./refused.ts";

export interface RegisterOptions {
  /** The file of the register; by default `erased.txt` in AUDIT_DIR. */
  readonly erased: string | undefined;
  /** `false`: nobody was erased since the backup, or it is accepted. */
  readonly withErased: boolean;
}

/** Answers whether the restore may go on without a register. */
export type Ask = () => Promise<boolean>;

const question =
  "Erasures after the backup are lost without the register of erased persons. Was nobody erased since, or do you accept it? [y/N] ";

/** Asks on a terminal; elsewhere the answer is no. */
export const askOnTerminal: Ask = async () => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await reader.question(question)).trim());
  } finally {
    reader.close();
  }
};

/**
 * The persons whose data were erased. Throws `BackupRefused` with `undecided` if there is no register and the
 * answer is no.
 */
export async function readRegister(
  { erased, withErased }: RegisterOptions,
  environment: Environment,
  ask: Ask = askOnTerminal,
): Promise<readonly ErasedPerson[]> {
  if (!withErased) {
    if (erased === undefined) return [];
    throw new ConfigError("--erased and --without-erased exclude each other");
  }
  const auditDir = auditDirOf(environment);
  const file = erased ?? (auditDir === undefined ? undefined : join(auditDir, "erased.txt"));
  if (file !== undefined && existsSync(file)) return personsIn(file);
  if (erased !== undefined) throw new ConfigError(`--erased: there is no file ${erased}`);
  if (await ask()) return [];
  throw new BackupRefused(
    `No register of erased persons${file === undefined ? "" : ` at ${file}`}: give --erased FILE, which is erased.txt of AUDIT_DIR, or --without-erased if nobody was erased since the backup, or you accept it`,
    exitCodes.undecided,
  );
}

function personsIn(file: string): readonly ErasedPerson[] {
  const persons = erasedIn(readFileSync(file, "utf8"));
  for (const { personId } of persons)
    if (!/^(?:admin|consumer)\d{1,16}$/.test(personId))
      throw new ConfigError(`${file} is not a register of erased persons: it has "${personId}"`);
  return persons;
}

/** Adds the persons to the register of the restored product. */
export function continueRegister(auditDir: string, persons: readonly ErasedPerson[]): void {
  const folder = new AuditFolder(auditDir);
  const known = new Set(folder.erased()?.map(({ personId }) => personId));
  folder.recordErased(persons.filter(({ personId }) => !known.has(personId)));
}
