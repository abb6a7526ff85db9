import type { EventStore } from "../event-store.ts";
import { connectLog } from "../grpc/grpc-log-client.ts";
import { watchRights } from "../rights/report-refused-rights.ts";
import { createEventStore, type SessionOptions } from "./event-store-client.ts";

/** Opens the session with an EventStoreDB (or a server that speaks its protocol). Connects on first use. */
export function openEventStore(options: SessionOptions & { connectionString: string }): EventStore {
  const { connectionString, ...session } = options;
  const { client, refused } = watchRights(connectLog(connectionString), connectionString, session.logger);
  return Object.assign(createEventStore(client, session), { refused });
}
