import { randomInt, randomUUID } from "node:crypto";
import { get } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { eventStoreClient } from "@ornament/testing/product/product-files";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { untilReady } from "@ornament/testing/product/until-ready";
import { processes } from "@ornament/testing/programs/processes";

// Exports are asked for all the time, while a process is killed 20 times at random moments. Each export names its
// request, and so does the event that records it.
const kills = 20;
const atOnce = 3;
const parts = ["query-api", "command-api", "eventstore", "gateway"];

let product: RunningProduct;
let api: ApiClient;
let token = "";
beforeAll(async () => {
  product = await startProduct({ flags: ["--split"] });
  api = new ApiClient(product.url);
  token = await api.signInAdmin();
  await api.importPins(token, "KILL-001\n");
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const paths = ["/api/admin/export/users", "/api/admin/export/action-logs", "/api/admin/action-logs"];

/** Asks for an export. Resolves with the bytes of data that arrived, also if the answer is cut off. */
const bytesOfExport = (path: string, request: string) =>
  new Promise<number>((resolve) => {
    let bytes = 0;
    const headers = { authorization: `Bearer ${token}`, "x-correlation-id": request };
    const call = get(`${product.url}${path}`, { headers }, (answer) => {
      answer.on("data", (chunk: Buffer) => {
        if (answer.statusCode === 200) bytes += chunk.length;
      });
      answer.on("error", () => resolve(bytes)).on("close", () => resolve(bytes));
    });
    call.on("error", () => resolve(bytes));
  });

function kill(name: string): void {
  const running = processes().filter(({ parent }) => parent === product.pid);
  const part = running.find(({ command }) => command.includes(`/${name}.js`));
  if (part) process.kill(part.pid, "SIGKILL");
}

/** The requests of the recorded exports. */
async function recordedRequests(): Promise<Set<string>> {
  const client = eventStoreClient(product);
  const found = new Set<string>();
  for await (const { event } of client.readAll()) {
    if (event?.type !== "TableExported") continue;
    found.add((event.metadata as { $correlationId: string }).$correlationId);
  }
  await client.dispose();
  return found;
}

test("of all exports during 20 kills at random moments, none whose data began to arrive is without its event", async () => {
  const began: string[] = [];
  let asked = 0;
  let ended = false;
  const askers = Array.from({ length: atOnce }, async () => {
    while (!ended) {
      const request = randomUUID();
      asked += 1;
      if ((await bytesOfExport(paths[asked % paths.length] ?? "", request)) > 0) began.push(request);
      // A refused connection answers immediately; the next call is for the next turn of the loop.
      else await new Promise(setImmediate);
    }
  });
  let answeredBefore = 0;
  for (let round = 0; round < kills; round += 1) {
    const waitUntil = performance.now() + randomInt(0, 60);
    while (performance.now() < waitUntil) await new Promise(setImmediate);
    kill(parts[round % parts.length] ?? "query-api");
    await untilReady(`${product.url}/readyz`);
    // Each round has exports that were answered, so that a kill meets exports on their way.
    while (began.length === answeredBefore) await new Promise(setImmediate);
    answeredBefore = began.length;
  }
  ended = true;
  await Promise.all(askers);
  const recorded = await recordedRequests();
  expect(began.length).toBeGreaterThanOrEqual(kills);
  expect(began.filter((request) => !recorded.has(request))).toEqual([]);
});
