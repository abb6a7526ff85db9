import { rmSync } from "node:fs";
import type { Server, Socket } from "node:net";

/** Where an embedded server listens: at a socket file, or at a port of a host; port 0 means any free one. */
export type Place = { readonly path: string } | { readonly host: string; readonly port: number };

/** The place of a server that got the path of a socket, or else a port. */
export const placeOf = (socket: string | undefined, port: number, host = "127.0.0.1"): Place =>
  socket === undefined ? { host, port } : { path: socket };

/** Listens. Returns the port, 0 for a socket. Rejects with the operating system's error. */
export async function listenAt(server: Server, place: Place): Promise<number> {
  // A killed process leaves the file of its socket, and nobody could listen there again.
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

/** Ends a connection without what is still to be sent, as a process that was killed does. Only TCP has resets. */
export function cut(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
