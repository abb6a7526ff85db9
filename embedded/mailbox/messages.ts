import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import PostalMime from "postal-mime";

/** A mail as the mailbox shows it. `receivedAt` is ISO 8601. */
export interface Message {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

const kept = 500;

/** Keeps the newest mails, and where a file is given finds them again after a restart. */
export class Messages {
  readonly #file: string | undefined;
  #messages: Message[];

  constructor(file?: string) {
    this.#file = file;
    this.#messages = file !== undefined && existsSync(file) ? readKept(file) : [];
    if (file !== undefined) writeFileSync(file, this.#messages.map(toLine).join(""), { mode: 0o600 });
  }

  newestFirst(): Message[] {
    return this.#messages.toReversed();
  }

  find(id: string): Message | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  async receive(raw: Buffer, recipients: string[], receivedAt: Date, id: string): Promise<Message> {
    const mail = await PostalMime.parse(raw);
    const message = {
      id,
      to: recipients.join(", "),
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      html: mail.html ?? "",
      receivedAt: receivedAt.toISOString(),
    };
    if (this.#file !== undefined) appendFileSync(this.#file, toLine(message));
    this.#messages = [...this.#messages, message].slice(-kept);
    return message;
  }
}

const toLine = (message: Message) => `${JSON.stringify(message)}\n`;

/** A last line cut off by a crash was never acknowledged to the sender, who sends it again. */
function readKept(file: string): Message[] {
  return readFileSync(file, "utf8")
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
