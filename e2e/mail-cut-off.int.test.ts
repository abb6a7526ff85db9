import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { closeDatabase, openDatabase } from "@ornament/embedded/eventstore/database";
import { Messages } from "@ornament/embedded/mailbox/messages";
import { SMTPServer } from "smtp-server";
import { ApiClient } from "./product/api-client.ts";
import { newDataDir, type RunningProduct, removeDataDir, startProduct } from "./product/running-product.ts";
import { testOnEmbeddedEventStore } from "./product/test-event-store.ts";

const test = testOnEmbeddedEventStore("file");

/** `kill -9` once a mail server has a mail, and before the log says so. */
let dataDir: string;
let product: RunningProduct;

beforeEach(() => {
  dataDir = newDataDir();
});
afterEach(async () => {
  await product.kill();
  removeDataDir(dataDir);
});

/** A mail that was begun and not recorded is left for so long to the process that began it. */
const leftAlone = 60_000;

/** While the product is off, has the mail begun most of that time ago; answers when it was begun, by that. */
function moveBack(milliseconds: number): number {
  const db = openDatabase(dataDir);
  try {
    db.prepare("UPDATE events SET created = created - ? WHERE type = 'MailStarted'").run([milliseconds]);
    const [begun] = db.prepare("SELECT created FROM events WHERE type = 'MailStarted'").raw().all([]) as [
      number,
    ][];
    return begun?.[0] ?? 0;
  } finally {
    closeDatabase(db);
  }
}

test("a mail that was taken when the product was killed comes again with its Message-ID after a minute; a mailbox that knows it keeps one", async () => {
  const file = join(dataDir, "test-mailbox.ndjson");
  let mailbox = new Messages(file);
  const taken: (string | undefined)[] = [];
  let again = (): void => undefined;
  const repeated = new Promise<void>((resolve) => {
    again = resolve;
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
        await mailbox.receive(content, recipients, new Date(), String(taken.length));
        if (taken.length === 0) await product.kill();
        taken.push(/^Message-ID:\s*(<\S+>)/im.exec(content.toString())?.[1]);
        if (taken.length === 2) again();
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
  while (taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  mailbox = new Messages(file);
  const begun = moveBack(leftAlone - 4_000);
  product = await start();
  await repeated;
  expect(Date.now() - begun).toBeGreaterThanOrEqual(leftAlone);
  expect(taken[0]).toMatch(/^<\S+\.activation-link@localhost>$/);
  expect(taken).toEqual([taken[0], taken[0]]);
  expect(mailbox.newestFirst()).toMatchObject([{ to: body.email, messageId: taken[0] }]);
  await product.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
