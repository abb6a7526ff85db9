import { resolve } from "node:path";
import type { Environment } from "@ornament/platform/config/read-config";
import { typedCommand } from "@ornament/platform/process/run-command";
import { Command } from "commander";
import { exitAfterRefusal } from "./backup-program.ts";
import { openBackup } from "./opened-backup.ts";
import type { RegisterOptions } from "./register.ts";

export interface RestoreOptions extends RegisterOptions {
  /** The folder of the backup. */
  readonly from: string;
}

/** Restores a backup, and returns what was done, a line each. */
export type Restore = (options: RestoreOptions, environment: Environment) => Promise<readonly string[]>;

const exitCodes = `
Exit codes: 0 done; 1 the backup or the register is damaged, or doesn't fit; 3 nobody has said who was erased since the
backup, or whether an admin may be erased; 74 a file can't be read or written, such as on a full disk; 78 a setting is wrong or missing, such as
a DATA_DIR with events.`;

/** `npm run restore -- --from <folder> [--erased <file> | --without-erased]` */
export async function restoreProgram(restore: Restore, what: string): Promise<void> {
  const program = new Command(typedCommand("restore"))
    .description(what)
    .requiredOption("--from <folder>", "the folder of the backup")
    .option("--erased <file>", "the register of erased persons (default: erased.txt in AUDIT_DIR)")
    .option("--without-erased", "nobody was erased since the backup, or you accept it")
    .option("--unsigned-register", "the register is right, although no signed checkpoint proves it")
    .option("--erase-admin <id...>", "an admin of the register, such as admin7, whose erasure is right")
    .option("--only-secrets", "print the secrets of the backup as lines for .env, and restore nothing")
    .addHelpText("after", exitCodes)
    .action(async (given: Given) => {
      const { onlySecrets, erased, eraseAdmin: admins = [] } = given;
      const from = resolve(given.from);
      if (onlySecrets) return printSecrets(from);
      const options = {
        from,
        erased,
        withErased: given.withoutErased !== true,
        unsigned: given.unsignedRegister === true,
        admins,
      };
      for (const line of await restore(options, process.env)) console.error(line);
    });
  await exitAfterRefusal(() => program.parseAsync());
}

interface Given {
  from: string;
  erased?: string;
  withoutErased?: true;
  unsignedRegister?: true;
  eraseAdmin?: string[];
  onlySecrets?: true;
}

function printSecrets(from: string): void {
  // No other secrets are compared with those of the backup.
  const { secrets } = openBackup(from, { BACKUP_PASSPHRASE: process.env.BACKUP_PASSPHRASE, DATA_DIR: from });
  for (const [name, value] of Object.entries(secrets)) console.log(`${name}=${value}`);
}
