import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { generationsCollection } from "@ornament/contracts/read-models/projection-status";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { documentSettings } from "@ornament/embedded/launch/document-settings";
import { openDocuments } from "@ornament/embedded/mongodb/store/documents-file";
import type { Logger } from "@ornament/platform/logging/logger";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { newParent } from "@ornament/testing/people/parents";
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { builtProgram } from "@ornament/testing/programs/built-program";
import { processes } from "@ornament/testing/programs/processes";
import { MongoClient } from "mongodb";

let dataDir: string;
let file: string;
let product: RunningProduct;

beforeEach(() => {
  dataDir = newDataDir();
  file = join(dataDir, "documents.sqlite");
});

afterEach(async () => {
  await product?.kill();
  removeDataDir(dataDir);
});

const start = async () => {
  product = await startProduct({ dataDir, ownStores: true, environment: { LOG_LEVEL: "info" } });
  return new ApiClient(product.url);
};

/** The time when each read model began to be filled. */
async function filledSince(): Promise<string[]> {
  const { mongodbUrl } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
  const client = await new MongoClient(mongodbUrl).connect();
  try {
    const found = await client.db("ornament").collection(generationsCollection).find().toArray();
    return found.map(({ _id, createdAt }) => `${_id} ${createdAt.toISOString()}`).sort();
  } finally {
    await client.close();
  }
}

async function pinsOf(api: ApiClient, token: string, readAfter: string | null = null) {
  const { body } = await api.call("GET", "/api/admin/table/pins", { token, readAfter });
  return body.rows.map((row: { pin: string; blocked: boolean }) => `${row.pin} ${row.blocked}`);
}

const block = (api: ApiClient, token: string, code: string, status: boolean) =>
  api.call("PUT", "/api/admin/update-pin-status", {
    token,
    body: { id: pinIdOf(code), status, comment: `Set to ${status}` },
  });

/** `npm run projections -- verify`: the exit code is 0 if the read models are the same as after a replay. */
function verify(): number | null {
  const environment = { PATH: process.env.PATH ?? "", DATA_DIR: dataDir };
  return spawnSync(process.execPath, [builtProgram("projections"), "verify"], { env: environment }).status;
}

/** All bytes of the stopped product's documents, also of parts of the file that are not in use. */
function bytesOfDocuments(): string {
  const secrets = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
  const { DOCUMENTS_KEY: key } = documentSettings(file, secrets);
  const copy = newDataDir();
  for (const ending of ["", "-wal", "-seals"]) cpSync(file + ending, join(copy, `documents${ending}`));
  const warn = (line: string) => expect(line).toBe("no warning");
  const logger = { warn } as unknown as Logger;
  const documents = openDocuments({
    file: join(copy, "documents"),
    key,
    logger,
    onDamaged: () => undefined,
  });
  const pages = documents.rows("SELECT data FROM sqlite_dbpage");
  removeDataDir(copy);
  return Buffer.concat(pages.map(([page]) => Buffer.from(page as ArrayBuffer))).toString("latin1");
}

test("a start after a stop and after a SIGKILL continues the read models of the file; a damaged file makes it fill them from the event store", async () => {
  let api = await start();
  let token = await api.signInAdmin();
  await api.importPins(token, "SNAP-001\nSNAP-002\n");
  const since = await filledSince();
  expect(await product.stop()).toBe(0);

  api = await start();
  expect(await filledSince()).toEqual(since);
  token = await api.signInAdmin();
  expect(await pinsOf(api, token)).toEqual(["SNAP-001 false", "SNAP-002 false"]);
  const blocked = await block(api, token, "SNAP001", false);
  await pinsOf(api, token, blocked.position);
  await product.kill();

  api = await start();
  expect(await filledSince()).toEqual(since);
  token = await api.signInAdmin();
  expect(await pinsOf(api, token)).toEqual(["SNAP-001 true", "SNAP-002 false"]);
  expect(verify()).toBe(0);
  await product.stop();

  const damaged = readFileSync(file);
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, damaged);
  api = await start();
  expect(product.output().match(/The documents can't be used/g)).toHaveLength(1);
  expect(await filledSince()).not.toEqual(since);
  expect(await pinsOf(api, await api.signInAdmin())).toEqual(["SNAP-001 true", "SNAP-002 false"]);
}, 240_000);

test("a document store that crashes keeps every row, and no row misses a change after that", async () => {
  let api = await start();
  await api.importPins(await api.signInAdmin(), "SNAP-001\nSNAP-002\n");
  await product.stop();
  api = await start();
  const token = await api.signInAdmin();
  const later = await block(api, token, "SNAP001", false);
  await pinsOf(api, token, later.position);

  const documents = processes().find(
    ({ parent, command }) => parent === product.pid && command.includes("mongodb.js"),
  );
  process.kill(documents?.pid ?? 0, "SIGKILL");
  const last = await block(api, token, "SNAP002", false);
  for (;;) {
    const { status, headers } = await api.call("GET", "/api/admin/table/pins", {
      token,
      readAfter: last.position,
    });
    if (status === 200 && headers.get("x-stale") === null) break;
    await pause(20);
  }
  expect(await pinsOf(api, token)).toEqual(["SNAP-001 true", "SNAP-002 true"]);
  expect(verify()).toBe(0);
});

test("the address of a deleted account is nowhere in the documents, and in no other file but the mailbox of its recipients", async () => {
  const email = "documents.erased@example.com";
  let api = await start();
  const parent = await newParent(api, product.url, email);
  await product.stop();
  expect(bytesOfDocuments()).toContain(email);

  api = await start();
  const admin = await api.signInAdmin();
  const erased = await api.call("DELETE", `/api/user/delete/${parent.id}`, { token: parent.token });
  expect(erased.status).toBe(200);
  await pinsOf(api, admin, erased.position);
  await product.kill();
  expect(bytesOfDocuments()).not.toContain(email);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "mailbox.ndjson")
    .map(({ parentPath, name }) => join(parentPath, name));
  expect(files.filter((name) => readFileSync(name).includes(email))).toEqual([]);
});
