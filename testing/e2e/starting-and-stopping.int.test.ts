import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { startMongo } from "@ornament/embedded/mongodb/server";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { mailTo } from "@ornament/testing/people/parents";
import { productUrl } from "@ornament/testing/product/product-files";
import { refusedStart } from "@ornament/testing/product/refused-start";
import {
  adminEmail,
  adminPassword,
  collectOutput,
  exitOf,
  newDataDir,
  type RunningProduct,
  removeDataDir,
  spawnProduct,
  startProduct,
  untilPrinted,
} from "@ornament/testing/product/running-product";
import { freePort } from "@ornament/testing/programs/free-port";
import { processes } from "@ornament/testing/programs/processes";
import { testEventStore } from "@ornament/testing/stores/test-event-store";

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

test("a running product locks its DATA_DIR, keeps its secrets from other users, prints no given password, and ends after SIGTERM faster than it started", async () => {
  product = await startProduct({ dataDir });
  expect(product.output()).toContain(adminEmail);
  expect(product.output()).not.toContain(adminPassword);
  expect(product.output()).not.toContain("Sample PIN");
  const { code, lines } = await refusedStart(dataDir, {});
  expect(code).not.toBe(0);
  expect(lines).toEqual([expect.stringContaining("another running product uses it")]);
  for (const file of ["secrets.json", "run.json"]) expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);

  const signalled = Date.now();
  expect(await product.stop()).toBe(0);
  expect(Date.now() - signalled).toBeLessThan(product.startedIn);
  product = undefined;
});

test("a first start without ADMIN_PASSWORD prints the first IT Admin's password and one of five sample PINs, and later starts neither", async () => {
  product = await startProduct({ dataDir, environment: { ADMIN_PASSWORD: "" } });
  const password = /Password\s+(\S+)/.exec(product.output())?.[1] ?? "";
  const sample = /Sample PIN\s+(\S+)/.exec(product.output())?.[1];
  const api = new ApiClient(product.url);
  const signedIn = await api.call("POST", "/api/admin/login", { body: { email: adminEmail, password } });
  const options = { token: signedIn.body.accessToken, readAfter: signedIn.position };
  const { rows } = (await api.call("GET", "/api/admin/table/pins", options)).body;
  expect(rows.map(({ batchName }: { batchName: string }) => batchName)).toEqual(Array(5).fill("Samples"));
  expect(rows.map(({ pin }: { pin: string }) => pin)).toContain(sample);
  const logged = await api.call("GET", "/api/admin/action-logs?page=1&limit=10&query=Samples", options);
  expect(logged.body.rows).toEqual([
    expect.objectContaining({ role: "System", value: expect.stringMatching(/^Samples\.csv: 5 PINs added/) }),
  ]);
  await product.stop();
  product = await startProduct({ dataDir, environment: { ADMIN_PASSWORD: "" } });
  expect(product.output()).not.toMatch(/Password|Sample/);
  await expect(new ApiClient(product.url).signInAdmin(adminEmail, password)).resolves.toEqual(
    expect.any(String),
  );
});

test("a product in many processes waits for external stores, prints what it waits for, then prints the first password once", async () => {
  const [events, documents] = [await freePort(), await freePort()];
  const environment = {
    ADMIN_PASSWORD: "",
    EVENTSTORE_URL: `esdb://127.0.0.1:${events}?tls=false`,
    MONGODB_URL: `mongodb://127.0.0.1:${documents}/?directConnection=true`,
  };
  const child = spawnProduct({ dataDir, environment, flags: ["--split"] });
  const output = collectOutput(child);
  const ended = exitOf(child);
  const ending: (() => Promise<void>)[] = [];
  try {
    await untilPrinted(
      child,
      output,
      /Preparing….*command-api: (?:waiting for t|T)he event store at 127\.0\.0\.1:\d+/,
    );
    expect(output()).not.toMatch(/Password|is ready/);
    const store = await testEventStore({ port: events });
    ending.push(store.close);
    const mongo = await startMongo({ port: documents });
    ending.push(mongo.stop);
    await untilPrinted(child, output, /Ornament is ready at/);
    const passwords = [...output().matchAll(/Password\s+(\S+)/g)].map(([, password]) => password);
    expect(passwords).toHaveLength(1);
    expect(output()).not.toContain("Sample PIN");
    await expect(new ApiClient(productUrl(dataDir)).signInAdmin(adminEmail, passwords[0])).resolves.toEqual(
      expect.any(String),
    );
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  } finally {
    child.kill("SIGKILL");
    await ended;
    for (const end of ending) await end();
  }
});

test("a product started with --split works, restarts a part that was killed, and ends after Ctrl-C faster than it started", async () => {
  product = await startProduct({ dataDir, flags: ["--split"], group: true });
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

  const signalled = Date.now();
  expect(await product.interrupt()).toBe(0);
  expect(Date.now() - signalled).toBeLessThan(product.startedIn);
  product = undefined;
});
