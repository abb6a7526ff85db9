import { connect, createServer, type Server, type Socket } from "node:net";
import { cut, listenAt, type Place } from "@ornament/embedded/sockets/listen";

type Pair = { readonly client: Socket; readonly server: Socket };

/**
 * Stands at the address that clients use, in front of an embedded server at another one, and fails as processes and networks do:
 * it refuses, resets and freezes connections. Otherwise it passes on every byte.
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

  /** Takes connections, again after `refuse` at the same address. */
  async accept(): Promise<void> {
    if (this.#listening) return;
    this.#listening = createServer((client) => this.#take(client));
    const port = await listenAt(this.#listening, this.#place);
    if ("port" in this.#place) this.#place = { ...this.#place, port };
  }

  /** Resets every open connection and takes no new one, like a server that is down. */
  refuse(): void {
    this.stopListening();
    this.cut();
  }

  /** Takes no new connection. Open ones stay. */
  stopListening(): void {
    this.#listening?.close();
    this.#listening = undefined;
  }

  /** Resets every open connection; new ones are taken. */
  cut(): void {
    for (const { client } of this.#open) cut(client);
  }

  /**
   * Freezes as SIGSTOP freezes a process: connections stay open and new ones are opened, but nothing is read and no ping is answered.
   * The embedded server behind it commits and sends what it had already received.
   */
  freeze(): void {
    this.#frozen = true;
    for (const pair of this.#open) {
      for (const socket of [pair.client, pair.server]) socket.unpipe().pause();
    }
  }

  /** Goes on after `freeze` with everything that was received meanwhile. */
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
      // A reset ends both sides, as it would without the front.
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
