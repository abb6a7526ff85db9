import { appendLines, readLines, replaceFile } from "@ornament/platform/files/private-files";
import PostalMime from "postal-mime";

/** A mail in the form of the mailbox. `receivedAt` is ISO 8601. */
export interface Message {
  id: string;
  /** The Message-ID as the sender wrote it. A mail without one never counts as a repeat. */
  messageId?: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

const newest = 500;

/**
 * The newest mails, kept in a file if one is given. A sender repeats a mail when it got no answer to the
 * first. A mail with the same Message-ID and recipients is accepted and kept once.
 */
export class Messages {
  readonly #path: string | undefined;
  readonly #most: number;
  #messages: Message[];
  /** The lines of the file, which is trimmed when half of them are of former mails. */
  #lines = 0;
  /** Mails are stored one after another, so that a repeat finds the first. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(path?: string, most = newest) {
    this.#path = path;
    this.#most = most;
    this.#messages = path === undefined ? [] : readMessages(path).slice(-most);
    if (path !== undefined) this.#trim(path);
  }

  newestFirst(): Message[] {
    return this.#messages.toReversed();
  }

  find(id: string): Message | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  /** Resolves when the mail is on disk. Its sender may then forget it. */
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
    if (this.#messages.some((other) => isRepeat(message, other))) return;
    if (this.#path !== undefined) await appendLines(this.#path, toLine(message));
    this.#messages = [...this.#messages, message].slice(-this.#most);
    this.#lines += 1;
    if (this.#path !== undefined && this.#lines >= 2 * this.#most) this.#trim(this.#path);
  }

  #trim(path: string): void {
    replaceFile(path, this.#messages.map(toLine).join(""));
    this.#lines = this.#messages.length;
  }
}

const isRepeat = (message: Message, other: Message) =>
  message.messageId !== undefined && message.messageId === other.messageId && message.to === other.to;

const toLine = (message: Message) => `${JSON.stringify(message)}\n`;

/** A last line cut off by a crash was never acknowledged to the sender, so the sender repeats the mail. */
function readMessages(path: string): Message[] {
  return readLines(path).flatMap((line) => {
    try {
      return [JSON.parse(line) as Message];
    } catch {
      return [];
    }
  });
}
