import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import PostalMime from "postal-mime";

/** A mail as the mailbox shows it. `receivedAt` is ISO 8601. */
export interface Message {
  id: string;
  /** As the sender wrote it; mails without one are never taken for the same. */
  messageId?: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

const kept = 500;

/**
 * Keeps the newest mails, and where a file is given finds them again after a restart. A mail that a sender repeats, since
 * it did not hear that the first was taken, is taken again and kept once: by Message-ID and recipients.
 */
export class Messages {
  readonly #path: string | undefined;
  #messages: Message[];
  /** A mail at a time, so that a repetition finds the first. */
  #turn: Promise<unknown> = Promise.resolve();
  #torn = false;

  constructor(path?: string) {
    this.#path = path;
    this.#messages = path !== undefined && existsSync(path) ? readKept(path) : [];
    if (path !== undefined) writeFileSync(path, this.#messages.map(toLine).join(""), { mode: 0o600 });
  }

  newestFirst(): Message[] {
    return this.#messages.toReversed();
  }

  find(id: string): Message | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  /** Resolves once the mail is on disk: then its sender may forget it. */
  async receive(raw: Buffer, recipients: string[], receivedAt: Date, id: string): Promise<void> {
    const mail = await PostalMime.parse(raw);
    const message = {
      id,
      ...(mail.messageId ? { messageId: mail.messageId } : {}),
      to: recipients.join(", "),
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      html: mail.html ?? "",
      receivedAt: receivedAt.toISOString(),
    };
    const keeping = this.#turn.then(() => this.#keep(message));
    this.#turn = keeping.catch(() => undefined);
    await keeping;
  }

  async #keep(message: Message): Promise<void> {
    if (this.#messages.some((other) => isRepetition(message, other))) return;
    await this.#write(toLine(message));
    this.#messages = [...this.#messages, message].slice(-kept);
  }

  async #write(line: string): Promise<void> {
    if (this.#path === undefined) return;
    const file = await open(this.#path, "a", 0o600);
    try {
      // A line that a full disk has cut off must not take the next one with it.
      const text = this.#torn ? `\n${line}` : line;
      this.#torn = true;
      await file.appendFile(text);
      await file.datasync();
      this.#torn = false;
    } finally {
      await file.close();
    }
  }
}

const isRepetition = (message: Message, other: Message) =>
  message.messageId !== undefined && message.messageId === other.messageId && message.to === other.to;

const toLine = (message: Message) => `${JSON.stringify(message)}\n`;

/** A last line cut off by a crash was never acknowledged to the sender, who sends it again. */
function readKept(path: string): Message[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Message];
      } catch {
        return [];
      }
    })
    .slice(-kept);
}
