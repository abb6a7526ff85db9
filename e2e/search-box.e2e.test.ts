import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { pixelsInside, shareUnlike } from "@ornament/testing/screens/pixels";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/** The search box in the top bar: with the keyboard, and by touch on a phone. */

const it = visitedProduct();
const desk = visitorOfEachTest(it, "desk", ({ page }) => visitBackOffice(page, it.url, "log"));
const owner = "holly.owner@example.com";
const owned = demoPin(3);
const free = demoPin(4);

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(20));
  await addOrnaments(it.api, await newParent(it.api, it.url, owner), [
    { pin: demoPin(2), name: "Garland" },
    { pin: owned, name: "Fir tree" },
  ]);
});

const box = (page: Page) => page.getByRole("combobox", { name: "Find", exact: true });
const found = (page: Page) => page.getByRole("listbox", { name: "Found" });
const option = (page: Page, text: string) => found(page).getByRole("option").filter({ hasText: text });

test("the magnifier of a table's search stays visible when the field has the focus", async () => {
  const { page } = desk;
  const field = page.getByRole("searchbox", { name: "Search" });
  await field.focus();
  const pixels = await pixelsInside(page.locator(".o-search-box .o-icon"));
  expect(shareUnlike(pixels, pixels[0] ?? [255, 255, 255])).toBeGreaterThan(0.05);
});

test("slash, a part of an email and Enter open the consumer's profile", async () => {
  const { page } = desk;
  await see(pageHeading(page, "System action log")).toBeVisible();
  await page.keyboard.press("/");
  await see(box(page)).toBeFocused();
  await page.keyboard.type("holly.ow");
  await see(option(page, owner).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await see(page).toHaveURL(/\/admin\/user-profile\/\d+$/);
  await see(page.getByText(owner).first()).toBeVisible();
  await see(box(page)).toHaveValue("");
});

test("a PIN without its dash leads to its owner's profile, and the focus to that PIN", async () => {
  const { page } = desk;
  await see(pageHeading(page, "System action log")).toBeVisible();
  await box(page).fill(owned.replace("-", "").toLowerCase());
  await box(page).press("Enter");
  await see(page).toHaveURL(new RegExp(`/admin/user-profile/\\d+#pin-${owned}$`));
  const item = page.getByRole("listitem", { name: `PIN ${owned}` });
  await see(item).toBeInViewport();
  await see(item).toBeFocused();
  await page.keyboard.press("Tab");
  await see(item.getByRole("link", { name: owned })).toBeFocused();
});

test("a PIN without an owner leads to its page, and the tab has its name", async () => {
  const { page } = desk;
  await see(pageHeading(page, "System action log")).toBeVisible();
  await box(page).fill(free);
  await box(page).press("Enter");
  await see(pageHeading(page, `PIN ${free}`)).toBeVisible();
  await see(page).toHaveTitle(new RegExp(`^PIN ${free} – `));
});

test("the arrows lead to the table with all matches", async () => {
  const { page } = desk;
  await see(pageHeading(page, "System action log")).toBeVisible();
  await box(page).fill("WNTR-0");
  await see(option(page, "Show all in Pins")).toBeVisible();
  await box(page).press("ArrowUp");
  await see(option(page, "Show all in Pins")).toHaveAttribute("aria-selected", "true");
  await box(page).press("Enter");
  await see(page).toHaveURL(`${it.url}/admin/table-pins?query=WNTR-0`);
});

describe("on a phone", () => {
  const phone = visitorOfEachTest(it, "phone", ({ page }) => visitBackOffice(page, it.url, "table-pins"));

  test("a button opens the search box over the bar, a touch follows a result, and a cross closes it", async () => {
    const { page } = phone;
    const opener = page.getByRole("button", { name: "Find", exact: true });
    await see(pageHeading(page, "Pins Table")).toBeVisible();
    await see(box(page)).toBeHidden();
    await opener.tap();
    await see(box(page)).toBeFocused();
    await page.getByRole("button", { name: "Close search" }).tap();
    await see(box(page)).toBeHidden();
    await opener.tap();
    await box(page).fill("holly");
    await option(page, owner).first().tap();
    await see(page).toHaveURL(/\/admin\/user-profile\/\d+$/);
    await see(box(page)).toBeHidden();
    expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  });
});
