import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to the event store that can be cut: what is connected is reset, and nobody gets through until it is whole again. */
export class Front {
  readonly #to: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  port = 0;

  constructor(to: number) {
    this.#to = to;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => this.#pass(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(this.port, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (typeof address === "object" && address) this.port = address.port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }

  #pass(socket: Socket): void {
    const onwards = connect(this.#to, "127.0.0.1");
    for (const [from, to] of [
      [socket, onwards],
      [onwards, socket],
    ] as const) {
      this.#sockets.add(from);
      from.setNoDelay();
      from.pipe(to);
      from.once("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.on("error", () => to.resetAndDestroy());
    }
  }
}
