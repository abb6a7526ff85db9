import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";

/** A test authority, and its certificate for localhost and 127.0.0.1; both valid until 2120. */
const authority = `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1
dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOVGVzdCBhdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASW
kkb8ulS+wzX+A4cqCT+tB045cqPMYK2S2HyxQa565etxfb/zJUQem8BQncrDmhiL
BEG2QtS7onein56mY1+no0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQE
AwICBDAdBgNVHQ4EFgQUaIPY8rD2zxFzISApaoo8qkOCWj8wCgYIKoZIzj0EAwID
SAAwRQIgXaF79cGaamEajmY+yXssI9dqDPCSJQTyssX5hMEGeSQCIQDMtdUe7e+8
TW4awB/kFriDyfB/q+ERJL0BG3YLMb26kw==
-----END CERTIFICATE-----
`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBezCCASKgAwIBAgIBAjAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1
dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAG
A1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEneMCBpgn
ntWZgmDDeJ3JR+KJ42/Wu9y4rtdUsvp5T1WuFU7wE9xA86gEfXYqCCngrnOe1IXd
H+7b6hLkfHOp3qNeMFwwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1Ud
DgQWBBREzIQqz9GPqxW2XL7hmCJEk8iB6jAfBgNVHSMEGDAWgBRog9jysPbPEXMh
IClqijyqQ4JaPzAKBggqhkjOPQQDAgNHADBEAiAh8kiNu8MwXBTRfDPNdJqFBu6h
SVMIwRrelbIzvUqcxQIgD9mfGCDomY4IJ0oJSzSLA8AwRbFJ1kbzZizhAK9xJEE=
-----END CERTIFICATE-----
`;
/** A test key, not a secret: only tests trust the authority. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglaLf1amTj1GZJWIx
h8tgXKSOW++0JpEUuCv+ceMqOw6hRANCAASd4wIGmCee1ZmCYMN4nclH4onjb9a7
3Liu11Sy+nlPVa4VTvAT3EDzqAR9dioIKeCuc57Uhd0f7tvqEuR8c6ne
-----END PRIVATE KEY-----
`;

export interface TlsFront {
  readonly port: number;
  /** The authority's certificate, for `tlsCAFile`. */
  readonly caFile: string;
  close(): Promise<void>;
}

/** A TLS proxy in front of a server without TLS. @param folder the folder for the authority's certificate */
export async function tlsFront(behind: { port: number }, folder: string): Promise<TlsFront> {
  const sockets = new Set<Socket>();
  const server = createServer({ key, cert: certificate, ALPNProtocols: ["h2"] }, (client) => {
    const upstream = connect(behind.port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  // A client that does not trust the certificate ends the handshake.
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const caFile = join(folder, "ca.crt");
  writeFileSync(caFile, authority);
  return {
    port: (server.address() as AddressInfo).port,
    caFile,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
