import { afterAll, beforeAll } from "@jest/globals";
import type { Browser } from "playwright";
import { ApiClient } from "./api-client.ts";
import { launchBrowser } from "./browser.ts";
import { type RunningProduct, removeDataDir, startProduct } from "./running-product.ts";

/** The running product as a test file has it to itself, and a Chromium to visit it with. */
export interface VisitedProduct {
  product: RunningProduct;
  url: string;
  api: ApiClient;
  browser: Browser;
}

/** Starts both before the tests of a file and ends them after. */
export function visitedProduct(): VisitedProduct {
  const visited = {} as VisitedProduct;
  beforeAll(async () => {
    visited.browser = await launchBrowser();
    visited.product = await startProduct();
    visited.url = visited.product.url;
    visited.api = new ApiClient(visited.url);
  });
  afterAll(async () => {
    await visited.browser?.close();
    await visited.product?.stop();
    if (visited.product) removeDataDir(visited.product.dataDir);
  });
  return visited;
}
