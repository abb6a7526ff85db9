import { connect, type Socket } from "node:net";
import type { Brand } from "@ornament/contracts/values/brand";
import { createTransport } from "nodemailer";
import type { Letter } from "./letter.ts";

/** Sends a letter to the mail server. Mail programs show letters with the same `messageId` once. */
export interface MailTransport {
  /** Throws `MailRefused` if every recipient or the message is refused for good. Another error may be temporary. */
  send(letter: Letter, to: readonly string[], messageId: string): Promise<void>;
  close(): void;
}

export class MailRefused extends Error {
  readonly smtpStatus: number;

  constructor(smtpStatus: number) {
    super(`the mail server refused it (${smtpStatus})`);
    this.name = "MailRefused";
    this.smtpStatus = smtpStatus;
  }
}

/** SMTP over a few pooled connections. Addresses and names are separate values, so that none gets into a header. */
export function smtpTransport(options: { url: string; brand: Brand; from: string }): MailTransport {
  const [, socket] = /^unix:(.+)/.exec(options.url) ?? [];
  const transporter = createTransport({
    ...(socket === undefined ? { url: options.url } : { getSocket: connectionTo(socket) }),
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = { name: options.brand.name, address: options.from };
  return {
    async send({ subject, text, html }, to, messageId) {
      try {
        await transporter.sendMail({
          from,
          to: to.map((address) => ({ name: "", address })),
          subject,
          text,
          html,
          messageId,
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        throw refusal(error) ?? error;
      }
    },
    close: () => transporter.close(),
  };
}

type Connected = (error: Error | null, found?: { connection: Socket }) => void;

/** nodemailer has no URL for a Unix socket, but it accepts connections. */
const connectionTo = (path: string) => (_options: unknown, connected: Connected) => {
  const connection = connect(path)
    .once("error", connected)
    .once("connect", () => {
      connection.off("error", connected);
      connected(null, { connection });
    });
};

/** A final answer (5xx). Its text is not kept: it may repeat the address. A sender's limit is over tomorrow. */
function refusal(error: unknown): MailRefused | undefined {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return undefined;
  const status = Number(error.responseCode);
  const final = status >= 500 && status < 600 && ["EENVELOPE", "EMESSAGE"].includes(String(error.code));
  const text = "response" in error ? String(error.response) : "";
  return final && !namesSendingLimit(text) ? new MailRefused(status) : undefined;
}

/** Both words, because a mailbox has a quota, too, and a message a limit of its size. */
function namesSendingLimit(answer: string): boolean {
  const words = answer.replace(/\S+@\S+/g, "");
  const ofSending = /\b(?:daily|hourly|sending|rate|per (?:day|hour|minute))\b/i.test(words);
  return (
    /\b5\.4\.5\b/.test(words) || (ofSending && /\b(?:limit(?:s|ed)?|quota|exceed(?:s|ed)?)\b/i.test(words))
  );
}
