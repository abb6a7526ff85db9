import { join, resolve } from "node:path";
import type { Environment } from "@ornament/platform/config/read-config";
import { EventStoreClient } from "@ornament/platform/eventstore/client/event-store-client";
import { logOptions, type OpenLog, openServedLog } from "@ornament/platform/running-product/opened-log";
import { lastingFailure } from "../eventstore/log/file-unusable.ts";
import { requireEventsFile } from "../files/events-file.ts";
import { refuseHalfRestored } from "../files/half-restored.ts";
import { openCopy } from "./copied-file.ts";
import { isLocked } from "./product-lock.ts";
import { StoppedLog } from "./stopped-log.ts";
import { checkLength, checkWholeFile } from "./whole-file.ts";

/** Opens the event store of EVENTSTORE_URL, otherwise that of the running or stopped product in DATA_DIR. */
export const openProductLog: OpenLog = async (environment, options = {}) => {
  const folder = stoppedFolder(environment);
  if (folder === undefined) return openServedLog(environment, options);
  const clientOptions = logOptions(environment, options);
  const file = join(folder, "events.sqlite");
  try {
    if (options.checksFile) checkLength(file);
    const log = new StoppedLog(openCopy(folder, options.checksFile ? checkWholeFile : undefined), file);
    const store = new EventStoreClient(log, clientOptions);
    const { masterKey } = clientOptions;
    return { store, masterKey, place: folder, isServed: false, close: () => store.close() };
  } catch (error) {
    throw lastingFailure(file, error) ?? error;
  }
};

/** The folder of a stopped product; `undefined` if a server has the events. */
function stoppedFolder(environment: Environment): string | undefined {
  if (environment.EVENTSTORE_URL) return undefined;
  const folder = resolve(environment.DATA_DIR || ".data");
  if (isLocked(folder)) return undefined;
  refuseHalfRestored(folder);
  requireEventsFile(folder);
  return folder;
}
