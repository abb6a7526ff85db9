import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * A TCP proxy before the event store. A cut resets its connections and refuses new ones until it is opened.
 */
export class CuttableProxy {
  readonly #to: number;
  readonly #taken = new Set<Socket>();
  #server: Server | undefined;
  port = 0;

  constructor(to: number) {
    this.#to = to;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => this.#forward(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(this.port, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (typeof address === "object" && address) this.port = address.port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#taken) socket.resetAndDestroy();
    await closed;
  }

  #forward(taken: Socket): void {
    const onwards = connect(this.#to, "127.0.0.1");
    this.#taken.add(taken);
    taken.once("close", () => {
      this.#taken.delete(taken);
      onwards.destroy();
    });
    onwards.once("close", () => taken.destroy());
    for (const socket of [taken, onwards]) socket.setNoDelay().on("error", () => socket.destroy());
    taken.pipe(onwards).pipe(taken);
  }
}
