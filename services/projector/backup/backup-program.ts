import { resolve } from "node:path";
import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { typedCommand } from "@ornament/platform/process/run-command";
import { onStopRequest } from "@ornament/platform/process/stop-request";
import type { OpenLog } from "@ornament/platform/running-product/opened-log";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { Command } from "commander";
import { placeOf, shownPlace } from "../log-check/place.ts";
import { BackupFolder } from "./backup-folder.ts";
import { Copy } from "./copy.ts";
import { exitCodes, fileFailure } from "./refused.ts";
import type { RegisterOptions } from "./register.ts";
import { runBackup } from "./run-backup.ts";
import { readPassphrase, type SealedSecrets, sealSecrets, secretsOf } from "./sealed-secrets.ts";

const help = `
The event store is that of EVENTSTORE_URL; otherwise that of the product in DATA_DIR (.data), which may run or
be stopped. BACKUP_PASSPHRASE (12 characters or more) seals the secrets into the backup. Keep it elsewhere.

Exit codes: 0 done; 1 the backup is damaged or of another product, or the drill failed; 3 the drill needs the
register of erased persons; 74 a file can't be read or written, such as on a full disk; 78 a setting is wrong or
missing.`;

/** The time for the last write after a stop was asked for. */
const patienceMilliseconds = 3_000;

interface BackupOptions {
  to: string;
  secrets: boolean;
}

/** The options of a drill. */
export interface DrillOptions extends RegisterOptions {
  readonly from: string;
}

export interface BackupPrograms {
  readonly open: OpenLog;
  /** Restores a backup on trial. Throws `BackupRefused` if it fails. */
  readonly drill: (options: DrillOptions, environment: Environment) => Promise<void>;
}

/** `npm run backup -- --to <folder> [--without-secrets]` and `drill --from <folder>` */
export async function backupProgram({ open, drill }: BackupPrograms): Promise<void> {
  const program = new Command(typedCommand("backup"))
    .description("Copies all events, and tries whether the copy can be restored.")
    .addHelpText("after", help);
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

async function backUp(open: OpenLog, { to, secrets }: BackupOptions): Promise<void> {
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
export async function exitAfterRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await exitOnConfigError(work);
  } catch (error) {
    const failure =
      fileFailure(error, "A file") ?? (error instanceof Error ? error : new Error(String(error)));
    console.error(failure.message);
    process.exit("exitCode" in failure ? Number(failure.exitCode) : exitCodes.refused);
  }
}
