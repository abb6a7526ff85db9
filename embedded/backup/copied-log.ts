import { resolve } from "node:path";
import { EventStoreClient } from "@ornament/platform/eventstore/client/event-store-client";
import { auditOptions } from "@ornament/projector/audit/opened-log";
import { type OpenCopyLog, openServedCopyLog, requireOwnKeys } from "@ornament/projector/backup/opened-log";
import { BackupRefused, exitCodes } from "@ornament/projector/backup/refused";
import { openCopy } from "../audit/copied-file.ts";
import { isLocked } from "../audit/product-lock.ts";
import { StoppedLog } from "../audit/stopped-log.ts";
import { FileUnusable } from "../eventstore/log/file-unusable.ts";
import { requireEventsFile } from "../files/events-file.ts";
import { refuseHalfRestored } from "../files/half-restored.ts";

/** Opens the event store of EVENTSTORE_URL, otherwise that of the running or stopped product in DATA_DIR. */
export const openCopiedLog: OpenCopyLog = async (environment, signal) => {
  const folder = resolve(environment.DATA_DIR || ".data");
  if (environment.EVENTSTORE_URL || isLocked(folder)) return openServedCopyLog(environment, signal);
  refuseHalfRestored(folder);
  requireEventsFile(folder);
  const store = new EventStoreClient(new StoppedLog(usableCopy(folder)), auditOptions(environment));
  try {
    await requireOwnKeys(store, environment);
    return { store, place: folder, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
};

function usableCopy(folder: string) {
  try {
    return openCopy(folder);
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error;
    throw new BackupRefused(error.message, exitCodes.unusable);
  }
}
