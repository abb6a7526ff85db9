import type { Brand } from "@ornament/contracts/api/settings";
import { createTransport } from "nodemailer";
import type { Letter } from "./letter.ts";

/** Hands a letter to the mail server. Repeating it with the same `messageId` lets mail programs show it once. */
export interface MailTransport {
  /** Throws `MailRefused` when this recipient or message will never be taken; any other error may pass. */
  send(letter: Letter, to: string, messageId: string): Promise<void>;
  close(): void;
}

export class MailRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "MailRefused";
  }
}

/** By SMTP, over a few kept connections. Addresses and names are given apart, so that no value reaches a header as it is. */
export function smtpTransport(options: { url: string; brand: Brand; from: string }): MailTransport {
  const transporter = createTransport({
    url: options.url,
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
          to: { name: "", address: to },
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

/** A final answer (5xx) about the recipient or the message; never its text, which repeats the address. */
function refusal(error: unknown): MailRefused | undefined {
  if (!(error instanceof Error) || !("responseCode" in error) || !("code" in error)) return undefined;
  const status = Number(error.responseCode);
  const final = status >= 500 && status < 600 && ["EENVELOPE", "EMESSAGE"].includes(String(error.code));
  return final ? new MailRefused(`the mail server refused it (${status})`) : undefined;
}
