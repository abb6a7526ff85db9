import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const patience = 60_000;
const pollMilliseconds = 25;

/** The mails that the product sent, as the embedded mailbox stores them. */
export class MailboxFile {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, "mailbox.ndjson");
  }

  all(): Mail[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, "utf8").split("\n");
    // A line without its line break is not written completely yet.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as Mail);
  }

  /** Waits for a mail to an email address. */
  async to(email: string, subject = /./): Promise<Mail> {
    const deadline = Date.now() + patience;
    for (;;) {
      const found = this.all().find((mail) => mail.to === email && subject.test(mail.subject));
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`No mail to ${email} came within ${patience / 1_000} s`);
      await pause(pollMilliseconds);
    }
  }
}
