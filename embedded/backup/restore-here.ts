import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { erasuresAfterRestore } from "@ornament/command-api/erasures-after-restore";
import { ConfigError } from "@ornament/platform/config/read-config";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { auditDirOf } from "@ornament/projector/last-backup";
import { extentOf, type OpenedBackup, openBackup } from "@ornament/tools/backup/opened-backup";
import { BackupRefused, exitCodes, fileFailure } from "@ornament/tools/backup/refused";
import { continueRegister, type Registered, readRegister } from "@ornament/tools/backup/register";
import {
  checkLog,
  eraseAgain,
  erasedLine,
  type Restore,
  restoreServed,
} from "@ornament/tools/backup/restored-log";
import { startPrivateEventStore } from "../eventstore/private-server.ts";
import { beginRestore, endRestore, isHalfRestored } from "../files/half-restored.ts";
import { isStorageFull } from "../files/storage-full.ts";
import { type DataDirectory, openDataDirectory } from "../launch/data-directory.ts";
import { writeLog } from "./write-log.ts";

const storeFiles = ["events.sqlite", "events.sqlite-wal", "events.sqlite-shm", "events.sqlite-journal"];

/** Restores into DATA_DIR; with EVENTSTORE_URL, checks the event store that its own backup has restored. */
export const restoreHere: Restore = async (options, environment) => {
  if (environment.EVENTSTORE_URL) return restoreServed(erasuresAfterRestore)(options, environment);
  const { from, ...register } = options;
  const dataDir = resolve(environment.DATA_DIR || ".data");
  const data = openDataDirectory(dataDir);
  try {
    requireEmpty(data);
    // The mark stays after a failure: a start would make an empty product.
    beginRestore(dataDir, from);
    const backup = openBackup(from, environment);
    const registered = await readRegister(register, environment, backup);
    const erased = await restoreInto(data, backup, registered);
    await continueRegister(auditDirOf(environment) ?? join(dataDir, "audit"), registered);
    endRestore(dataDir);
    return [
      `${dataDir} has ${extentOf(backup.manifest)}.`,
      "The checksum and the signed checkpoint fit.",
      erasedLine(erased, registered.persons.length),
    ];
  } finally {
    data.release();
  }
};

/**
 * Restores a backup into an empty folder, without its register. After a failure it is empty again. Returns the
 * number of persons who were erased again.
 */
export async function restoreInto(
  data: DataDirectory,
  backup: OpenedBackup,
  registered: Registered,
): Promise<number> {
  removeRestored(data);
  try {
    await writeLog(data.path, backup.folder.events(backup.manifest));
    const erased = await eraseHere(data.path, backup, registered);
    // A file that was there before has the same keys.
    if (backup.hasSecrets && data.secrets.read() === undefined) data.secrets.write(backup.secrets);
    return erased;
  } catch (error) {
    removeRestored(data);
    throw explained(error, data.path);
  }
}

/**
 * Compares the event store of a stopped product with the signed checkpoint, erases persons in it and scavenges
 * it, so that no erased byte is left in its file. Returns the number of persons who were not erased yet.
 */
async function eraseHere(
  dataDir: string,
  { secrets, checkpoint }: OpenedBackup,
  registered: Registered,
): Promise<number> {
  const server = await startPrivateEventStore(dataDir);
  const environment = { ...secrets, DATA_DIR: dataDir, EVENTSTORE_URL: server.connectionString };
  const { store, close } = await openServedLog(environment, { rights: allRights });
  try {
    await checkLog(store.readBytes(), checkpoint);
    const erased = await eraseAgain(store, registered, () => erasuresAfterRestore(store, secrets));
    await server.scavenge();
    return erased;
  } finally {
    await close();
    await server.stop();
  }
}

function requireEmpty({ path }: DataDirectory): void {
  if (isHalfRestored(path) || !storeFiles.some((file) => existsSync(join(path, file)))) return;
  throw new ConfigError(`DATA_DIR ${path} has events; restore into an empty folder, and keep this one`);
}

/** Removes the files of a restore that was cut off, and documents of other events. */
function removeRestored(data: DataDirectory): void {
  for (const file of storeFiles) rmSync(join(data.path, file), { force: true });
  data.removeDocuments();
}

function explained(error: unknown, dataDir: string): unknown {
  if (isStorageFull(error))
    return new BackupRefused(
      `${dataDir} can't be used: the disk is full; free some space, then run the command again`,
      exitCodes.unusable,
    );
  return fileFailure(error, dataDir) ?? error;
}
