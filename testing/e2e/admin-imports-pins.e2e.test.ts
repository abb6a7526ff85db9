import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import {
  adminEmail,
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { freePort } from "@ornament/testing/programs/free-port";
import { signInAsAdmin } from "@ornament/testing/screens/back-office";
import { launchBrowser } from "@ornament/testing/screens/browser";
import { see } from "@ornament/testing/screens/see";
import { visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Browser } from "playwright";

const it = {} as { browser: Browser };
let product: RunningProduct;
let dataDir: string;
/** The product has the same port before and after the power cut, so that the browser keeps its sign-in. */
let environment: { PORT: string };
/** For a long test on a busy machine, in milliseconds. */
const timeoutMs = 300_000;

beforeAll(async () => {
  it.browser = await launchBrowser();
  dataDir = newDataDir();
  environment = { PORT: String(await freePort()) };
  product = await startProduct({ dataDir, environment });
});

const admin = visitorOfEachTest(it, "desk");

afterAll(async () => {
  await it.browser?.close();
  await product?.kill();
  removeDataDir(dataDir);
});

test(
  "an IT Admin imports PINs and finds them in the table and in the log, even after a power cut",
  async () => {
    const { page } = admin;
    await step("signs in and sees no PINs yet", async () => {
      await signInAsAdmin(page, product.url);
      await see(page.getByText("There are no PINs yet. An IT Admin imports them in Settings.")).toBeVisible();
    });
    await step(
      "imports a file of 1,000 PINs with CRLF, a BOM, a duplicate and two bad rows, and sees which lines were left out",
      async () => {
        await page.getByRole("link", { name: "Settings" }).click();
        await see(page.getByRole("heading", { name: "Settings" })).toBeVisible();
        await page
          .getByLabel("CSV file")
          .setInputFiles({ name: "winter.csv", mimeType: "text/csv", buffer: Buffer.from(pinFile()) });
        await page.getByRole("button", { name: "Import", exact: true }).click();
        const dialog = page.getByRole("dialog", { name: "Add the PINs of winter.csv?" });
        const firstRows = dialog.getByLabel("The first 5 of 1,003 rows");
        await see(firstRows.getByText(/^Line \d+$/)).toHaveCount(5);
        await see(firstRows).toContainText(demoPin(1));
        await see(firstRows).toContainText("new, in the batch Winter 2026");
        await see(dialog.getByLabel("Verdicts")).toContainText("twice in the file1");
        await dialog.getByRole("button", { name: "Add 1,000 PINs" }).click();
        await see(dialog.getByText("Processing complete!")).toBeVisible({ timeout: 30_000 });
        await see(dialog.getByText("1,000 PINs added, 1 duplicate, 2 bad rows")).toBeVisible();
        const leftOut = dialog.getByRole("list", { name: "Rows left out" });
        await see(leftOut).toContainText("Line 1003");
        await see(leftOut).toContainText("Line 1004");
        await see(dialog.getByRole("button", { name: "Add 1,000 PINs" })).toBeDisabled();
        await dialog.getByRole("button", { name: "Close" }).last().click();
        await see(dialog).toBeHidden();
      },
    );
    const history = page.getByRole("table", { name: "History of imports" });
    await step("finds the import in the history, and downloads its refused rows", async () => {
      const row = history.getByRole("row").nth(1);
      await see(row).toContainText("winter.csv");
      await see(row).toContainText(adminEmail);
      await see(row).toContainText("1,000 added");
      const download = page.waitForEvent("download");
      await row.getByRole("button", { name: "Download 3 refused rows of winter.csv" }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe("Refused rows of winter.csv");
      expect(readFileSync(await file.path(), "utf8").replace(/^\ufeff/, "")).toMatch(
        /^Line,Text,Reason\r\n\d+,.*,twice in this file\r\n1003,.*\r\n1004,.*\r\n$/,
      );
    });
    await step("sees that the same file would add nothing, and adds nothing", async () => {
      await page.getByRole("button", { name: "Import", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Add the PINs of winter.csv?" });
      await see(dialog).toContainText("Every valid PIN of the file exists already");
      await see(dialog.getByRole("button", { name: "Add PINs" })).toBeDisabled();
      await dialog.getByRole("button", { name: "Close" }).last().click();
      await see(history.getByRole("row")).toHaveCount(2);
    });
    await step("goes from the history to the PINs of the batch", async () => {
      await history.getByRole("link", { name: "Winter 2026" }).click();
      await see(page.getByText("Showing 1 to 10 of 1,000 entries").first()).toBeVisible();
      await page.getByRole("button", { name: "Clear" }).first().click();
    });
    await step("pages, searches and sorts the Pins table", async () => {
      await page.getByRole("link", { name: "Pins", exact: true }).click();
      await see(page.getByText("Showing 1 to 10 of 1,000 entries").first()).toBeVisible();
      const table = page.getByRole("table", { name: "Pins Table" });
      await see(table.getByRole("row")).toHaveCount(11);
      await page.getByLabel(/^Show/).selectOption("25");
      await see(table.getByRole("row")).toHaveCount(26);
      await page.getByRole("searchbox").fill(demoPin(42));
      await see(table.getByRole("row")).toHaveCount(2);
      const row = table.getByRole("row").nth(1);
      await see(row).toContainText(demoPin(42));
      await see(row).toContainText("Not Registered");
      await see(row).toContainText("Used 0 of 5");
      await see(row).toContainText("Winter 2026");
      await page.getByRole("searchbox").fill("");
      await see(page.getByText("Showing 1 to 25 of 1,000 entries").first()).toBeVisible();
      await table.getByRole("button", { name: /^PIN\b(?! Status| batch)/ }).click();
      await table.getByRole("button", { name: /^PIN\b(?! Status| batch)/ }).click();
      await see(table.getByRole("columnheader", { name: /^PIN\b(?! Status| batch)/ })).toHaveAttribute(
        "aria-sort",
        "descending",
      );
      await see(table.getByRole("row").nth(1)).toContainText(demoPin(1000));
    });
    await step("sees the import in the System action log", async () => {
      await page.getByRole("link", { name: "System action Log" }).click();
      const table = page.getByRole("table", { name: "System action log" });
      const entry = table.getByRole("row").filter({ hasText: "PINs imported" });
      await see(entry).toHaveCount(1);
      await see(entry).toContainText("IT Admin");
      await see(entry).toContainText("winter.csv: 1000 PINs added, 1 duplicate, 2 bad rows");
      await see(entry).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d:\d\d [ap]m/);
      await page.getByRole("searchbox").fill("PINs IMPORTED");
      await see(page.getByText("1 entry", { exact: true })).toBeVisible();
      await page.getByRole("searchbox").fill("no such thing");
      await see(page.getByText("No matches found").first()).toBeVisible();
    });
    await step("is still signed in after a power cut and finds the same PINs and log", async () => {
      await product.kill();
      product = await startProduct({ dataDir, environment });
      await page.goto(`${product.url}/admin/log`);
      await page.getByRole("searchbox").fill("");
      await see(page.getByRole("table").getByRole("row").filter({ hasText: "PINs imported" })).toHaveCount(1);
      await page.getByRole("link", { name: "Pins", exact: true }).click();
      await see(page.getByText(/of 1,000 entries/).first()).toBeVisible();
    });
  },
  timeoutMs,
);
