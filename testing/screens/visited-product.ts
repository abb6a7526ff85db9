import { afterAll, afterEach, beforeAll, beforeEach, expect } from "@jest/globals";
import type { Browser, Page } from "playwright";
import { ApiClient } from "../calls/api-client.ts";
import { type RunningProduct, removeDataDir, startProduct } from "../product/running-product.ts";
import { launchBrowser, newVisitor, type Visitor } from "./browser.ts";

/** A product and a Chromium for one test file. */
export interface VisitedProduct {
  product: RunningProduct;
  url: string;
  api: ApiClient;
  browser: Browser;
}

/** Starts the product and Chromium before the tests of a file, and stops them after the tests. */
export function visitedProduct(environment: Record<string, string> = {}): VisitedProduct {
  const visited = {} as VisitedProduct;
  beforeAll(async () => {
    visited.browser = await launchBrowser();
    visited.product = await startProduct({ environment });
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
 * A browser context with a new page for each test, so that a failed test doesn't affect the next one. Cookies
 * and storage stay between the tests of a file. `arrive` runs on each new page. An unused page is left for the
 * next test.
 */
export function visitorOfEachTest(
  it: Pick<VisitedProduct, "browser">,
  at: "phone" | "desk",
  arrive?: (visitor: Visitor) => Promise<unknown>,
): Visitor {
  let visitor: Visitor;
  /** An empty open page keeps Chromium's window: a new window for each test takes longer than the pages. */
  let empty: Page;
  let isUsed = true;
  beforeAll(async () => {
    visitor = await newVisitor(it.browser, at);
    empty = visitor.page;
  });
  beforeEach(async () => {
    if (!isUsed) return;
    visitor.page = await visitor.context.newPage();
    await arrive?.(visitor);
    isUsed = false;
  });
  afterEach(async () => {
    if (isUsed) for (const page of visitor.context.pages()) if (page !== empty) await page.close();
    expect(visitor.troubles.splice(0)).toEqual([]);
  });
  return {
    get page() {
      isUsed = true;
      return visitor.page;
    },
    get context() {
      isUsed = true;
      return visitor.context;
    },
    get troubles() {
      return visitor.troubles;
    },
  };
}
