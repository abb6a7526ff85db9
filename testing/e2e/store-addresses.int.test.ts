import { readdirSync, readFileSync, statSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type TlsFront, tlsFront } from "@ornament/platform/eventstore/testing/tls-front";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { refusedStart } from "@ornament/testing/product/refused-start";
import {
  adminEmail,
  collectOutput,
  exitOf,
  newDataDir,
  removeDataDir,
  spawnProduct,
  untilPrinted,
} from "@ornament/testing/product/running-product";
import { type FaultyEventStore, startFaultyEventStore } from "@ornament/testing/stores/faulty-event-store";

// The built product with an external event store.
let dataDir: string;
let storeDir: string;
let store: FaultyEventStore;
const fronts: TlsFront[] = [];
const children: ReturnType<typeof spawnProduct>[] = [];
const servers: Server[] = [];

beforeEach(async () => {
  dataDir = newDataDir();
  storeDir = newDataDir();
  store = await startFaultyEventStore({ dataDir: storeDir });
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    const ended = child.exitCode === null ? exitOf(child) : undefined;
    child.kill("SIGKILL");
    await ended;
  }
  for (const server of servers.splice(0)) server.close();
  await Promise.all(fronts.splice(0).map((front) => front.close()));
  await store.stop();
  removeDataDir(dataDir);
  removeDataDir(storeDir);
});

function start(environment: Record<string, string>) {
  const child = spawnProduct({ dataDir, environment, flags: ["--split"] });
  children.push(child);
  return { child, output: collectOutput(child) };
}

async function front(): Promise<TlsFront> {
  const opened = await tlsFront(store, storeDir);
  fronts.push(opened);
  return opened;
}

test("the product ends with exit code 78 and one line if the event store's certificate is from an unknown authority", async () => {
  const { port } = await front();
  const { code, lines } = await refusedStart(dataDir, {
    EVENTSTORE_URL: `esdb://u:es-s3cret@localhost:${port}`,
  });
  expect(code).toBe(78);
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(`^Configuration error: The event store at localhost:${port} has a certificate that is not`),
    ),
  ]);
});

/** A mail server that refuses every password. `asked` resolves when it has been sent one. */
async function mailServer(): Promise<{ port: number; asked: Promise<void> }> {
  let tellAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 mail.test\r\n");
    socket.on("data", (data) => {
      const isGreeting = /^EHLO/i.test(data.toString());
      socket.write(isGreeting ? "250-mail.test\r\n250 AUTH PLAIN LOGIN\r\n" : "535 5.7.8 Refused\r\n");
      if (/^AUTH/i.test(data.toString())) tellAsked();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, asked };
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

test("a product in many processes never writes or sends the passwords in the URLs of its stores and mail server", async () => {
  const { port, caFile } = await front();
  const mail = await mailServer();
  const { child, output } = start({
    EVENTSTORE_URL: `esdb://ornament:es-s3cret@127.0.0.1:${port}?tls=true&tlsCAFile=${caFile}&colour=red`,
    MONGODB_URL: "mongodb://documents:mongo-s3cret@127.0.0.1:1/?directConnection=true",
    SMTP_URL: `smtp://mailer:smtp-s3cret@127.0.0.1:${mail.port}`,
    LOG_LEVEL: "trace",
  });
  await untilPrinted(child, output, /Back office +\S+/);
  const [, url = ""] = /Back office +(\S+)\/admin\/login/.exec(output()) ?? [];
  const api = new ApiClient(url);
  const answers: unknown[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await api.call(method, path, body === undefined ? {} : { body });
    answers.push(answer.body);
    return answer;
  };
  const forgot = () => ask("POST", "/api/admin/password-reset", { email: adminEmail });
  expect((await forgot()).status).toBe(200);
  await mail.asked;
  await ask("GET", "/api/settings");
  store.faults.refuse("write");
  expect(await forgot()).toMatchObject({ status: 503, body: { code: "unavailable" } });
  store.front.refuse();
  await forgot();
  await ask("GET", "/readyz");
  await ask("GET", "/metrics");

  const files = filesUnder(dataDir).map((path) => readFileSync(path, "latin1"));
  const written = [output(), JSON.stringify(answers), ...files].join("\n");
  expect(written).toContain("127.0.0.1:1");
  // Node warns if an IP address is sent as a TLS server name, and if too many listeners are added.
  expect(written).not.toMatch(/DEP0123|MaxListenersExceeded/);
  for (const [name, password] of [
    ["ornament", "es-s3cret"],
    ["documents", "mongo-s3cret"],
    ["mailer", "smtp-s3cret"],
  ] as const) {
    const forms = [
      password,
      Buffer.from(`${name}:${password}`).toString("base64"),
      Buffer.from(password).toString("base64"),
    ];
    for (const form of forms)
      expect({ form, isWritten: written.includes(form) }).toEqual({ form, isWritten: false });
  }
});
