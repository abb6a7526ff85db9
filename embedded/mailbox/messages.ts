import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import PostalMime from "postal-mime";
import { makePrivate } from "../files/private-file.ts";

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

  constructor(path?: string) {
    this.#path = path;
    this.#messages = path !== undefined && existsSync(path) ? readKept(path) : [];
    if (path === undefined) return;
    // Whole or not at all, so that a full disk costs no mail.
    const draft = `${path}.new`;
    rmSync(draft, { force: true });
    makePrivate(draft);
    writeFileSync(draft, this.#messages.map(toLine).join(""));
    renameSync(draft, path);
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
    if (this.#path !== undefined) await appendWhole(this.#path, toLine(message));
    this.#messages = [...this.#messages, message].slice(-kept);
  }
}

const isRepetition = (message: Message, other: Message) =>
  message.messageId !== undefined && message.messageId === other.messageId && message.to === other.to;

/** On a full disk part of a line may get in; it is taken back, so that the next mail begins a line of its own. */
async function appendWhole(path: string, line: string): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    const { size } = await file.stat();
    try {
      await file.appendFile(line);
      await file.datasync();
    } catch (error) {
      await file.truncate(size);
      throw error;
    }
  } finally {
    await file.close();
  }
}

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
