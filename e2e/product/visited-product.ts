import { afterAll, afterEach, beforeAll, beforeEach, expect } from "@jest/globals";
import type { Browser } from "playwright";
import { ApiClient } from "./api-client.ts";
import { launchBrowser, newVisitor, type Visitor } from "./browser.ts";
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

/**
 * A person with a browser that each test finds new: signed out, nothing remembered, nothing left open by another test. `arrive` is
 * what they do first.
 */
export function visitorOfEachTest(
  it: Pick<VisitedProduct, "browser">,
  at: "phone" | "desk",
  arrive?: (visitor: Visitor) => Promise<void>,
): Visitor {
  const visitor = {} as Visitor;
  beforeEach(async () => {
    Object.assign(visitor, await newVisitor(it.browser, at));
    await arrive?.(visitor);
  });
  afterEach(async () => {
    await visitor.context.close();
    expect(visitor.troubles).toEqual([]);
  });
  return visitor;
}
