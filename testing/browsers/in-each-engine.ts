import { afterAll, beforeAll, describe, type test } from "@jest/globals";
import { ApiClient } from "../calls/api-client.ts";
import { type RunningProduct, removeDataDir, startProduct } from "../product/running-product.ts";
import { testIf } from "../suites/test-if.ts";
import { foundEngines, type Settings } from "./engines.ts";
import { Page } from "./page.ts";

/** A product on embedded stores, and a browser with one page. */
export interface Visited {
  url: string;
  api: ApiClient;
  page: Page;
}

/** WebKitGTK makes no window narrower than 447 pixels. */
export const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 860 } };

/** Defines the same tests for each engine. The tests of an engine that this machine hasn't are skipped. */
export function inEachEngine(
  { size, zone = "America/Chicago" }: Partial<Settings> & Pick<Settings, "size">,
  define: (it: Visited, run: typeof test) => void,
): void {
  for (const { name, missing, start } of foundEngines)
    describe(name, () => {
      const it = {} as Visited;
      let product: RunningProduct;
      if (missing === "") {
        beforeAll(async () => {
          product = await startProduct({ ownStores: true });
          const page = new Page(await start({ size, zone }));
          Object.assign(it, { url: product.url, api: new ApiClient(product.url), page });
        });
        afterAll(async () => {
          await it.page?.engine.close();
          await product?.stop();
          if (product) removeDataDir(product.dataDir);
        });
      }
      define(it, testIf(missing === "", missing));
    });
}
