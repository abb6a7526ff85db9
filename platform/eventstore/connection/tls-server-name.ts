import { isIP } from "node:net";
import { credentials } from "@grpc/grpc-js";

interface SecureConnector {
  connectionOptions?: { servername?: string };
}

interface SecureCredentials {
  _createSecureConnector(...parameters: unknown[]): SecureConnector;
}

let isPatched = false;

/**
 * An IP address must not be a TLS server name (RFC 6066), but grpc-js gives it to Node as one, and Node warns
 * (DEP0123). Without a server name Node still checks the certificate against the address.
 * @eventstore/db-client accepts no channel options, so this patches the credentials of all channels of the
 * process. A second call, or a changed grpc-js, is ignored.
 */
export function sendNoServerNameForIp(): void {
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
