import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to the event store that can be cut: what is connected is reset, and nobody gets through until it is whole again. */
export class Front {
  readonly #to: number;
  readonly #taken = new Set<Socket>();
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
    for (const socket of this.#taken) socket.resetAndDestroy();
    await closed;
  }

  #pass(taken: Socket): void {
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
