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
 * Entering the first PIN, its refusals and the break after too many, and the screen after it: the player
 * opens once, and before the season the first video can be noted in a calendar.
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
  await see(page.getByText("We don't know this PIN.")).toHaveCount(1);
  await page.getByRole("button", { name: `Use ${pin}` }).click();
  await see(page.getByRole("textbox", { name: "PIN" })).toHaveValue(pin);
  await see(page.getByRole("textbox", { name: "PIN" })).toBeFocused();
  await page.getByRole("button", { name: "Light up my ornament" }).click();
  await see(created(page)).toBeVisible();
});

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

test("after too many wrong PINs the button is off while the break counts down, and comes back by itself", async () => {
  const wrong = [..."ACDEFGHJKL"].map((letter) => ({ pin: `${letter.repeat(4)}-${letter.repeat(3)}` }));
  const { id, email, token } = await newParent(it.api, it.url, "too.many@example.com");
  const body = { userId: id, email, pin: wrong };
  const { status } = await it.api.call("PUT", "/api/user/activate-pin", { token, body });
  expect(status).toBe(400);
  const { page } = parent;
  await visitSignedIn(page, it.url, "activate-pin", { email });
  await stopClock(page);
  await page.getByRole("textbox", { name: "PIN" }).fill(demoPin(4));
  const button = page.getByRole("button", { name: "Light up my ornament" });
  await button.click();
  await see(page.getByText(/Try again in \d\d?:\d\d$/)).toBeVisible();
  await see(button).toBeDisabled();
  await page.clock.runFor(15 * 60_000);
  await see(button).toBeEnabled();
  await see(page.getByText("You can try again now.")).toBeAttached();
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
