import { rmSync } from "node:fs";
import type { Server, Socket } from "node:net";

/** The listener of an embedded server: a socket file, or a port of a host, 0 for any free port. */
export type Place = { readonly path: string } | { readonly host: string; readonly port: number };

/** The place of a server with the path of a socket, or else a port of this machine. */
export const placeOf = (socket: string | undefined, port: number): Place =>
  socket === undefined ? { host: "127.0.0.1", port } : { path: socket };

/** Listens. Returns the port, 0 for a socket. Rejects with the operating system's error. */
export async function listenAt(server: Server, place: Place): Promise<number> {
  // A killed process leaves its socket file, and no server could listen there again.
  if ("path" in place) rmSync(place.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(place, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Ends a connection without sending the rest, as a killed process does. Only TCP has resets. */
export function cut(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
