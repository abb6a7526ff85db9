import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/domain/brand";
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
async function rawServer(refuse?: { status: number }) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo(_address, _session, done) {
      done(refuse ? Object.assign(new Error("no"), { responseCode: refuse.status }) : null);
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

test("a final refusal by the mail server differs from a temporary one, and its message has no email address", async () => {
  for (const [status, final] of [
    [550, true],
    [450, false],
  ] as const) {
    const server = await rawServer({ status });
    const transport = smtpTransport({ url: server.url, brand: defaultBrand, from });
    const error = await transport.send(letter, ["parent@example.com"], "<m@ornament.example>").then(
      () => undefined,
      (failure: unknown) => failure,
    );
    transport.close();
    await server.stop();
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof MailRefused).toBe(final);
    if (final) expect(String(error)).not.toContain("parent@example.com");
  }
});
