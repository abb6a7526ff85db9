import { EventStoreClient } from "@ornament/platform/eventstore/client/event-store-client";
import { auditOptions } from "@ornament/projector/audit/opened-log";
import { type OpenCopyLog, openServedCopyLog, requireOwnKeys } from "@ornament/projector/backup/opened-log";
import { openCopy } from "../audit/copied-file.ts";
import { stoppedFolder } from "../audit/product-log.ts";
import { StoppedLog } from "../audit/stopped-log.ts";

/** Opens the event store of EVENTSTORE_URL, otherwise that of the running or stopped product in DATA_DIR. */
export const openCopiedLog: OpenCopyLog = async (environment) => {
  const folder = stoppedFolder(environment);
  if (folder === undefined) return openServedCopyLog(environment);
  const store = new EventStoreClient(new StoppedLog(openCopy(folder)), auditOptions(environment));
  try {
    await requireOwnKeys(store, environment);
    return { store, place: folder, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
};
