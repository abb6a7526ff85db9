import { beforeAll, describe, expect, test } from "@jest/globals";
import { nextInstant } from "@ornament/testing/calls/as-it-stood";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { adminEmail } from "@ornament/testing/product/running-product";
import {
  bodyRows,
  downloadBy,
  openMore,
  pageHeading,
  visitBackOffice,
} from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/** Who changed what from what: the page of a PIN, the log, what changed, and a table as it stood. */

const it = visitedProduct();
const [pin, other] = [demoPin(1), demoPin(2)];
/** An instant after the PINs were registered and before they were deactivated. */
let registered: string;

beforeAll(async () => {
  const token = await it.api.signInAdmin();
  await it.api.importPins(token, pinFile(3));
  const parent = await newParent(it.api, it.url, "quinn.parent@example.com");
  const ids = await addOrnaments(it.api, parent, [
    { pin, name: "Fir tree" },
    { pin: other, name: "Spruce" },
  ]);
  registered = await nextInstant();
  const deactivate = (code: string, comment: string) =>
    it.api.call("PUT", "/api/admin/update-pin-status", {
      token,
      body: { id: ids[code] ?? 0, status: false, comment },
    });
  await deactivate(other, "Reported stolen");
  const { position } = await deactivate(pin, "Lost by the carrier");
  await it.api.call("GET", "/api/admin/action-logs?page=1", { token, readAfter: position });
});

const log = (page: Page) => page.getByRole("table", { name: "System action log" });
const history = (page: Page) => page.getByRole("list", { name: `History of ${pin}` }).getByRole("listitem");
const changes = (page: Page) => page.getByRole("list", { name: "Changes", exact: true }).locator("> li");
/** What changed in the Pins table since the PINs were registered. */
const visitChanges = (page: Page) => {
  const between = new URLSearchParams({ from: registered, to: new Date().toISOString() });
  return visitBackOffice(page, it.url, `changes/pins?${between}`);
};

describe("at a desk", () => {
  const visitor = visitorOfEachTest(it, "desk");

  test("a PIN leads from its table to its page, whose history says who changed it, from what and why", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, `table-pins?query=${pin}`);
    await page.getByRole("link", { name: pin }).click();
    await see(pageHeading(page, `PIN ${pin}`)).toBeVisible();
    const deactivated = history(page).filter({ hasText: "Lost by the carrier" });
    await see(deactivated).toContainText("Registered →");
    await see(deactivated).toContainText(`IT Admin ${adminEmail}`);
    await see(history(page).filter({ hasText: "PINs imported" })).toHaveCount(1);
    await see(history(page).filter({ hasText: "Reported stolen" })).toHaveCount(0);
    await deactivated.getByRole("link", { name: "In the log: PIN deactivated" }).click();
    await see(bodyRows(log(page)).filter({ hasText: "Lost by the carrier" })).toHaveCount(1);
    await see(page.getByRole("list", { name: "Search and filters" })).toContainText("One request");
  });

  test("the Pins table leads to what changed, which says who changed a PIN's status from what, also as a file", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, "table-pins");
    await openMore(page);
    await page.getByRole("link", { name: "What changed…" }).click();
    await see(pageHeading(page, "What changed")).toBeVisible();
    await see(changes(page).first()).toContainText("4 PINs added");
    await visitChanges(page);
    const row = changes(page).filter({ hasText: pin });
    await see(row).toContainText("Status: Registered →");
    await see(row).toContainText(`IT Admin ${adminEmail}`);
    await see(changes(page)).toHaveCount(2);
    const { name, text } = await downloadBy(page, page.getByRole("button", { name: "Export CSV" }));
    expect(name).toMatch(/^Pins changes _ .+ _ .+\.csv$/);
    const line = (await parseCsv(text)).find((cells) => cells.includes(pin) && cells[1] === "Status");
    expect(line).toEqual(expect.arrayContaining([pin, "Registered", "Deactivated", adminEmail]));
  });

  test("the Pins table as it stood shows a PIN before its deactivation, the link to the PIN's page keeps the instant, and Now returns", async () => {
    const { page } = visitor;
    const at = new URLSearchParams({ at: registered });
    const row = bodyRows(page.getByRole("table", { name: "Pins Table" })).filter({ hasText: pin });
    const banner = page.getByRole("region", { name: "As it stood" });
    const activate = page.getByRole("button", { name: `Activate ${pin}`, exact: true });
    await visitBackOffice(page, it.url, `table-pins?${at}`);
    await see(banner).toContainText("Nothing can be changed here.");
    await see(row).toBeVisible();
    await see(row).not.toContainText("Lost by the carrier");
    await see(page.getByRole("button", { name: /^(?:Activate|Deactivate) / })).toHaveCount(0);
    await row.getByRole("link", { name: pin }).click();
    await see(page).toHaveURL(`${it.url}/admin/pin/${pin}?${at}`);
    await see(activate).toHaveCount(0);
    await banner.getByRole("button", { name: "Now" }).click();
    await see(activate).toBeVisible();
    await see(banner).toHaveCount(0);
    await see(page).toHaveURL(`${it.url}/admin/pin/${pin}`);
  });
});

describe("on a phone", () => {
  const phone = visitorOfEachTest(it, "phone");
  const fits = async () =>
    expect(
      await phone.page.evaluate<boolean>("document.documentElement.scrollWidth <= window.innerWidth"),
    ).toBe(true);

  test("the page of a PIN, what changed and the log with every column fit a phone", async () => {
    const { page } = phone;
    await visitBackOffice(page, it.url, `pin/${pin}`);
    await see(history(page).first()).toBeVisible();
    await fits();
    await visitChanges(page);
    await see(changes(page).first()).toBeVisible();
    await fits();
    await visitBackOffice(page, it.url, "log");
    await page.getByRole("button", { name: "Filters" }).tap();
    await page.getByRole("button", { name: "Columns" }).tap();
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.keyboard.press("Escape");
    await see(page.getByRole("combobox", { name: "Done by" })).toBeVisible();
    await see(log(page).getByText("Lost by the carrier")).toBeVisible();
    await fits();
  });
});
