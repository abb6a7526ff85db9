import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { type ServiceProcess, startService } from "@ornament/testing/product/service-process";
import { freePort } from "@ornament/testing/programs/free-port";
import { pageHeading, signInAsAdmin, signOutAsAdmin } from "@ornament/testing/screens/back-office";
import { launchBrowser, newVisitor } from "@ornament/testing/screens/browser";
import { see } from "@ornament/testing/screens/see";
import type { Browser } from "playwright";

/** A gateway that serves the pages alone, and a product at another origin whose API they call. */
let browser: Browser;
let product: RunningProduct;
let pages: ServiceProcess;
let pagesUrl: string;

beforeAll(async () => {
  const port = await freePort();
  pagesUrl = `http://localhost:${port}`;
  browser = await launchBrowser();
  product = await startProduct({ environment: { ALLOWED_ORIGINS: pagesUrl } });
  const nowhere = "http://127.0.0.1:1";
  pages = startService("gateway", {
    PORT: String(port),
    PUBLIC_URL: pagesUrl,
    WEB_ROOT: "web/dist",
    API_BASE_URL: product.url,
    COMMAND_API_URL: nowhere,
    QUERY_API_URL: nowhere,
    PROJECTOR_URL: nowhere,
  });
  await pages.listening;
});

afterAll(async () => {
  await browser?.close();
  pages?.child.kill("SIGTERM");
  await pages?.ended;
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

test("pages that are served at one origin sign in, read, write, download and refresh at the API's origin", async () => {
  const { page, troubles } = await newVisitor(browser, "desk");
  const called: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) called.push(`${origin} ${pathname}`);
  });
  await signInAsAdmin(page, pagesUrl);
  await page.goto(`${pagesUrl}/admin/profile`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByRole("button", { name: "Update" }).click();
  await see(page.getByText("Account successfully updated.")).toBeVisible();

  await page.goto(`${pagesUrl}/admin/log`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: /Export/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await signOutAsAdmin(page);
  await page.goto(`${pagesUrl}/admin/table-pins`);
  await see(pageHeading(page, "Sign in")).toBeVisible();

  const paths = called.map((one) => one.split(" ")[1]);
  expect(paths).toEqual(
    expect.arrayContaining([
      "/api/admin/login",
      "/api/admin/refresh",
      "/api/admin/update",
      "/api/admin/logout",
    ]),
  );
  expect(called.filter((one) => !one.startsWith(`${product.url} `))).toEqual([]);
  expect(troubles).toEqual([]);
});
