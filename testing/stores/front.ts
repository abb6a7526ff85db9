import { connect, createServer, type Server, type Socket } from "node:net";
import { cut, listenAt, type Place } from "@ornament/embedded/sockets/listen";

type Pair = { readonly client: Socket; readonly server: Socket };

/**
 * A proxy at the address of the clients, in front of an embedded server at another address. It fails like
 * processes and networks: it refuses, resets and freezes connections. Otherwise it passes every byte on.
 */
export class Front {
  readonly #behind: Place;
  readonly #open = new Set<Pair>();
  #place: Place;
  #listening: Server | undefined;
  #frozen = false;

  constructor(place: Place, behind: Place) {
    this.#place = place;
    this.#behind = behind;
  }

  /** 0 for a socket. */
  get port(): number {
    return "port" in this.#place ? this.#place.port : 0;
  }

  /** Accepts connections, again after `refuse` at the same address. */
  async accept(): Promise<void> {
    if (this.#listening) return;
    this.#listening = createServer((client) => this.#take(client));
    const port = await listenAt(this.#listening, this.#place);
    if ("port" in this.#place) this.#place = { ...this.#place, port };
  }

  /** Resets every open connection and accepts no new one, like a server that is down. */
  refuse(): void {
    this.stopListening();
    this.cut();
  }

  /** Accepts no new connection. Open ones stay. */
  stopListening(): void {
    this.#listening?.close();
    this.#listening = undefined;
  }

  /** Resets every open connection; new ones are accepted. */
  cut(): void {
    for (const { client } of this.#open) cut(client);
  }

  /**
   * Freezes as SIGSTOP freezes a process: connections stay open and new ones are opened, but nothing is read
   * and no ping is answered. The embedded server behind it commits and sends the results of the bytes that it
   * has received.
   */
  freeze(): void {
    this.#frozen = true;
    for (const pair of this.#open) {
      for (const socket of [pair.client, pair.server]) socket.unpipe().pause();
    }
  }

  /** Continues after `freeze` with the bytes received in the meantime. */
  thaw(): void {
    if (!this.#frozen) return;
    this.#frozen = false;
    for (const pair of this.#open) passOn(pair);
  }

  #take(client: Socket): void {
    const pair = { client, server: connect(this.#behind) };
    this.#open.add(pair);
    client.setNoDelay(true);
    for (const [one, other] of [
      [client, pair.server],
      [pair.server, client],
    ] as const) {
      // A reset ends both sides, as it would without the proxy.
      one.on("error", () => undefined);
      one.once("close", () => {
        this.#open.delete(pair);
        other.destroy();
      });
    }
    if (!this.#frozen) passOn(pair);
  }
}

function passOn({ client, server }: Pair): void {
  client.pipe(server);
  server.pipe(client);
}
