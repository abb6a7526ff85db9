import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { nextInstant } from "@ornament/testing/calls/as-it-stood";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { builtProgram } from "@ornament/testing/programs/built-program";

// A PIN of a running product is imported before `noon` and deactivated after it.
let product: RunningProduct;
let noon: string;
let evening: string;

beforeAll(async () => {
  product = await startProduct();
  const api = new ApiClient(product.url);
  const token = await api.signInAdmin();
  await api.importPins(token, "REAL-001\n");
  noon = await nextInstant();
  await api.call("PUT", "/api/admin/update-pin-status", {
    token,
    body: { id: pinIdOf("REAL001"), status: false, comment: "lost, at school" },
  });
  evening = await nextInstant();
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const run = (...words: string[]) => runReadBy(() => undefined, words);

async function runReadBy(reader: (stdout: Readable) => void, words: readonly string[]) {
  const child = spawn(process.execPath, [builtProgram("projections"), ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: product.dataDir, ...product.stores.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  reader(child.stdout);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.err += chunk;
  });
  const code = await new Promise((ended) => child.once("close", ended));
  return {
    code,
    ...output,
    lines: () =>
      output.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
  };
}

test("npm run projections -- as-of writes a table as it stood at an instant, and the same at the position of its last event", async () => {
  const before = await run("as-of", noon, "pins");
  expect(before).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^As it stood after event .+ Rows of Pins: 1\.\n$/),
  });
  expect(before.lines()).toEqual([
    {
      id: pinIdOf("REAL001"),
      name: "REAL-001",
      email: "",
      status: "Not registered",
      devices: "",
      batchName: expect.any(String),
      registeredAt: "",
      comment: "",
    },
  ]);
  const [, position = ""] = /at (\d+) of/.exec(before.err) ?? [];
  expect(await run("as-of", position, "pins")).toMatchObject({ code: 0, out: before.out, err: before.err });
  const after = await run("as-of", evening, "pins");
  expect(after.lines()).toMatchObject([{ status: "Deactivated", comment: "lost, at school" }]);
});

test.each([
  [
    ["as-of", "9000000000000000", "pins"],
    /the position 9000000000000000 is in the future: the log ends at \d+/,
  ],
  [["as-of", "2999-01-01", "pins"], /2999-01-01 is in the future/],
  [["as-of", "soon", "pins"], /soon is neither an instant such as 2026-11-24T10:42 \(UTC\) nor a position/],
  [["as-of", "2026-01-01", "access"], /there is no table access; choose one of admins, pins/],
  [["rebuild", "pins", "--until", "9000000000000000"], /is in the future/],
])("npm run projections -- %j ends with exit code 78 and the reason", async (words, reason) => {
  expect(await run(...words)).toMatchObject({ code: 78, out: "", err: expect.stringMatching(reason) });
});
