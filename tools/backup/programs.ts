import { resolve } from "node:path";
import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { typedCommand } from "@ornament/platform/process/run-command";
import { onStopRequest } from "@ornament/platform/process/stop-request";
import type { OpenLog } from "@ornament/platform/running-product/opened-log";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { Command } from "commander";
import { placeOf, shownPlace } from "../log-check/findings.ts";
import { BackupFolder } from "./backup-folder.ts";
import { Copy, runBackup } from "./copy.ts";
import { openBackup } from "./opened-backup.ts";
import { exitCodes, fileFailure } from "./refused.ts";
import type { Drill, Restore } from "./restored-log.ts";
import { readPassphrase, type SealedSecrets, sealSecrets, secretsOf } from "./sealed-secrets.ts";

const backupHelp = `
The event store is that of EVENTSTORE_URL; otherwise that of the product in DATA_DIR (.data), which may run or
be stopped. BACKUP_PASSPHRASE (12 characters or more) seals the secrets into the backup. Keep it elsewhere.

Exit codes: 0 done; 1 the backup is damaged or of another product, or the drill failed; 3 the drill needs the
register of erased persons; 74 a file can't be read or written, such as on a full disk; 78 a setting is wrong or
missing.`;

const patienceMilliseconds = 3_000;

export interface BackupPrograms {
  readonly open: OpenLog;
  /** Restores a backup on trial. Throws `BackupRefused` if it fails. */
  readonly drill: Drill;
}

/** `npm run backup -- --to <folder> [--without-secrets]` and `drill --from <folder>` */
export async function backupProgram({ open, drill }: BackupPrograms): Promise<void> {
  const program = new Command(typedCommand("backup"))
    .description("Copies all events, and tries whether the copy can be restored.")
    .addHelpText("after", backupHelp);
  program
    .command("copy", { isDefault: true })
    .description("Copies the events that the folder doesn't have yet.")
    .requiredOption("--to <folder>", "the folder of the backup")
    .option("--without-secrets", "leave out the secrets; back them up elsewhere")
    .action(({ to, withoutSecrets }: { to: string; withoutSecrets?: true }) =>
      backUp(open, { to, secrets: withoutSecrets !== true }),
    );
  program
    .command("drill")
    .description("Restores the backup into a scratch folder, starts the product there, and verifies it.")
    .requiredOption("--from <folder>", "the folder of the backup")
    .option("--erased <file>", "the register of erased persons (default: erased.txt in AUDIT_DIR)")
    .option("--without-erased", "nobody was erased since the backup")
    .action(({ from, erased, withoutErased }: { from: string; erased?: string; withoutErased?: true }) =>
      drill(
        { from: resolve(from), erased, withErased: !withoutErased, unsigned: false, admins: "all" },
        process.env,
      ),
    );
  await exitAfterRefusal(() => program.parseAsync());
}

async function backUp(open: OpenLog, { to, secrets }: { to: string; secrets: boolean }): Promise<void> {
  const environment = process.env;
  const stopping = new AbortController();
  onStopRequest(() => {
    stopping.abort();
    // The command may wait for the event store. The next run continues a copy that ends anywhere.
    setTimeout(() => process.exit(exitCodes.refused), patienceMilliseconds).unref();
  });
  const print = (line: string) => console.error(line);
  const { masterKey } = readSecrets(secretsOf(environment), ["master"]);
  const copy = new Copy({
    folder: new BackupFolder(resolve(to)),
    master: masterKey,
    secrets: secrets ? sealed(environment) : undefined,
    onWrongMac(event) {
      print(
        `WARNING: the copied event at ${shownPlace(placeOf(event))} has a wrong MAC: another program wrote or changed it. npm run audit -- verify says more`,
      );
      process.exitCode = exitCodes.refused;
    },
  });
  await runBackup({ open, environment, copy, signal: stopping.signal, print });
  if (!stopping.signal.aborted) return;
  print("Stopped before the end of the event store; the next run continues the copy");
  process.exitCode = exitCodes.refused;
}

function sealed(environment: Environment): SealedSecrets {
  const passphrase = readPassphrase(
    environment,
    "set it, or give --without-secrets and back the secrets up elsewhere",
  );
  const secrets = secretsOf(environment);
  for (const name of ["ADDRESS_KEY", "MASTER_KEY"])
    if (!secrets[name])
      throw new ConfigError(`${name} is missing; set it as for command-api, or give --without-secrets`);
  return sealSecrets(passphrase, secrets);
}

/** Ends the process with one line after a refusal, a wrong setting or a failure of a file. */
async function exitAfterRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await exitOnConfigError(work);
  } catch (error) {
    const failure =
      fileFailure(error, "A file") ?? (error instanceof Error ? error : new Error(String(error)));
    console.error(failure.message);
    process.exit("exitCode" in failure ? Number(failure.exitCode) : exitCodes.refused);
  }
}

const restoreHelp = `
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
    .addHelpText("after", restoreHelp)
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
