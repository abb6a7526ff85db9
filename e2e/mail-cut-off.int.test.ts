import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { closeDatabase, openDatabase } from "@ornament/embedded/eventstore/log/database";
import { Messages } from "@ornament/embedded/mailbox/messages";
import { ApiClient } from "@ornament/testing/calls/api-client";
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { testOnEmbeddedEventStore } from "@ornament/testing/stores/test-event-store";
import { SMTPServer } from "smtp-server";

const test = testOnEmbeddedEventStore("file");

// The product is killed after the mail server has accepted a mail, and before that is recorded in the event
// store.
let dataDir: string;
let product: RunningProduct;

beforeEach(() => {
  dataDir = newDataDir();
});
afterEach(async () => {
  await product.kill();
  removeDataDir(dataDir);
});

/** A mail that was started and not recorded as sent is sent again after this time, in milliseconds. */
const repeatDelay = 60_000;

/**
 * Changes the stopped product's event store as if the mail had been started earlier. Returns the changed
 * time.
 */
function moveStartBack(milliseconds: number): number {
  const db = openDatabase(dataDir);
  try {
    db.prepare("UPDATE events SET created = created - ? WHERE type = 'MailStarted'").run([milliseconds]);
    const [startedAt] = db.prepare("SELECT created FROM events WHERE type = 'MailStarted'").raw().all([]) as [
      number,
    ][];
    return startedAt?.[0] ?? 0;
  } finally {
    closeDatabase(db);
  }
}

test("a mail that the server accepted just before the product was killed is sent again after a minute with its Message-ID, and a mailbox keeps one", async () => {
  const file = join(dataDir, "test-mailbox.ndjson");
  let mailbox = new Messages(file);
  const accepted: (string | undefined)[] = [];
  let reportRepeated = (): void => undefined;
  const repeated = new Promise<void>((resolve) => {
    reportRepeated = resolve;
  });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const content = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        await mailbox.receive(content, recipients, new Date(), String(accepted.length));
        if (accepted.length === 0) await product.kill();
        accepted.push(/^Message-ID:\s*(<\S+>)/im.exec(content.toString())?.[1]);
        if (accepted.length === 2) reportRepeated();
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const start = () => startProduct({ dataDir, environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });

  product = await start();
  const body = { email: "parent@example.com", password: "Parent-2026" };
  await new ApiClient(product.url).call("POST", "/api/user/registration", { body });
  while (accepted.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  mailbox = new Messages(file);
  const startedAt = moveStartBack(repeatDelay - 4_000);
  product = await start();
  await repeated;
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(repeatDelay);
  expect(accepted[0]).toMatch(/^<\S+\.activation-link@localhost>$/);
  expect(accepted).toEqual([accepted[0], accepted[0]]);
  expect(mailbox.newestFirst()).toMatchObject([{ to: body.email, messageId: accepted[0] }]);
  await product.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
