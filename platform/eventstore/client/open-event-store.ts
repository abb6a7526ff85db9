import type { EventStore } from "../event-store.ts";
import { connectLog } from "../grpc/grpc-log-client.ts";
import { reportRefusedRights } from "../rights/report-refused-rights.ts";
import { EventStoreClient, type EventStoreOptions } from "./event-store-client.ts";

/** A client of an EventStoreDB, or of a server that speaks its protocol. Connects on first use. */
export function openEventStore(options: EventStoreOptions & { connectionString: string }): EventStore {
  const { connectionString, ...others } = options;
  const { client, refused } = reportRefusedRights(
    connectLog(connectionString),
    connectionString,
    others.logger,
  );
  return Object.assign(new EventStoreClient(client, others), { refused });
}
