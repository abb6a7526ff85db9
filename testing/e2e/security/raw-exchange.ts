import { connect } from "node:net";

/**
 * Sends bytes, and `more` after the first answer. Returns everything that is received until the other side
 * closes.
 */
export function exchange(url: string, bytes: string, more?: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1");
    let received = "";
    let rest = more;
    socket.setTimeout(60_000, () =>
      socket.destroy(new Error(`Not closed after ${JSON.stringify(received)}`)),
    );
    socket.on("data", (piece: Buffer) => {
      received += piece.toString("latin1");
      if (rest === undefined || !received.includes("\r\n\r\n")) return;
      socket.write(Buffer.from(rest, "latin1"));
      rest = undefined;
    });
    socket.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(received) : reject(error),
    );
    socket.once("close", () => resolve(received));
    socket.write(Buffer.from(bytes, "latin1"));
  });
}

/** The statuses of the answers in order, without the 1xx ones. */
export const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);
