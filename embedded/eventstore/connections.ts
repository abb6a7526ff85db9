import { createServer, type Server, type Socket } from "node:net";

/** What libuv does to a connection's end beneath Node's streams: HTTP/2 leaves no other way to stop reading it. */
type Handle = { readStop(): void; readStart(): void };

/**
 * The port that clients connect to, in front of the gRPC server: so that a test can take it away, reset what is
 * connected, or leave what is sent unread. Otherwise connections are handed on as they are.
 */
export class Connections {
  readonly #host: string;
  readonly #handOn: (socket: Socket) => void;
  readonly #open = new Set<Socket>();
  #port: number;
  #server: Server | undefined;
  /** Those that came while frozen: connected, and not looked at. */
  #waiting: Socket[] = [];
  #frozen = false;

  constructor(host: string, port: number, handOn: (socket: Socket) => void) {
    this.#host = host;
    this.#port = port;
    this.#handOn = handOn;
  }

  get port(): number {
    return this.#port;
  }

  /** Takes the port. Rejects with the operating system's error when it can't be had. */
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

  /** Takes no new connections; those that are open stay. */
  stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    // Its own callback waits for the last connection; the port is free at once.
    server?.close();
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Resets every open connection. */
  reset(): void {
    this.#waiting = [];
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  /** Leaves what comes unread, pings included; the operating system still takes it, and new connections. */
  freeze(): void {
    this.#frozen = true;
    for (const socket of this.#open) handleOf(socket)?.readStop();
  }

  thaw(): void {
    this.#frozen = false;
    const waiting = new Set(this.#waiting);
    this.#waiting = [];
    for (const socket of this.#open)
      if (waiting.has(socket)) this.#handOn(socket);
      else handleOf(socket)?.readStart();
  }

  #take(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    // A reset has nobody else to hear it while the connection waits.
    socket.on("error", () => undefined);
    if (this.#frozen) this.#waiting.push(socket);
    else this.#handOn(socket);
  }
}

function handleOf(socket: Socket): Handle | undefined {
  const handle: unknown = "_handle" in socket ? socket._handle : undefined;
  return isHandle(handle) ? handle : undefined;
}

const isHandle = (handle: unknown): handle is Handle =>
  typeof handle === "object" && handle !== null && "readStop" in handle && "readStart" in handle;
