import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { checkLog } from "./check-log.ts";
import { eraseAgain, type PrepareErasures } from "./erase-again.ts";
import { extentOf, type OpenedBackup, openBackup } from "./opened-backup.ts";
import { requireOwnKeys } from "./own-keys.ts";
import { auditDirOf } from "./recorded.ts";
import { continueRegister, type Registered, readRegister } from "./register.ts";
import type { Restore } from "./restore-program.ts";

/**
 * Checks the event store of EVENTSTORE_URL, which its own backup has restored, against the signed checkpoint of
 * a copy, and erases the persons of the register again.
 */
export const restoreServed =
  (prepare: PrepareErasures): Restore =>
  async ({ from, ...register }, environment) => {
    if (!environment.EVENTSTORE_URL)
      throw new ConfigError("EVENTSTORE_URL is missing: it names the restored event store");
    const backup = openBackup(from, environment);
    const registered = await readRegister(register, environment, backup);
    const lines = await checkServed(backup, { ...environment, ...backup.secrets }, registered, prepare);
    const auditDir = auditDirOf(environment);
    if (auditDir !== undefined) await continueRegister(auditDir, registered);
    return lines;
  };

/** Checks the event store and erases the persons again. Returns what was done, a line each. */
export async function checkServed(
  backup: OpenedBackup,
  environment: Environment,
  registered: Registered,
  prepare: PrepareErasures,
): Promise<readonly string[]> {
  const { store, place, close } = await openServedLog(environment, { rights: allRights });
  try {
    await requireOwnKeys(store, environment);
    const later = await checkLog(store.readBytes(), backup.checkpoint);
    const erased = await eraseAgain(store, registered, () => prepare(store, backup.secrets));
    const size = backup.checkpoint?.size ?? 0;
    return [
      `The copy has ${extentOf(backup.manifest)}.`,
      `${place} has the ${size.toLocaleString("en-US")} lasting events of the signed checkpoint, and ${later.toLocaleString("en-US")} later ones.`,
      erasedLine(erased, registered.persons.length),
    ];
  } finally {
    await close();
  }
}

/** The number of persons whose data were erased again, in words. */
export const erasedLine = (erased: number, registered: number): string =>
  `${erased} of the ${registered} persons in the register were erased again.`;
