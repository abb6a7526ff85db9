import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "@jest/globals";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { newParent, parentPassword } from "@ornament/testing/people/parents";
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { audit, command } from "@ornament/testing/programs/run-command";

const dataDir = newDataDir();
let product: RunningProduct | undefined;
afterAll(async () => {
  await product?.stop();
  removeDataDir(dataDir);
});

/** The signature of a checkpoint begins with the hash of its key. */
const signatureIn = (note: string) => note.trimEnd().split(" ").at(-1) ?? "";

/** The public key of the log, as soon as a checkpoint is signed with another one than before. */
async function logKeyAfter(api: ApiClient, before: string | null): Promise<string> {
  for (;;) {
    const { key } = (await api.call("GET", "/api/log/key")).body;
    if (key !== before) return key;
    await pause(50);
  }
}

const here = { DATA_DIR: dataDir };
const rotate = () => command("secrets", ["rotate", "MASTER_KEY"], here);
const masterKey = (): string => JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")).MASTER_KEY;
const start = async () => {
  product = await startProduct({ dataDir, ownStores: true });
  return { running: product, api: new ApiClient(product.url) };
};

test("a product whose master key was replaced twice has all its people, forgets the deleted ones, and takes no event for forged", async () => {
  const { running, api } = await start();
  await newParent(api, running.url, "kept@example.com");
  const gone = await newParent(api, running.url, "gone@example.com");
  await api.call("DELETE", `/api/user/delete/${gone.id}`, { token: gone.token });
  const keys = [masterKey()];
  expect(await rotate()).toMatchObject({
    code: 78,
    out: "",
    err: expect.stringMatching(/^Configuration error: .*another running product uses it\n$/),
  });
  expect(masterKey()).toBe(keys[0]);
  const firstKey = await logKeyAfter(api, null);
  let logKey = firstKey;
  await running.stop();

  for (const email of ["second@example.com", "third@example.com"]) {
    expect(await rotate()).toMatchObject({ code: 0 });
    keys.push(masterKey());
    const after = await start();
    await newParent(after.api, after.running.url, email);
    const token = await after.api.signInAdmin();
    const { body } = await after.api.call("GET", "/api/admin/table/users", { token });
    const emails = body.rows.map((row: { email: string }) => row.email);
    expect(emails).toContain("kept@example.com");
    expect(emails).not.toContain("gone@example.com");
    const signIn = { email: "kept@example.com", password: parentPassword };
    expect((await after.api.call("POST", "/api/user/login", { body: signIn })).status).toBe(200);
    const verified = await command("projections", ["verify"], here);
    expect({ code: verified.code, out: verified.out }).toMatchObject({ code: 0 });
    logKey = await logKeyAfter(after.api, logKey);
    await after.running.stop();
  }

  expect(new Set(keys).size).toBe(3);
  const { out, err } = await audit(["export"], here);
  expect(out).toContain("kept@example.com");
  expect(out).not.toContain("gone@example.com");
  expect(out.split("\n").filter((line) => line.includes('"forged":true'))).toEqual([]);
  expect(err).not.toContain("NOT WRITTEN BY THIS PRODUCT");
  for (const words of [["verify"], ["verify", "--key", firstKey]])
    expect(await audit(words, here)).toMatchObject({
      code: 0,
      out: expect.stringContaining("is as it was written"),
    });
  // The checkpoints of the former keys are among those that were compared.
  const folder = new AuditFolder(join(dataDir, "audit"));
  expect(new Set(folder.checkpoints().map((note) => signatureIn(note).slice(0, 5))).size).toBe(3);
});
