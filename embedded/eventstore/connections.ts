import { createServer, type Server, type Socket } from "node:net";
import { cut, listenAt, type Place } from "../sockets/listen.ts";

/** The connection's handle in libuv. With HTTP/2 there is no other way to stop reading. */
type Handle = { readStop(): void; readStart(): void };

/**
 * The place that clients connect to, in front of the gRPC server, so that tests can close it, reset connections or leave them
 * unread. Otherwise connections are passed on unchanged.
 */
export class Connections {
  readonly #passOn: (socket: Socket) => void;
  readonly #open = new Set<Socket>();
  #place: Place;
  #server: Server | undefined;
  /** Connections that were opened while the server was frozen. */
  #waiting: Socket[] = [];
  #frozen = false;

  constructor(place: Place, passOn: (socket: Socket) => void) {
    this.#place = place;
    this.#passOn = passOn;
  }

  /** 0 for a socket. */
  get port(): number {
    return "port" in this.#place ? this.#place.port : 0;
  }

  /** Listens at the place. Rejects with the operating system's error when that fails. */
  async listen(): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#take(socket));
    this.#server = server;
    try {
      const port = await listenAt(server, this.#place);
      if ("port" in this.#place) this.#place = { ...this.#place, port };
    } catch (error) {
      this.#server = undefined;
      throw error;
    }
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
    for (const socket of this.#open) cut(socket);
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
