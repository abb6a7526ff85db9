import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ApiClient } from "@ornament/testing/calls/api-client";
import {
  adminEmail,
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { freePort } from "@ornament/testing/programs/free-port";
import { command } from "@ornament/testing/programs/run-command";

let dataDir: string;
let product: RunningProduct;
beforeAll(async () => {
  dataDir = newDataDir();
  // Nothing listens there, so mail waits.
  const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`;
  product = await startProduct({ dataDir, ownStores: true, environment: { SMTP_URL } });
});
afterAll(async () => {
  await product?.stop();
  removeDataDir(dataDir);
});

const status = (...words: string[]) => command("status", words, { DATA_DIR: dataDir });
const known = async () => JSON.parse((await status("--json")).out);

test("the command status shows a running product, and mail that waits for a mail server that doesn't answer", async () => {
  const api = new ApiClient(product.url);
  expect((await api.importPins(await api.signInAdmin(), "PINS-001\n")).status).toBe(200);
  await api.call("POST", "/api/admin/password-reset", { body: { email: adminEmail } });
  // The proof and the lag follow within seconds.
  let now = await known();
  while (now.mail?.waiting !== 1 || now.log.events === null || now.lagSeconds.pins === undefined)
    now = await known();
  const shown = await status();
  expect(shown.out).toMatch(/^State +serves, http:\/\//);
  expect(shown.out).toMatch(/^Log +\d+ events/m);
  expect(shown.out).toMatch(/^Mail +1 waiting, the oldest for \d+ s$/m);
  expect(shown.out).toMatch(/^Disk +.*DATA_DIR .* used; .* free$/m);
  const { serves, parts, lagSeconds, problems } = await known();
  expect(serves).toBe(true);
  expect(parts.map(({ name }: { name: string }) => name).sort()).toEqual([
    "command-api",
    "gateway",
    "projector",
    "query-api",
  ]);
  expect(Object.keys(lagSeconds)).toEqual(expect.arrayContaining(["pins", "actionLog", "access"]));
  expect(shown.code).toBe(problems.length === 0 ? 0 : 1);
});

test("the command status shows what is known of a stopped product, and ends with 2", async () => {
  await product.stop();
  const shown = await status();
  expect(shown.code).toBe(2);
  expect(shown.out).toMatch(/^State +stopped$/m);
  expect(shown.out).toMatch(/^Log +\d+ events, signed \d+ s ago$/m);
  expect(shown.out).toMatch(/^Disk +DATA_DIR .* used; .* free$/m);
  expect(shown.out).toMatch(/^Lag +not known$/m);
  expect(shown.out).toMatch(/^Look at +the product doesn't serve: stopped/m);
  const empty = newDataDir();
  removeDataDir(empty);
  expect(await command("status", [], { DATA_DIR: empty })).toMatchObject({
    code: 2,
    out: expect.stringContaining(`there is no product in ${empty}`),
  });
});
