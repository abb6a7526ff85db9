import { join, resolve } from "node:path";
import type { Environment } from "@ornament/platform/config/read-config";
import { EventStoreClient } from "@ornament/platform/eventstore/client/event-store-client";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import {
  auditOptions,
  DamagedLog,
  type OpenBytes,
  type OpenedLog,
  type OpenLog,
  openServedBytes,
  openServedLog,
  readyForAudit,
} from "@ornament/projector/audit/opened-log";
import { damaged, FileUnusable, lastingFailure } from "../eventstore/log/file-unusable.ts";
import { requireEventsFile } from "../files/events-file.ts";
import { refuseHalfRestored } from "../files/half-restored.ts";
import { openCopy } from "./copied-file.ts";
import { isLocked } from "./product-lock.ts";
import { StoppedLog } from "./stopped-log.ts";
import { checkLength, checkWholeFile } from "./whole-file.ts";

/** Opens the event store of EVENTSTORE_URL, otherwise that of the running or stopped product in DATA_DIR. */
export const openProductLog: OpenLog = async (environment) => {
  const folder = stoppedFolder(environment);
  return folder === undefined
    ? openServedLog(environment)
    : openStoppedLog(folder, auditOptions(environment));
};

/** Opens the bytes of that event store. The whole file of a stopped product is checked first. */
export const openProductBytes: OpenBytes = async (environment) => {
  const folder = stoppedFolder(environment);
  if (folder === undefined) return openServedBytes(environment);
  const { masterKey } = auditOptions(environment);
  const file = join(folder, "events.sqlite");
  const inOneLine = (error: unknown) => {
    const failure = error instanceof FileUnusable ? error : lastingFailure(file, error);
    return failure ? new DamagedLog(failure.message) : error;
  };
  try {
    checkLength(file);
    const log = new StoppedLog(openCopy(folder, checkWholeFile));
    return {
      head: () => lastPosition(log).catch((error) => Promise.reject(inOneLine(error))),
      async *events() {
        try {
          for await (const event of log.readBytes({ from: "start" })) yield whole(event, file);
        } catch (error) {
          throw inOneLine(error);
        }
      },
      masterKey,
      place: folder,
      isServed: false,
      close: () => log.close(),
    };
  } catch (error) {
    throw inOneLine(error);
  }
};

/** The folder of a stopped product; `undefined` if a server has the events. */
export function stoppedFolder(environment: Environment): string | undefined {
  if (environment.EVENTSTORE_URL) return undefined;
  const folder = resolve(environment.DATA_DIR || ".data");
  if (isLocked(folder)) return undefined;
  refuseHalfRestored(folder);
  requireEventsFile(folder);
  return folder;
}

/** SQLite keeps values of any type in a column, so a damaged row can have another one. */
function whole(event: EventBytes, file: string): EventBytes {
  const { id, stream, type, contentType, data, metadata, created } = event;
  const isWhole =
    [id, stream, type, contentType].every((value) => typeof value === "string") &&
    [data, metadata].every((value) => value instanceof Uint8Array) &&
    Number.isInteger(created);
  if (!isWhole)
    throw damaged(file, `the event at position ${event.position.commit} has values of other types`);
  return event;
}

async function lastPosition(log: StoppedLog) {
  for await (const { position } of log.readAll({ from: "end", backwards: true, maxCount: 1 }))
    return position;
  return undefined;
}

async function openStoppedLog(folder: string, options: ReturnType<typeof auditOptions>): Promise<OpenedLog> {
  const store = new EventStoreClient(new StoppedLog(openCopy(folder)), options);
  try {
    const { masterKey } = options;
    return {
      store: await readyForAudit(store, options),
      masterKey,
      place: folder,
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
