import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { startMongo } from "@ornament/embedded/mongodb/server";
import { ApiClient } from "./product/api-client.ts";
import { freePort } from "./product/free-port.ts";
import { mailTo } from "./product/parents.ts";
import { processes } from "./product/processes.ts";
import {
  adminEmail,
  adminPassword,
  collectOutput,
  exitOf,
  lineIn,
  newDataDir,
  type RunningProduct,
  removeDataDir,
  spawnProduct,
  startProduct,
} from "./product/running-product.ts";
import { testEventStore } from "./product/test-event-store.ts";

let dataDir: string;
let product: RunningProduct | undefined;

beforeEach(() => {
  dataDir = newDataDir();
});

afterEach(async () => {
  await product?.kill();
  product = undefined;
  removeDataDir(dataDir);
});

async function failedStart(environment: Record<string, string>) {
  const child = spawnProduct({ dataDir, environment });
  const output = collectOutput(child);
  const code = await exitOf(child);
  return { code, lines: output().trim().split("\n") };
}

describe("a start that can't be", () => {
  test.each([
    ["PORT", "eighty"],
    ["PORT", "99999"],
    ["PUBLIC_URL", "ornament"],
    ["ADMIN_EMAIL", "boss"],
    ["ADMIN_PASSWORD", "short"],
    ["EVENTSTORE_URL", "http://x"],
    ["EVENTSTORE_URL", "esdb://a:2113,b:port,c:2113?tls=false"],
    ["MONGODB_URL", "mysql://x"],
    ["MONGODB_URL", "mongodb://a:1,b:99999/?replicaSet=r"],
    ["SMTP_URL", "mail"],
    ["MAILBOX_PUBLIC", "maybe"],
  ])("%s=%s stops it with one line that names it", async (name, value) => {
    const { code, lines } = await failedStart({ [name]: value });
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringContaining(name)]);
  });

  test("a port in use stops it with one line", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, lines } = await failedStart({ PORT: String(port) });
    other.close();
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringContaining(`PORT ${port} is taken`)]);
  });

  test("of two started at once on one port, one runs and the other stops with one line", async () => {
    const port = String(await freePort());
    const dataDirs = [dataDir, newDataDir()];
    const children = dataDirs.map((own) => spawnProduct({ dataDir: own, environment: { PORT: port } }));
    const [one, two] = children.map(collectOutput);
    const ends = children.map(exitOf);
    try {
      const first = await Promise.race(ends.map((end, n) => end.then((code) => ({ n, code }))));
      const [refused, running] = first.n === 0 ? [one, two] : [two, one];
      expect(first.code).not.toBe(0);
      expect(refused?.().trim().split("\n")).toEqual([expect.stringContaining(`PORT ${port} is taken`)]);
      const [other] = children.toSpliced(first.n, 1);
      if (other && running) await lineIn(other, running, /Ornament is ready at/);
      other?.kill("SIGTERM");
      expect(await Promise.all(ends)).toContain(0);
    } finally {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ends);
      for (const own of dataDirs) removeDataDir(own);
    }
  });

  test("a DATA_DIR that can't be made stops it with one line", async () => {
    writeFileSync(join(dataDir, "file"), "");
    const { code, lines } = await failedStart({ DATA_DIR: join(dataDir, "file", "data") });
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringContaining("DATA_DIR")]);
  });

  test("secrets that can't be read are never drawn anew", async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, "secrets.json"), "{");
    const { code, lines } = await failedStart({});
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringContaining("secrets.json")]);
    expect(readFileSync(join(dataDir, "secrets.json"), "utf8")).toBe("{");
  });
});

describe("a running product", () => {
  test("holds its DATA_DIR, keeps its secrets to itself, prints no password it was given, and ends within 5 s of SIGTERM", async () => {
    product = await startProduct({ dataDir });
    expect(product.output()).toContain(adminEmail);
    expect(product.output()).not.toContain(adminPassword);
    const { code, lines } = await failedStart({});
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringContaining("another running product uses it")]);
    for (const file of ["secrets.json", "run.json"])
      expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);

    const asked = Date.now();
    expect(await product.stop()).toBe(0);
    expect(Date.now() - asked).toBeLessThan(5_000);
    product = undefined;
  });

  test.each([[[]], [["--split"]]])("ends cleanly on Ctrl-C, flags %j", async (flags) => {
    product = await startProduct({ dataDir, flags, group: true });
    const asked = Date.now();
    expect(await product.interrupt()).toBe(0);
    expect(Date.now() - asked).toBeLessThan(5_000);
    product = undefined;
  });

  test("prints the first IT Admin's password once, when it drew it", async () => {
    product = await startProduct({ dataDir, environment: { ADMIN_PASSWORD: "" } });
    const password = /Password\s+(\S+)/.exec(product.output())?.[1] ?? "";
    await expect(new ApiClient(product.url).signInAdmin(adminEmail, password)).resolves.toEqual(
      expect.any(String),
    );
    await product.stop();
    product = await startProduct({ dataDir, environment: { ADMIN_PASSWORD: "" } });
    expect(product.output()).not.toContain("Password");
    await expect(new ApiClient(product.url).signInAdmin(adminEmail, password)).resolves.toEqual(
      expect.any(String),
    );
  });

  test.each([[[]], [["--split"]]])(
    "on stores of one's own that come later says what it waits for, then tells the first password once, flags %j",
    async (flags) => {
      const [events, documents] = [await freePort(), await freePort()];
      const environment = {
        ADMIN_PASSWORD: "",
        EVENTSTORE_URL: `esdb://127.0.0.1:${events}?tls=false`,
        MONGODB_URL: `mongodb://127.0.0.1:${documents}/?directConnection=true`,
      };
      const child = spawnProduct({ dataDir, environment, flags });
      const output = collectOutput(child);
      const ended = exitOf(child);
      const ending: (() => Promise<void>)[] = [];
      try {
        await lineIn(
          child,
          output,
          /Preparing….*command-api: (?:waiting for t|T)he event store at 127\.0\.0\.1:\d+/,
        );
        expect(output()).not.toMatch(/Password|is ready/);
        const store = await testEventStore({ port: events });
        ending.push(store.close);
        const mongo = await startMongo({ port: documents });
        ending.push(mongo.stop);
        await lineIn(child, output, /Ornament is ready at/);
        const passwords = [...output().matchAll(/Password\s+(\S+)/g)].map(([, password]) => password);
        expect(passwords).toHaveLength(1);
        const { url } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
        await expect(new ApiClient(url).signInAdmin(adminEmail, passwords[0])).resolves.toEqual(
          expect.any(String),
        );
        child.kill("SIGTERM");
        expect(await ended).toBe(0);
      } finally {
        child.kill("SIGKILL");
        await ended;
        for (const end of ending) await end();
      }
    },
  );

  test("runs with every part as a process of its own, starts one that ended again where it was, and ends within 5 s of SIGTERM", async () => {
    product = await startProduct({ dataDir, flags: ["--split"] });
    const { pid, url } = product;
    const api = new ApiClient(url);
    const token = await api.signInAdmin(adminEmail, adminPassword);
    const imported = await api.importPins(token, "SPLI-T01\nSPLI-T02\n");
    expect(imported.body).toMatchObject({ added: 2 });
    const pins = await api.call("GET", "/api/admin/table/pins", { token, readAfter: imported.position });
    expect(pins.body.count).toBe(2);

    const mailbox = () =>
      processes().find(({ parent, command }) => parent === pid && command.includes("mailbox.js"))?.pid;
    const before = mailbox();
    if (before === undefined) throw new Error("The mailbox does not run");
    process.kill(before, "SIGKILL");
    await api.call("POST", "/api/admin/password-reset", { body: { email: adminEmail } });
    await expect(mailTo(url, adminEmail, /new password/)).resolves.toBeDefined();
    expect(mailbox()).not.toBe(before);

    const asked = Date.now();
    expect(await product.stop()).toBe(0);
    expect(Date.now() - asked).toBeLessThan(5_000);
    product = undefined;
  });
});
