import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/values/brand";
import { startMailbox } from "@ornament/embedded/mailbox/mailbox";
import { startServer } from "@ornament/platform/http/server";
import { SMTPServer } from "smtp-server";
import { writeLetter } from "./letter.ts";
import { MailRefused, smtpTransport } from "./transport.ts";

const letter = writeLetter({
  kind: "consumer-reset-code",
  secret: { code: "012345", link: "https://ornament.example/reset-password?token=t" },
  brand: defaultBrand,
  publicUrl: "https://ornament.example",
});
const from = "support@ornament.example";

test.each(["a port", "a socket"])("a mail arrives by SMTP at %s with text and HTML", async (place) => {
  const folder = mkdtempSync(join(tmpdir(), "smtp-"));
  const socket = place === "a socket" ? join(folder, "mailbox.sock") : undefined;
  const mailbox = await startMailbox({ socket, open: true });
  const pages = await startServer(mailbox.app, { port: 0 });
  const transport = smtpTransport({ url: mailbox.smtpUrl, brand: defaultBrand, from });
  await transport.send(letter, ["parent@example.com"], "<m@ornament.example>");
  const answer = await fetch(`${pages.url}/mailbox/api/messages`);
  const [message] = (await answer.json()) as { to: unknown; subject: string; text: string; html: string }[];
  expect(message).toMatchObject({
    subject: letter.subject,
    text: expect.stringContaining("012345"),
    html: expect.stringContaining("012345"),
  });
  expect(JSON.stringify(message?.to)).toContain("parent@example.com");
  transport.close();
  await Promise.all([mailbox.stop(), pages.stop()]);
  rmSync(folder, { recursive: true });
});

interface Received {
  recipients: string[];
  content: string;
}

/** A mail server that keeps mails as it received them and refuses those that a test chooses. */
async function rawServer(refuse?: { status: number; text?: string }) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo(_address, _session, done) {
      const { status: responseCode, text = "no" } = refuse ?? {};
      done(refuse ? Object.assign(new Error(text), { responseCode }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, content: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { received, url: `smtp://127.0.0.1:${port}`, stop };
}

test("no value of a mail can add a header or a recipient", async () => {
  const server = await rawServer();
  const brand = { ...defaultBrand, name: "Orna\r\nBcc: evil@example.com\r\nX-Evil: 1" };
  const transport = smtpTransport({ url: server.url, brand, from });
  const subject = "Hello\r\nBcc: evil@example.com\r\n\r\nbody";
  await transport.send({ ...letter, subject }, ["parent@example.com"], "<m@ornament.example>");
  transport.close();
  await server.stop();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.recipients).toEqual(["parent@example.com"]);
  const [headers = ""] = server.received[0]?.content.split("\r\n\r\n") ?? [];
  expect(headers).toMatch(/^Message-ID: <m@ornament\.example>$/im);
  expect(headers).not.toMatch(/^(bcc|x-evil):/im);
});

/** The failure of a mail that the server refuses with this answer. */
async function refusedWith(refuse: { status: number; text?: string }): Promise<unknown> {
  const server = await rawServer(refuse);
  const transport = smtpTransport({ url: server.url, brand: defaultBrand, from });
  const error = await transport.send(letter, ["parent@example.com"], "<m@ornament.example>").then(
    () => undefined,
    (failure: unknown) => failure,
  );
  transport.close();
  await server.stop();
  expect(error).toBeInstanceOf(Error);
  return error;
}

test("a final refusal by the mail server differs from a temporary one, and its message has no email address", async () => {
  expect(await refusedWith({ status: 450 })).not.toBeInstanceOf(MailRefused);
  const final = await refusedWith({ status: 550 });
  expect(final).toBeInstanceOf(MailRefused);
  expect(String(final)).not.toContain("parent@example.com");
});

test.each([
  ["5.4.5 Daily user sending quota exceeded.", "later"],
  ["5.7.1 The daily limit of this account is reached", "later"],
  ["5.7.232 Your tenant exceeded its daily limit for external recipients", "later"],
  ["5.7.1 Email quota exceeded for sending", "later"],
  ["5.7.1 rate limited, please slow down", "later"],
  ["Domain ornament.example has exceeded the max emails per hour", "later"],
  ["5.1.1 <daily.limit@example.com>: no such user", "final"],
  ["5.1.1 daily-limit@example.com: no such user", "final"],
  ["5.2.2 The mailbox of the recipient is over its quota", "final"],
  ["5.3.4 Message size exceeds the fixed limit", "final"],
  ["5.7.1 Relaying denied", "final"],
])(
  "a refusal for good with the text %j is tried again only if it names a limit of sending: %s",
  async (text, when) => {
    expect((await refusedWith({ status: 550, text })) instanceof MailRefused).toBe(when === "final");
  },
);
