import { once } from "node:events";
import { SMTPServer } from "smtp-server";

/** A mail server that accepts every mail and counts the copies of each by its Message-ID. */
export class MailCounter {
  readonly #copies = new Map<string, number>();
  readonly #to = new Map<string, number>();
  readonly #server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData: (stream, session, done) => {
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
      });
      stream.on("end", () => {
        const [, id = "none"] = /^message-id:\s*(\S+)/im.exec(text) ?? [];
        this.#copies.set(id, (this.#copies.get(id) ?? 0) + 1);
        for (const { address } of session.envelope.rcptTo)
          this.#to.set(address, (this.#to.get(address) ?? 0) + 1);
        done();
      });
    },
  });
  url = "";

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server.server, "listening");
    const address = this.#server.server.address();
    if (typeof address === "object" && address) this.url = `smtp://127.0.0.1:${address.port}`;
  }

  /** The number of different mails. */
  get count(): number {
    return this.#copies.size;
  }

  /** The number of repeated mails. */
  get copies(): number {
    return [...this.#copies.values()].reduce((sum, count) => sum + count - 1, 0);
  }

  mailsTo = (address: string) => this.#to.get(address) ?? 0;

  stop = () => new Promise<void>((resolve) => this.#server.close(() => resolve()));
}
