import type { EventStoreDBClient } from "@eventstore/db-client";
import { ConfigError } from "../../config/read-config.ts";
import { clientFor } from "./address.ts";
import { sendNoServerNameForIp } from "./tls-server-name.ts";

/** One client, and so one connection, for each connection string in the process. */
const shared = new Map<string, { client: EventStoreDBClient; users: number }>();

export interface SharedClient {
  readonly client: EventStoreDBClient;
  /** The last release ends the calls of the client. */
  release(): Promise<void>;
}

/** The process's client for the connection string. Throws `ConfigError` for a string that can't be parsed. */
export function shareClient(connectionString: string): SharedClient {
  const entry = shared.get(connectionString) ?? { client: create(connectionString), users: 0 };
  shared.set(connectionString, entry);
  entry.users += 1;
  let isOpen = true;
  return {
    client: entry.client,
    async release() {
      if (!isOpen) return;
      isOpen = false;
      entry.users -= 1;
      if (entry.users > 0) return;
      shared.delete(connectionString);
      await entry.client.dispose();
    },
  };
}

function create(connectionString: string): EventStoreDBClient {
  sendNoServerNameForIp();
  try {
    const { client, warnings } = clientFor(connectionString);
    for (const warning of warnings) process.emitWarning(`EVENTSTORE_URL: ${warning}`);
    return client;
  } catch (error) {
    throw new ConfigError(`EVENTSTORE_URL: ${(error as Error).message}`);
  }
}
