import { ConfigError } from "@ornament/platform/config/read-config";
import type { BackupPrograms } from "./backup-program.ts";
import { runDrill } from "./drill-steps.ts";
import type { PrepareErasures } from "./erase-again.ts";
import { openBackup } from "./opened-backup.ts";
import { readRegister } from "./register.ts";
import { checkServed } from "./served-restore.ts";

/**
 * A drill against the scratch event store of EVENTSTORE_URL, which its own backup has restored: checks every
 * byte of the copy and the events of the event store, and erases the persons of the register there.
 */
export const drillServed =
  (prepare: PrepareErasures): BackupPrograms["drill"] =>
  ({ from, ...register }, environment) =>
    runDrill(from, environment, async (step) => {
      if (!environment.EVENTSTORE_URL)
        throw new ConfigError("EVENTSTORE_URL is missing: it names the scratch event store of the drill");
      const backup = await step("checked the manifest and the secrets", () =>
        openBackup(from, environment, true),
      );
      const registered = await readRegister(register, environment, backup);
      await step("checked every event of the copy", () => {
        for (const _event of backup.folder.events(backup.manifest));
      });
      const served = { ...environment, ...backup.secrets };
      const lines = await step("checked the scratch event store and erased the persons again", () =>
        checkServed(backup, served, registered, prepare),
      );
      for (const line of lines) console.error(`          ${line}`);
    });
