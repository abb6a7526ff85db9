import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { mailTo, newParent, parentPassword, tokenOf } from "@ornament/testing/people/parents";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { newVisitor } from "@ornament/testing/screens/browser";
import {
  openRegistration,
  register,
  selectionHeading,
  signInHeading,
  visitSignedIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { translate } from "@ornament/testing/screens/translated";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Page } from "playwright";

/**
 * A parent gets from the landing page to the player. The back office sees each step and can deactivate the
 * PIN.
 */
const email = "jamie.parent@example.com";
const pin = demoPin(7);
/** The test has many steps, and the machine may be busy. */
const timeoutMs = 300_000;

const it = visitedProduct();
const parent = visitorOfEachTest(it, "phone", ({ context }) => context.clearCookies());
const admin = visitorOfEachTest(it, "desk");

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(40));
});

test(
  "a parent registers, enters the PIN and watches until the back office deactivates the PIN, and again after it is activated",
  async () => {
    await step("the parent passes the age check before creating an account", async () => {
      const { page } = parent;
      await page.goto(`${it.url}/registration`);
      await see(page.getByRole("heading", { name: "Santa has a message for your child" })).toBeVisible();
      await page.getByRole("link", { name: "Create an Account" }).click();
      await page.getByLabel("Birth month").selectOption({ label: "May" });
      await page.getByLabel("Birth year").selectOption(String(new Date().getFullYear() - 9));
      await page.getByRole("button", { name: "Continue" }).click();
      await see(page.getByText("Please ask your parent to create the account")).toBeVisible();
      await page.getByLabel("Birth year").selectOption("1988");
      await page.getByRole("button", { name: "Continue" }).click();
      await see(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    });
    await step("the parent registers", async () => {
      const { page } = parent;
      await register(page, email);
      await see(page.getByText(email)).toBeVisible();
      await page.reload();
      await see(page.getByText(email)).toBeVisible();
    });
    await step(
      "the parent opens the link of the mail on the same phone and continues to PIN entry",
      async () => {
        const { page } = parent;
        const mail = await mailTo(it.url, email, /confirm/i);
        await page.goto(`${it.url}/user/verify-message?token=${encodeURIComponent(tokenOf(mail))}`);
        await see(page.getByRole("heading", { name: "Your email is verified" })).toBeVisible();
        await see(page).not.toHaveURL(/token=/);
        await page.getByRole("link", { name: "Enter my ornament’s PIN" }).click();
        await see(page.getByRole("heading", { name: /Enter your ornament/ })).toBeVisible();
      },
    );
    await step(
      "the parent enters the PIN with a nickname, sees the account created, and is sent to the player",
      async () => {
        const { page } = parent;
        const field = page.getByRole("textbox", { name: "PIN" });
        const lightUp = page.getByRole("button", { name: "Light up my ornament" });
        await field.pressSequentially(pin.replace("-", "").toLowerCase());
        await see(field).toHaveValue(pin);
        await page.getByRole("button", { name: "Give it a nickname" }).click();
        await page.getByRole("textbox", { name: /Nickname/ }).fill("Emma & Noah");
        await lightUp.click();
        await see(page.getByRole("heading", { name: "Account created" })).toBeVisible();
        // The label depends on the date.
        await page.getByRole("link", { name: /Watch now|Open the player/ }).click();
        await see(page).toHaveURL(/\/player\//);
        await see(page.getByRole("heading", { name: "Emma & Noah is ready" })).toBeVisible();
        await see(page).not.toHaveURL(/deviceToken/);
        // The words depend on the date.
        await see(page.getByText(/^\d+ (days? to go|of 26 days)$/)).toBeVisible();
      },
    );
    await step("the back office shows the PIN as Registered, Used 1 of 5", async () => {
      const { page } = admin;
      await visitBackOffice(page, it.url, "table-pins");
      await page.getByRole("searchbox").fill(pin);
      const row = page.getByRole("table").getByRole("row").nth(1);
      await see(row).toContainText(email);
      await see(row.getByText("Registered", { exact: true })).toBeVisible();
      await see(row).toContainText("Used 1 of 5");
    });
    await step("the back office shows the parent in the Consumers table", async () => {
      const { page } = admin;
      await page.getByRole("link", { name: "Consumers" }).click();
      const row = page.getByRole("table", { name: "Users Table" }).getByRole("row").nth(1);
      await see(row).toContainText(email);
      await see(row).toContainText(pin);
      await see(row).toContainText("Emma & Noah");
      await see(row).toContainText("Unsubscribed");
    });
    await step("the back office shows each step in the log", async () => {
      const { page } = admin;
      await page.getByRole("link", { name: "System action Log" }).click();
      const table = page.getByRole("table", { name: "System action log" });
      for (const [action, value] of [
        ["Account registered", email],
        ["Email confirmed", ""],
        ["PIN registered", pin],
        ["Device bound", pin],
      ] as const) {
        const entry = table.getByRole("row").filter({ hasText: action });
        await see(entry).toHaveCount(1);
        await see(entry).toContainText("Customer");
        await see(entry).toContainText(value);
      }
    });
    await step(
      "the back office deactivates the PIN with a comment, and the row shows it immediately",
      async () => {
        const { page } = admin;
        await page.getByRole("link", { name: "Pins", exact: true }).click();
        const row = page.getByRole("table").getByRole("row").filter({ hasText: pin });
        await row.getByRole("button", { name: `Deactivate ${pin}` }).click();
        const dialog = page.getByRole("dialog", { name: `Deactivate ${pin}?` });
        await see(dialog.getByRole("button", { name: "Deactivate" })).toBeDisabled();
        await dialog.getByLabel("Comment").fill("Reported stolen");
        await dialog.getByRole("button", { name: "Deactivate" }).click();
        await see(dialog).toBeHidden();
        await see(row.getByRole("button", { name: `Activate ${pin}` })).toBeVisible();
        await see(row).toContainText("Not Registered");
        await see(row).toContainText("Reported stolen");
      },
    );
    await step(
      "the parent's next try is refused with lockedpin, and the log shows the deactivation",
      async () => {
        const { page } = parent;
        await page.reload();
        await see(page).toHaveURL(/#lockedpin$/);
        const problem = page.getByRole("dialog", { name: "The pin has been locked" });
        await see(problem).toContainText("Ornament has been deactivated");
        await problem.getByRole("button", { name: "Close" }).click();
        await see(selectionHeading(page)).toBeVisible();
        await see(page.getByRole("radio", { name: /Emma & Noah/ })).toBeDisabled();
        await see(page.getByRole("button", { name: "Watch" })).toBeDisabled();

        await admin.page.getByRole("link", { name: "System action Log" }).click();
        const entry = admin.page.getByRole("table").getByRole("row").filter({ hasText: "PIN deactivated" });
        await see(entry).toContainText(`${pin}: Reported stolen`);
        await see(entry).toContainText("IT Admin");
      },
    );
    await step("the PIN is activated again, and the parent watches again", async () => {
      await admin.page.getByRole("link", { name: "Pins", exact: true }).click();
      await admin.page.getByRole("button", { name: `Activate ${pin}` }).click();
      const dialog = admin.page.getByRole("dialog", { name: `Activate ${pin}?` });
      await dialog.getByLabel("Comment").fill("Found again");
      await dialog.getByRole("button", { name: "Activate" }).click();
      await see(dialog).toBeHidden();

      const { page } = parent;
      await page.reload();
      await see(page.getByRole("radio", { name: /Emma & Noah/ })).toBeChecked();
      await page.getByRole("button", { name: "Watch" }).click();
      await see(page.getByRole("heading", { name: "Emma & Noah is ready" })).toBeVisible();
      await admin.page.reload();
      await see(admin.page.getByRole("table").getByRole("row").filter({ hasText: pin })).toContainText(
        "Used 1 of 5",
      );
    });
  },
  timeoutMs,
);

const created = (page: Page) => page.getByRole("heading", { name: "Account created" });
const stay = (page: Page) => page.getByRole("button", { name: "Stay here" });
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

test("a parent whose pages are translated registers, sees the seconds until another mail count down, and enters the first PIN", async () => {
  const { page, context, troubles } = await newVisitor(it.browser, "phone");
  await translate(page);
  const email = "translated@gmail.com";
  const heading = page.getByRole("heading", { level: 1 });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await step("the age check", async () => {
    await page.goto(`${it.url}/verify-age`);
    await button("Continue").click();
    await see(page.getByText("Required").first()).toBeVisible();
    await openRegistration(page, it.url);
  });
  await step("the registration", async () => {
    await page.getByLabel("Parent email").fill("translated@gmial.com");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await button(/Did you mean/).click();
    await see(page.getByLabel("Parent email")).toHaveValue(email);
    await page.getByLabel("Password", { exact: true }).fill(parentPassword);
    await page.getByLabel("Confirm password", { exact: true }).fill(parentPassword);
    await page.getByRole("checkbox", { name: /I agree to the Terms of use/ }).check();
    await button("Create account").click();
    await see(heading).toHaveText("Check your email");
  });
  await step("the countdown until the link can be sent again", async () => {
    await see(page.getByText(/You can ask again in 5\d seconds/)).toBeVisible();
  });
  await step("the first PIN", async () => {
    const { text } = await mailTo(it.url, email);
    await page.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
    await see(heading).toHaveText("Your email is verified");
    await visitSignedIn(page, it.url, "activate-pin", { email });
    await button("Add another ornament").click();
    await see(page.getByText("Ornament 2", { exact: true })).toBeVisible();
    await button("Remove ornament 2").click();
    await page.getByRole("textbox", { name: "PIN" }).fill(demoPin(4).replace("0", "O"));
    await button("Light up my ornament").click();
    await button(`Use ${demoPin(4)}`).click();
    await button("Light up my ornament").click();
    await see(heading).toHaveText("Account created");
  });
  expect(troubles).toEqual([]);
  await context.close();
});
