import { isIP } from "node:net";
import type { EventStoreDBClient } from "@eventstore/db-client";
import { credentials } from "@grpc/grpc-js";
import { ConfigError } from "../../config/read-config.ts";
import { clientFor } from "./address.ts";

/** One client, and so one connection, for each connection string. */
const shared = new Map<string, { client: EventStoreDBClient; users: number }>();

/** Throws `ConfigError` for a connection string that can't be parsed. */
export function shareClient(connectionString: string) {
  const entry = shared.get(connectionString) ?? { client: create(connectionString), users: 0 };
  shared.set(connectionString, entry);
  entry.users += 1;
  let isOpen = true;
  return {
    client: entry.client,
    /** The last release ends the calls of the client. */
    async release(): Promise<void> {
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

interface SecureCredentials {
  _createSecureConnector(...parameters: unknown[]): { connectionOptions?: { servername?: string } };
}

let isPatched = false;

/**
 * An IP address must not be a TLS server name (RFC 6066), but grpc-js gives it to Node as one, and Node warns
 * (DEP0123). Without a server name Node still checks the certificate against the address.
 * @eventstore/db-client accepts no channel options, so this patches the credentials of all channels of the
 * process. A second call, or a changed grpc-js, is ignored.
 */
function sendNoServerNameForIp(): void {
  if (isPatched) return;
  isPatched = true;
  const secure: SecureCredentials = Object.getPrototypeOf(credentials.createSsl());
  const create = secure._createSecureConnector;
  secure._createSecureConnector = function (...parameters) {
    const connector = create.apply(this, parameters);
    const options = connector.connectionOptions;
    if (options?.servername !== undefined && isIP(options.servername) !== 0) delete options.servername;
    return connector;
  };
}
