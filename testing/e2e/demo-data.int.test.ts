import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { builtProgram } from "@ornament/testing/programs/built-program";

// The built program of `npm run demo`, with a running product.
let product: RunningProduct;
let api: ApiClient;
let admin: string;

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  admin = await api.signInAdmin();
});

afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

function runDemo(pins: number, consumers: number): Promise<{ code: number; printed: string }> {
  const parameters = ["--pins", String(pins), "--consumers", String(consumers), "--seed", "7"];
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: product.dataDir };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [builtProgram("demo"), ...parameters],
      { env },
      (_failure, out, err) => {
        resolve({ code: child.exitCode ?? -1, printed: err + out });
      },
    );
  });
}

test("the demo program imports thousands of PINs, and prints only its progress and the result", async () => {
  const { code, printed } = await runDemo(2_000, 10);
  expect(printed).toMatch(
    /^Adding 2000 PINs…\nRegistering 10 consumers…\nDone, with seed 7\. Every demo consumer's password is Demo2026\.\nFor example \S+@\S+ at http:\S+\/login\n$/,
  );
  expect(code).toBe(0);
  const { position } = await api.importPins(admin, "DEMO-001\n");
  const table = await api.call("GET", "/api/admin/table/pins?limit=10", {
    token: admin,
    readAfter: position,
  });
  expect(table.body.count).toBe(2_001);
});
