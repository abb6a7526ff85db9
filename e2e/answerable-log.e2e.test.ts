import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { adminEmail } from "@ornament/testing/product/running-product";
import { bodyRows, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Page } from "playwright";

/** Who changed what from what: the filters and columns of the System action log, and the page of a PIN. */

const it = visitedProduct();
const pin = demoPin(1);
const other = demoPin(2);
const email = "quinn.parent@example.com";

beforeAll(async () => {
  const token = await it.api.signInAdmin();
  await it.api.importPins(token, pinFile(3));
  const parent = await newParent(it.api, it.url, email);
  const ids = await addOrnaments(it.api, parent, [
    { pin, name: "Fir tree" },
    { pin: other, name: "Spruce" },
  ]);
  const change = (code: string, status: boolean, comment: string) =>
    it.api.call("PUT", "/api/admin/update-pin-status", {
      token,
      body: { id: ids[code] ?? 0, status, comment },
    });
  await change(pin, false, "Lost by the carrier");
  await change(other, false, "Reported stolen");
  const { position } = await change(pin, true, "Found again");
  await it.api.call("GET", "/api/admin/action-logs?page=1", { token, readAfter: position });
});

const log = (page: Page) => page.getByRole("table", { name: "System action log" });
const chip = (page: Page, text: string) =>
  page.getByRole("list", { name: "Search and filters" }).getByRole("listitem").filter({ hasText: text });
const history = (page: Page, of: string) => page.getByRole("list", { name: `History of ${of}` });
const fits = (page: Page) =>
  page.evaluate<boolean>("document.documentElement.scrollWidth <= window.innerWidth");

describe("at a desk", () => {
  const visitor = visitorOfEachTest(it, "desk");

  test("the filters of the log narrow it by keyboard, are in the address, and hold after a reload", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, "log");
    await step("a PIN, an actor and an action are chosen by keyboard", async () => {
      await page.getByRole("button", { name: "Filters" }).press("Enter");
      await page.getByRole("combobox", { name: "About" }).fill(pin.toLowerCase());
      await page.keyboard.press("Enter");
      await see(chip(page, `About PIN ${pin}`)).toBeVisible();
      await page.getByRole("combobox", { name: "Done by" }).fill(adminEmail);
      await page.keyboard.press("Enter");
      await see(chip(page, `By ${adminEmail}`)).toBeVisible();
      await page.getByRole("combobox", { name: "Group of actions" }).selectOption("PINs and devices");
      await see(page.getByText("Showing 2 entries")).toBeVisible();
    });
    await step("a reload shows the same entries", async () => {
      await page.reload();
      await see(page.getByText("Showing 2 entries")).toBeVisible();
      await see(bodyRows(log(page)).first()).toContainText("Found again");
      await see(chip(page, "Actions: PINs and devices")).toBeVisible();
    });
    await step("a minute before everything shows nothing, and its chip is removed", async () => {
      await page.getByRole("button", { name: /^Filters/ }).click();
      await page.getByLabel("Ending at").fill("1/1/20 10:42 am");
      await page.keyboard.press("Enter");
      await see(page.getByText("No matches found")).toBeVisible();
      await page.getByRole("button", { name: "Remove Until 01/01/20 10:42 am" }).click();
      await see(page.getByText("Showing 2 entries")).toBeVisible();
    });
  });

  test("the columns that were chosen for the log are shown after a reload, with the value before and after", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, "log?query=Found");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "From → to" }).check();
    await page.getByRole("checkbox", { name: "Session" }).check();
    await page.keyboard.press("Escape");
    await page.reload();
    await see(log(page).getByRole("columnheader", { name: "Session" })).toBeVisible();
    const row = bodyRows(log(page)).filter({ hasText: "Found again" });
    await see(row).toContainText("Deactivated →");
    await see(row.getByText("Registered", { exact: true })).toBeVisible();
  });

  test("a PIN leads from its table to its page, whose history says who changed it, from what and why", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, `table-pins?query=${pin}`);
    await page.getByRole("link", { name: pin }).click();
    await see(pageHeading(page, `PIN ${pin}`)).toBeVisible();
    const entries = history(page, pin).getByRole("listitem");
    const deactivated = entries.filter({ hasText: "Lost by the carrier" });
    await see(deactivated).toContainText("PIN deactivated");
    await see(deactivated).toContainText("Registered →");
    await see(deactivated).toContainText(`IT Admin ${adminEmail}`);
    await see(entries.filter({ hasText: "PINs imported" })).toHaveCount(1);
    await see(entries.filter({ hasText: "Reported stolen" })).toHaveCount(0);
    await deactivated.getByRole("link", { name: "In the log: PIN deactivated" }).click();
    await see(bodyRows(log(page)).filter({ hasText: "Lost by the carrier" })).toHaveCount(1);
    await see(chip(page, "One request")).toBeVisible();
  });
});

describe("on a phone", () => {
  const phone = visitorOfEachTest(it, "phone");

  test("the page of a PIN and the log with every column fit a phone", async () => {
    const { page } = phone;
    await visitBackOffice(page, it.url, `pin/${pin}`);
    await see(history(page, pin).getByRole("listitem").first()).toBeVisible();
    expect(await fits(page)).toBe(true);
    await visitBackOffice(page, it.url, "log");
    await page.getByRole("button", { name: "Filters" }).tap();
    await page.getByRole("button", { name: "Columns" }).tap();
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.keyboard.press("Escape");
    await see(page.getByRole("combobox", { name: "Done by" })).toBeVisible();
    await see(log(page).getByText("Found again")).toBeVisible();
    expect(await fits(page)).toBe(true);
  });
});
