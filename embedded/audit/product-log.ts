import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";
import { EventStoreClient } from "@ornament/platform/eventstore/client/event-store-client";
import {
  auditOptions,
  type OpenedLog,
  type OpenLog,
  openServedLog,
  readyForAudit,
} from "@ornament/projector/audit/opened-log";
import { openCopy } from "./copied-file.ts";
import { isLocked } from "./product-lock.ts";
import { StoppedLog } from "./stopped-log.ts";

/** Opens the event store of EVENTSTORE_URL, otherwise that of the running or stopped product in DATA_DIR. */
export const openProductLog: OpenLog = async (environment) => {
  if (environment.EVENTSTORE_URL) return openServedLog(environment);
  const folder = resolve(environment.DATA_DIR || ".data");
  if (isLocked(folder)) return openServedLog(environment);
  if (!existsSync(join(folder, "events.sqlite")))
    throw new ConfigError(
      `DATA_DIR ${folder} has no event store of a product; name another folder, or set EVENTSTORE_URL`,
    );
  return openStoppedLog(folder, auditOptions(environment));
};

async function openStoppedLog(folder: string, options: ReturnType<typeof auditOptions>): Promise<OpenedLog> {
  const store = new EventStoreClient(new StoppedLog(openCopy(folder)), options);
  try {
    return { store: await readyForAudit(store, options), place: folder, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
