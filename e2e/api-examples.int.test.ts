import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Example } from "@ornament/contracts/api/documentation/examples";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routes } from "@ornament/contracts/api/routes";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { everyOperation } from "./every-operation.ts";

/**
 * Each operation of the API is called once. The calls are the examples of the OpenAPI document, and this writes them:
 * `RECORD_EXAMPLES=yes npm run jest -- --selectProjects int --testPathPatterns api-examples`
 */
const file = fileURLToPath(new URL("../contracts/api/documentation/examples.json", import.meta.url));
let product: RunningProduct;
let examples: Readonly<Record<string, Example>>;

beforeAll(async () => {
  product = await startProduct();
  examples = await everyOperation(product.url);
  if (process.env.RECORD_EXAMPLES) writeFileSync(file, `${JSON.stringify(examples, undefined, 2)}\n`);
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

test("every operation of the OpenAPI document answers what its schema describes", () => {
  const answers = Object.values<RouteDefinition>(routes).map(({ name, response }) => ({
    name,
    problem: examples[name] ? response.safeParse(examples[name].answer).error : "not called",
  }));
  expect(answers.filter(({ problem }) => problem !== undefined)).toEqual([]);
});
