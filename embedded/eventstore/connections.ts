import { createServer, type Server, type Socket } from "node:net";

/** The connection's handle in libuv. With HTTP/2 there is no other way to stop reading. */
type Handle = { readStop(): void; readStart(): void };

/**
 * The port that clients connect to, in front of the gRPC server, so that tests can close it, reset connections or leave them
 * unread. Otherwise connections are passed on unchanged.
 */
export class Connections {
  readonly #host: string;
  readonly #passOn: (socket: Socket) => void;
  readonly #open = new Set<Socket>();
  #port: number;
  #server: Server | undefined;
  /** Connections that were opened while the server was frozen. */
  #waiting: Socket[] = [];
  #frozen = false;

  constructor(host: string, port: number, passOn: (socket: Socket) => void) {
    this.#host = host;
    this.#port = port;
    this.#passOn = passOn;
  }

  get port(): number {
    return this.#port;
  }

  /** Listens on the port. Rejects with the operating system's error when that fails. */
  async listen(): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#take(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) => {
        this.#server = undefined;
        reject(error);
      });
      server.listen(this.#port, this.#host, resolve);
    });
    const address = server.address();
    if (typeof address === "object" && address) this.#port = address.port;
  }

  /** Accepts no new connections. Open ones stay. */
  stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    // The callback of close() would wait for the last connection, but the port is free at once.
    server?.close();
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Resets every open connection. */
  reset(): void {
    this.#waiting = [];
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  /** Reads nothing more, not even pings. The operating system still receives data and accepts connections. */
  freeze(): void {
    this.#frozen = true;
    for (const socket of this.#open) handleOf(socket)?.readStop();
  }

  thaw(): void {
    this.#frozen = false;
    const waiting = new Set(this.#waiting);
    this.#waiting = [];
    for (const socket of this.#open)
      if (waiting.has(socket)) this.#passOn(socket);
      else handleOf(socket)?.readStart();
  }

  #take(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    // While the connection waits there is no other listener for a reset.
    socket.on("error", () => undefined);
    if (this.#frozen) this.#waiting.push(socket);
    else this.#passOn(socket);
  }
}

function handleOf(socket: Socket): Handle | undefined {
  const handle: unknown = "_handle" in socket ? socket._handle : undefined;
  return isHandle(handle) ? handle : undefined;
}

const isHandle = (handle: unknown): handle is Handle =>
  typeof handle === "object" && handle !== null && "readStop" in handle && "readStart" in handle;
