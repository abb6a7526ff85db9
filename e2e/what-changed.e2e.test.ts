import { beforeAll, describe, expect, test } from "@jest/globals";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { adminEmail } from "@ornament/testing/product/running-product";
import { downloadBy, openMore, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Page } from "playwright";

/** What changed in a table between two times: on the page and as a file. */

const it = visitedProduct();
const pin = demoPin(1);
/** The PIN was imported and registered before this instant, and deactivated after it. */
let registered: string;

beforeAll(async () => {
  const token = await it.api.signInAdmin();
  await it.api.importPins(token, pinFile(2));
  const parent = await newParent(it.api, it.url, "quinn.parent@example.com");
  const ids = await addOrnaments(it.api, parent, [{ pin, name: "Fir tree" }]);
  registered = new Date().toISOString();
  const body = { id: ids[pin] ?? 0, status: false, comment: "Lost by the carrier" };
  const { position } = await it.api.call("PUT", "/api/admin/update-pin-status", { token, body });
  await it.api.call("GET", "/api/admin/action-logs?page=1", { token, readAfter: position });
});

/** What changed in a table since the PIN was registered. */
const visitChanges = (page: Page, table: string) => {
  const between = new URLSearchParams({ from: registered, to: new Date().toISOString() });
  return visitBackOffice(page, it.url, `changes/${table}?${between}`);
};
const changes = (page: Page) => page.getByRole("list", { name: "Changes", exact: true });
/** The changed thing with this text. */
const rowOf = (page: Page, name: string) => changes(page).locator("> li").filter({ hasText: name });
const fits = (page: Page) =>
  page.evaluate<boolean>("document.documentElement.scrollWidth <= window.innerWidth");

describe("at a desk", () => {
  const visitor = visitorOfEachTest(it, "desk");

  test("the Pins table leads to what changed, which says who changed a PIN's status from what, also as a file", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, "table-pins");
    await openMore(page);
    await page.getByRole("link", { name: "What changed…" }).click();
    await see(pageHeading(page, "What changed")).toBeVisible();
    const cause = changes(page).locator("> li").first();
    await see(cause).toContainText("PINs imported");
    await see(cause).toContainText("3 PINs added");
    await see(cause).toContainText(`IT Admin ${adminEmail}`);
    await visitChanges(page, "pins");
    const row = rowOf(page, pin);
    await see(row).toContainText("Changed");
    await see(row).toContainText("Status: Registered →");
    await see(row.getByText("Deactivated", { exact: true })).toBeVisible();
    await see(row).toContainText(`IT Admin ${adminEmail}`);
    await see(changes(page).locator("> li")).toHaveCount(1);
    await step("the file has the same", async () => {
      const { name, text } = await downloadBy(page, page.getByRole("button", { name: "Export CSV" }));
      expect(name).toMatch(/^Pins changes _ .+ _ .+\.csv$/);
      const [head, ...lines] = await parseCsv(text);
      expect(head?.slice(0, 4)).toEqual(["Thing", "Changed", "Before", "After"]);
      const line = lines.find((cells) => cells[1] === "Status");
      expect(line).toEqual(expect.arrayContaining([pin, "Registered", "Deactivated", adminEmail]));
    });
    await step("the row leads to the page of the PIN", async () => {
      await row.getByRole("link", { name: pin, exact: true }).click();
      await see(pageHeading(page, `PIN ${pin}`)).toBeVisible();
    });
  });
});

describe("on a phone", () => {
  const phone = visitorOfEachTest(it, "phone");

  test("what changed fits a phone", async () => {
    const { page } = phone;
    await visitChanges(page, "pins");
    await see(rowOf(page, pin)).toBeVisible();
    expect(await fits(page)).toBe(true);
  });
});
