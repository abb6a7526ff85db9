import { randomUUID } from "node:crypto";
import type { Express } from "express";
import { SMTPServer } from "smtp-server";
import { Messages } from "./messages.ts";
import { mailboxPages } from "./pages.ts";

export interface Mailbox {
  smtpUrl: string;
  smtpPort: number;
  /** The pages and the JSON list, under `/mailbox`. */
  app: Express;
  stop(): Promise<void>;
}

const largestMail = 1024 * 1024;

export interface MailboxOptions {
  port?: number;
  file?: string;
  /** Shows the mails to everybody, instead of this machine alone. */
  open?: boolean;
}

/**
 * Receives mail by SMTP on loopback and shows it at `/mailbox`: the product's mail server where no other is configured. Like many
 * mail servers it accepts a repeated mail with a 250 and keeps it once.
 */
export async function startMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const messages = new Messages(options.file);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    size: largestMail,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on("end", () => {
        if (stream.sizeExceeded)
          return done(Object.assign(new Error("Message is too large"), { responseCode: 552 }));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        messages.receive(Buffer.concat(chunks), recipients, new Date(), randomUUID()).then(
          () => done(),
          // A temporary refusal: the sender keeps the mail and tries again.
          (error: Error) => done(Object.assign(error, { responseCode: 452 })),
        );
      });
    },
  });
  smtp.on("error", () => undefined);
  const port = await new Promise<number>((resolve, reject) => {
    smtp.server.once("error", reject);
    const server = smtp.listen(options.port ?? 0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    smtpPort: port,
    app: mailboxPages(messages, { open: options.open ?? false }),
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
