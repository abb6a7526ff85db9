import { afterAll, afterEach, beforeAll, beforeEach, expect } from "@jest/globals";
import type { Browser } from "playwright";
import { ApiClient } from "./api-client.ts";
import { clockIsStopped, launchBrowser, newVisitor, type Visitor } from "./browser.ts";
import { type RunningProduct, removeDataDir, startProduct } from "./running-product.ts";

/** A product and a Chromium for one test file. */
export interface VisitedProduct {
  product: RunningProduct;
  url: string;
  api: ApiClient;
  browser: Browser;
}

/** Starts the product and Chromium before the tests of a file, and stops them after the tests. */
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

/**
 * A browser context with a new page for each test, so that a failed test doesn't affect the next one. Cookies and storage are kept between
 * the tests of a file, unless a test has stopped the clock. `arrive` runs before each test.
 */
export function visitorOfEachTest(
  it: Pick<VisitedProduct, "browser">,
  at: "phone" | "desk",
  arrive?: (visitor: Visitor) => Promise<unknown>,
): Visitor {
  const visitor = {} as Visitor;
  beforeAll(async () => {
    Object.assign(visitor, await newVisitor(it.browser, at));
  });
  beforeEach(async () => {
    visitor.page = await visitor.context.newPage();
    await arrive?.(visitor);
  });
  afterEach(async () => {
    for (const page of visitor.context.pages()) await page.close();
    expect(visitor.troubles.splice(0)).toEqual([]);
    if (!clockIsStopped(visitor.context)) return;
    await visitor.context.close();
    Object.assign(visitor, await newVisitor(it.browser, at));
  });
  return visitor;
}
