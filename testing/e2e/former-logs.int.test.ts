import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { ApiClient } from "@ornament/testing/calls/api-client";
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";

/**
 * `former-logs/1.1.0` is the event store of a product of that version, with its secrets and the entries that
 * its System action log showed. An admin and a consumer of it were deleted.
 */
const folder = join(import.meta.dirname, "former-logs", "1.1.0");
const shownThen = readFileSync(join(folder, "log.ndjson"), "utf8")
  .trim()
  .split("\n")
  .map((line): { id: string } => JSON.parse(line));

let product: RunningProduct;
let rows: LogEntryRow[];

beforeAll(async () => {
  const dataDir = newDataDir();
  const write = (file: string, content: Buffer) =>
    writeFileSync(join(dataDir, file), content, { mode: 0o600 });
  write("secrets.json", readFileSync(join(folder, "secrets.json")));
  write("events.sqlite", gunzipSync(readFileSync(join(folder, "events.sqlite.gz"))));
  product = await startProduct({ dataDir, ownStores: true });
  const api = new ApiClient(product.url);
  const token = await api.signInAdmin();
  // Version 1.1.0 has erased the deleted admin without a record, which the start adds.
  do {
    const { body } = await api.call("GET", "/api/admin/action-logs", { token });
    rows = body;
    await pause(20);
  } while (!rows.some(({ actionType }) => actionType.name === "Admin data erased"));
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

test("the System action log of an event store of version 1.1.0 shows every entry that it showed then", () => {
  const then = new Set(shownThen.map(({ id }) => id));
  expect(rows.filter(({ id }) => then.has(id)).map(shown)).toEqual(shownThen);
});

test("the System action log of an event store of version 1.1.0 has the values before and after, and no requests", () => {
  const changes = rows.flatMap((row) => row.changes);
  expect(changes).toContainEqual({ what: "Status", from: "Registered", to: "Deactivated" });
  const then = new Set(shownThen.map(({ id }) => id));
  const former = rows.filter(({ id }) => then.has(id));
  expect(former.map(({ request }) => request)).toEqual(former.map(() => null));
});

test("no entry of an event store of version 1.1.0 is about an event that this product has not written", () => {
  expect(rows.filter(({ actionType }) => actionType.name.startsWith("Event not written"))).toEqual([]);
});

const shown = ({ id, role, admin, actionType, value, createdAt, about }: LogEntryRow) => ({
  id,
  role,
  admin: admin?.email ?? null,
  action: actionType.name,
  value,
  createdAt,
  consumer: about.consumer?.email ?? null,
  pin: about.pin?.pin ?? null,
  aboutAdmin: about.admin?.email ?? null,
});
