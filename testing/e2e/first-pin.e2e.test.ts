import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { mailTo, newParent, tokenOf } from "@ornament/testing/people/parents";
import { newVisitor, stopClock } from "@ornament/testing/screens/browser";
import {
  openRegistration,
  register,
  signInHeading,
  visitSignedIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/** A new parent: the email is confirmed on another device, the first PIN is entered, and the player opens once. */
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

/** The texts of these elements that are outside the window or covered by something else. */
const hiddenTexts = (page: Page, selector: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("${selector}")].flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
    const places = [[middle, top + 1], [middle, bottom - 1], [left + 1, centre], [right - 1, centre]];
    const isSeen = ([x, y]) => element.contains(document.elementFromPoint(x, y));
    return places.every(isSeen) ? [] : [element.textContent];
  })`);

test("in the window that a phone's keyboard leaves, the whole reason of a refused PIN is in view and nothing covers it", async () => {
  const page = await arriveAtPinEntry("keyboard@example.com");
  await page.setViewportSize({ width: 390, height: 480 });
  const field = page.getByRole("textbox", { name: "PIN" });
  await field.fill("ACO7-774");
  await field.press("Enter");
  await see(page.getByText("Check the 3rd character: O or 0?")).toBeVisible();
  const reason = ".o-pin-field .o-error > :last-child, .o-pin-question > span, .o-ways-on .btn";
  await see.poll(() => hiddenTexts(page, reason)).toEqual([]);
  await see(field).toBeFocused();
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

test("a parent who confirms with a press on another device is signed in on the phone where they registered, without touching it", async () => {
  const { page } = parent;
  const verified = (of: Page) => of.getByRole("heading", { name: "Your email is verified" });
  const pinEntry = page.getByRole("heading", { name: /Enter your ornament/ });
  const email = "on.the.laptop@example.com";
  await openRegistration(page, it.url);
  await register(page, email);
  const laptop = await newVisitor(it.browser, "desk");
  const token = tokenOf(await mailTo(it.url, email, /confirm/i));
  await laptop.page.goto(`${it.url}/user/verify-message?token=${encodeURIComponent(token)}`);
  const press = laptop.page.getByRole("button", { name: "Confirm my email" });
  await see(press).toBeVisible();
  const status = await page.request.post(`${it.url}/api/user/registration-status`, { data: { email } });
  expect(await status.json()).toEqual({ confirmed: false });
  await press.click();
  await see(verified(laptop.page)).toBeVisible();
  await see(laptop.page.getByText("It moves on by itself.")).toBeVisible();
  await laptop.page.getByRole("link", { name: "Sign in" }).click();
  await see(signInHeading(laptop.page)).toBeVisible();

  await see(verified(page)).toBeVisible({ timeout: 30_000 });
  await see(page.getByText("You opened the link somewhere else, and you are signed in here.")).toBeVisible();
  await page.getByRole("link", { name: "Enter my ornament’s PIN" }).click();
  await see(pinEntry).toBeVisible();
  await page.reload();
  await see(pinEntry).toBeVisible();
  expect([...parent.troubles, ...laptop.troubles]).toEqual([]);
  await laptop.context.close();
});
