import { isIP } from "node:net";
import { credentials } from "@grpc/grpc-js";

interface SecureConnector {
  connectionOptions?: { servername?: string };
}

interface SecureCredentials {
  _createSecureConnector(...parameters: unknown[]): SecureConnector;
}

let isMended = false;

/**
 * TLS has no server name for an IP address (RFC 6066), but grpc-js gives Node the address as one, and Node warns of it
 * (DEP0123). Without a server name, Node checks the certificate against the address all the same. @eventstore/db-client
 * takes no channel options, so this mends the credentials of all channels of the process. Does nothing the second time,
 * and nothing where grpc-js has changed.
 */
export function sendNoServerNameForIp(): void {
  if (isMended) return;
  isMended = true;
  const secure: SecureCredentials = Object.getPrototypeOf(credentials.createSsl());
  const create = secure._createSecureConnector;
  secure._createSecureConnector = function (...parameters) {
    const connector = create.apply(this, parameters);
    const options = connector.connectionOptions;
    if (options?.servername !== undefined && isIP(options.servername) !== 0) delete options.servername;
    return connector;
  };
}
