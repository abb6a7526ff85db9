import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that sends bytes unchanged. */
export class RawConnection {
  received = "";
  readonly #socket: Socket;
  #changed: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => {
      this.received += chunk.toString("latin1");
      this.#changed();
    });
    socket.on("error", () => this.#changed()).on("close", () => this.#changed());
  }

  static async open(url: string): Promise<RawConnection> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  get closed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  send(bytes: string | Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Waits until the other side has closed, or no byte arrived for this time. */
  untilClosedOrSilent(milliseconds: number): Promise<void> {
    return this.until(() => this.closed, milliseconds);
  }

  /** Waits until the condition holds, the other side has closed, or no byte arrived for this time. */
  until(holds: () => boolean, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(late);
        this.#changed = () => undefined;
        resolve();
      };
      let late = setTimeout(done, milliseconds);
      this.#changed = () => {
        clearTimeout(late);
        late = setTimeout(done, milliseconds);
        if (holds() || this.closed) done();
      };
      if (holds() || this.closed) done();
    });
  }
}

/** The statuses of the received answers. No line break separates an answer from the previous body. */
export const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);
