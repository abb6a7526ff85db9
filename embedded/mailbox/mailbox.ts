import { randomBytes, randomUUID } from "node:crypto";
import type { Express } from "express";
import { SMTPServer } from "smtp-server";
import { listenAt, placeOf } from "../sockets/listen.ts";
import { Messages } from "./messages.ts";
import { mailboxPages } from "./pages.ts";

export interface Mailbox {
  /** The URL in the form of `SMTP_URL`. */
  smtpUrl: string;
  /** 0 for a socket. */
  smtpPort: number;
  /** The token with which mails can be read; `undefined` if every caller may read them. */
  token: string | undefined;
  /** The pages and the JSON list, under `/mailbox`. */
  app: Express;
  stop(): Promise<void>;
}

const largestMail = 1024 * 1024;

export interface MailboxOptions {
  /** The path of a socket for receiving mails, in place of a port. */
  socket?: string | undefined;
  port?: number;
  file?: string;
  /** The token; by default a new one. */
  token?: string | undefined;
  /** Shows the mails to every caller, not only to callers on this machine with the token. */
  open?: boolean;
}

/**
 * Receives mails by SMTP and shows them at `/mailbox`: the product's mail server if no other is configured.
 * It accepts a repeated mail with a 250 and keeps it once, as mail servers often do.
 */
export async function startMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const { socket, token = randomBytes(16).toString("base64url"), open = false } = options;
  const messages = new Messages(options.file);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
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
  const port = await listenAt(smtp.server, placeOf(socket, options.port ?? 0));
  const readers = open ? undefined : token;
  return {
    smtpUrl: socket === undefined ? `smtp://127.0.0.1:${port}` : `unix:${socket}`,
    smtpPort: port,
    token: readers,
    app: mailboxPages(messages, readers),
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
