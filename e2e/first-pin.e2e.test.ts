import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { newParent } from "@ornament/testing/people/parents";
import { stopClock } from "@ornament/testing/screens/browser";
import { visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/**
 * Entering the first PIN, and the screen after it: the player opens once, and before the season the first
 * video can be noted in a calendar.
 */
const it = visitedProduct();
const parent = visitorOfEachTest(it, "phone", ({ context }) => context.clearCookies());

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(10));
});

const created = (page: Page) => page.getByRole("heading", { name: "Account created" });
const stay = (page: Page) => page.getByRole("button", { name: "Stay here" });
/** Longer than the screen waits on any date. */
const longMs = 60_000;

async function arriveAtPinEntry(email: string): Promise<Page> {
  await visitSignedIn(parent.page, it.url, "activate-pin", await newParent(it.api, it.url, email));
  return parent.page;
}
async function enterPin(page: Page, pin: string): Promise<void> {
  await page.getByRole("textbox", { name: "PIN" }).fill(pin);
  await page.getByRole("button", { name: "Light up my ornament" }).click();
  await see(created(page)).toBeVisible();
}

test("a PIN typed with the letter O for a zero is refused once, at its field, and the button with the right PIN fills it in", async () => {
  const page = await arriveAtPinEntry("misread@example.com");
  const pin = demoPin(6);
  await page.getByRole("textbox", { name: "PIN" }).fill(pin.replace("0", "O"));
  await page.getByRole("button", { name: "Light up my ornament" }).click();
  await see(page.getByText(/was not recognized/)).toHaveCount(1);
  await page.getByRole("button", { name: `Use ${pin}` }).click();
  await see(page.getByRole("textbox", { name: "PIN" })).toHaveValue(pin);
  await see(page.getByRole("textbox", { name: "PIN" })).toBeFocused();
  await page.getByRole("button", { name: "Light up my ornament" }).click();
  await see(created(page)).toBeVisible();
});

test("the player opens by itself once: after Back and after a reload the parent stays on the screen", async () => {
  const page = await arriveAtPinEntry("back@example.com");
  await stopClock(page);
  await enterPin(page, demoPin(1));
  await see(stay(page)).toBeVisible();
  await page.clock.runFor(longMs);
  await see(page).toHaveURL(/\/player\//);
  await page.goBack();
  await see(created(page)).toBeVisible();
  await see(stay(page)).toBeHidden();
  await page.clock.runFor(longMs);
  await page.reload();
  await see(created(page)).toBeVisible();
  await page.clock.runFor(longMs);
  await see(created(page)).toBeVisible();
  await page.getByRole("link", { name: /Watch now|Open the player/ }).click();
  await see(page).toHaveURL(/\/player\//);
});

test("a parent who presses Stay here stays on the screen of the new account", async () => {
  const page = await arriveAtPinEntry("stay@example.com");
  await stopClock(page);
  await enterPin(page, demoPin(2));
  await stay(page).click();
  await page.clock.runFor(longMs);
  await see(created(page)).toBeVisible();
  await see(page.getByRole("link", { name: /Watch now|Open the player/ })).toBeFocused();
});

test("before the season, the page's security policy lets the browser save the first video's calendar file", async () => {
  const page = await arriveAtPinEntry("calendar@example.com");
  await page.clock.setFixedTime(new Date("2026-11-22T12:00:00"));
  await enterPin(page, demoPin(3));
  await see(page.getByText("The first video comes on December 1st.")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Add to calendar" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("first-video-from-santa.ics");
  expect(readFileSync(await download.path(), "utf8")).toContain("DTSTART;VALUE=DATE:20261201\r\n");
  await see(stay(page)).toBeHidden();
});
