import type { Logger } from "../../logging/logger.ts";
import { readShownAddress } from "../connection/address.ts";
import { explainFailure } from "../connection/explain-failure.ts";
import type { EventStore } from "../event-store.ts";
import { connectLog } from "../grpc/grpc-log-client.ts";
import { LogAccessDenied, type LogClient } from "../log-client.ts";
import { allRights, missingRights, missingRightsText } from "../rights/rights.ts";
import { createEventStore, type EventStoreOptions } from "./event-store-client.ts";

const reportAgainMilliseconds = 60_000;

/** A client of an EventStoreDB, or of a server that speaks its protocol. Connects on first use. */
export function openEventStore(options: EventStoreOptions & { connectionString: string }): EventStore {
  const { connectionString, ...others } = options;
  const log = connectLog(connectionString);
  const { onDenied, refused } = reportOfRights(log, connectionString, others.logger);
  return { ...createEventStore(log, { ...others, onDenied }), refused };
}

/**
 * Reports the rights that the store account loses while the program runs, in one line, at most once a minute.
 * `refused` gives that line, and asks the store again only after a refusal.
 */
function reportOfRights(log: LogClient, connectionString: string, logger: Pick<Logger, "error">) {
  const shown = readShownAddress(connectionString);
  let isDenied = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const refused = async (): Promise<string | undefined> => {
    if (!isDenied) return undefined;
    try {
      const missing = await missingRights(log, allRights);
      isDenied = missing.length > 0;
      return isDenied ? missingRightsText(shown, missing) : undefined;
    } catch (error) {
      return error instanceof LogAccessDenied ? explainFailure(error, shown).text : undefined;
    }
  };
  const onDenied = () => {
    isDenied = true;
    if (performance.now() - reportedAt < reportAgainMilliseconds) return;
    reportedAt = performance.now();
    refused().then((line) => {
      if (line !== undefined) logger.error({ address: shown.address }, line);
    });
  };
  return { onDenied, refused };
}
