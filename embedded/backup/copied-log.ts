import { resolve } from "node:path";
import { EventStoreClient } from "@ornament/platform/eventstore/client/event-store-client";
import { auditOptions } from "@ornament/projector/audit/opened-log";
import { type OpenCopyLog, openServedCopyLog, requireOwnKeys } from "@ornament/projector/backup/opened-log";
import { openCopy } from "../audit/copied-file.ts";
import { isLocked } from "../audit/product-lock.ts";
import { StoppedLog } from "../audit/stopped-log.ts";
import { requireEventsFile } from "../files/events-file.ts";
import { refuseHalfRestored } from "../files/half-restored.ts";

/** Opens the event store of EVENTSTORE_URL, otherwise that of the running or stopped product in DATA_DIR. */
export const openCopiedLog: OpenCopyLog = async (environment) => {
  const folder = resolve(environment.DATA_DIR || ".data");
  if (environment.EVENTSTORE_URL || isLocked(folder)) return openServedCopyLog(environment);
  refuseHalfRestored(folder);
  requireEventsFile(folder);
  const store = new EventStoreClient(new StoppedLog(openCopy(folder)), auditOptions(environment));
  try {
    await requireOwnKeys(store, environment);
    return { store, place: folder, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
};
