import { join, resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Environment } from "@ornament/platform/config/read-config";
import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import { connectLog } from "@ornament/platform/eventstore/grpc/grpc-log-client";
import type { CancelableRead, EventBytes, LogClient } from "@ornament/platform/eventstore/log-client";
import { logOptions, type OpenLog, openServedLog } from "@ornament/platform/running-product/opened-log";
import { DELETED } from "../eventstore/log/append-decision.ts";
import { DELETED_ON_THE_WIRE, type StoredEvent } from "../eventstore/log/event.ts";
import type { EventLog } from "../eventstore/log/event-log.ts";
import { lastingFailure } from "../eventstore/log/file-unusable.ts";
import { startPrivateEventStore } from "../eventstore/private-server.ts";
import { allForwards, PAGE_ROWS } from "../eventstore/reads/pages.ts";
import { requireEventsFile } from "../files/events-file.ts";
import { refuseHalfRestored } from "../files/half-restored.ts";
import { openCopy } from "./copied-file.ts";
import { isLocked } from "./product-lock.ts";
import { checkLength, checkWholeFile } from "./whole-file.ts";

/** Opens the event store of EVENTSTORE_URL, otherwise that of the running or stopped product in DATA_DIR. */
export const openProductLog: OpenLog = async (environment, options = {}) => {
  const folder = stoppedFolder(environment);
  if (folder === undefined) return openServedLog(environment, options);
  const clientOptions = logOptions(environment, options);
  const file = join(folder, "events.sqlite");
  if (options.checksFile) checkLength(file);
  const server = await openCopy(folder, (copy) => {
    if (options.checksFile) checkWholeFile(join(copy, "events.sqlite"));
    return startPrivateEventStore(copy, { isCopy: true });
  });
  // Through the server, all bytes would take longer than their verification.
  const readBytes: LogClient["readBytes"] = ({ from }) =>
    bytesOf(server.log, from === "start" ? 0 : Number(from.commit) - 1, file);
  const store = createEventStore({ ...connectLog(server.connectionString), readBytes }, clientOptions);
  const close = () => store.close().finally(server.stop);
  return { store, masterKey: clientOptions.masterKey, place: folder, isServed: false, close };
};

/** The events after a position as their bytes, up to the last one. */
const bytesOf = (log: EventLog, after: number, file: string): CancelableRead<EventBytes> => ({
  cancel: () => undefined,
  async *[Symbol.asyncIterator]() {
    try {
      const next = allForwards(log, after, log.head);
      for (let page = next(PAGE_ROWS); page.length > 0; page = next(PAGE_ROWS)) {
        yield* page.map(toBytes);
        await nextTurn();
      }
    } catch (error) {
      throw lastingFailure(file, error) ?? error;
    }
  },
});

/** A tombstone has the number that it has in the protocol. */
const toBytes = ({ revision, position, ...event }: StoredEvent): EventBytes => ({
  ...event,
  revision: BigInt(revision === DELETED ? DELETED_ON_THE_WIRE : revision),
  position: { commit: BigInt(position), prepare: BigInt(position) },
});

/** The folder of a stopped product; `undefined` if a server has the events. */
function stoppedFolder(environment: Environment): string | undefined {
  if (environment.EVENTSTORE_URL) return undefined;
  const folder = resolve(environment.DATA_DIR || ".data");
  if (isLocked(folder)) return undefined;
  refuseHalfRestored(folder);
  requireEventsFile(folder);
  return folder;
}
