import { randomBytes, randomUUID } from "node:crypto";
import type { Express } from "express";
import { SMTPServer } from "smtp-server";
import { listenAt, placeOf } from "../sockets/listen.ts";
import { Messages } from "./messages.ts";
import { mailboxPages } from "./pages.ts";

export interface Mailbox {
  /** The address as the product's `SMTP_URL` takes it. */
  smtpUrl: string;
  /** 0 for a socket. */
  smtpPort: number;
  /** Whoever has it may read the mails; `undefined` where everybody may. */
  token: string | undefined;
  /** The pages and the JSON list, under `/mailbox`. */
  app: Express;
  stop(): Promise<void>;
}

const largestMail = 1024 * 1024;

export interface MailboxOptions {
  /** The path of a socket to take mail at, in place of a port. */
  socket?: string | undefined;
  port?: number;
  file?: string;
  /** By default a new one. */
  token?: string | undefined;
  /** Shows the mails to everybody, instead of those on this machine who have the token. */
  open?: boolean;
}

/**
 * Receives mail by SMTP and shows it at `/mailbox`: the product's mail server where no other is configured. Like many
 * mail servers it accepts a repeated mail with a 250 and keeps it once.
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
