import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { downloadBy, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** The right of access: an IT Admin downloads a copy of the data about a consumer. */
const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
const email = "asks.for.a.copy@example.com";
let profile: string;
let consumerId = 0;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(3));
  const parent = await newParent(it.api, it.url, email);
  consumerId = parent.id;
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: `<b>Tree</b> & "co"` }]);
  profile = `user-profile/${parent.id}`;
});

test("an IT Admin downloads the copy of a consumer's data, which is readable as a page, and the history has it", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, profile);
  const open = page.getByRole("button", { name: "Copy of the data…" });
  // The button moves until the panels above it are loaded.
  await see(open).toBeVisible();
  await see(page.locator(".o-skeleton")).toHaveCount(0);
  await open.click();
  const dialog = page.getByRole("dialog", { name: `Download a copy of the data of ${email}` });
  await see(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Request by mail");
  await page.keyboard.press("Tab");
  await page.keyboard.type("other@example.com");
  const download = dialog.getByRole("button", { name: "Download" });
  await download.click();
  const confirmation = dialog.getByLabel("typed again");
  await see(dialog.getByText("This does not name the account.")).toBeVisible();
  await see(confirmation).toHaveAttribute("aria-invalid", "true");
  await confirmation.fill(email);

  const { name, text } = await downloadBy(page, download);
  expect(name).toMatch(new RegExp(`^ornament-data-consumer-${consumerId}-\\d{4}-\\d\\d-\\d\\d\\.html$`));
  await see(page.getByRole("status").getByText(name)).toBeVisible();
  await see(dialog).toHaveCount(0);
  await see(open).toBeFocused();

  await page.getByText("History").first().click();
  await see(page.getByText("HTML: Request by mail").first()).toBeVisible();

  const copy = await page.context().newPage();
  await copy.setContent(text);
  await see(copy.getByRole("heading", { level: 1 })).toHaveText(`Copy of the data about ${email}`);
  const ornaments = copy.getByRole("table").filter({ hasText: "Entered at" });
  await see(ornaments.getByRole("cell", { name: `<b>Tree</b> & "co"` })).toBeVisible();
  await see(ornaments.getByRole("columnheader", { name: "Deactivated" })).toBeVisible();
});
