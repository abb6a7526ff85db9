import { beforeAll, expect, test } from "@jest/globals";
import { mailTo, parentPassword, tokenOf } from "@ornament/testing/people/parents";
import { newVisitor } from "@ornament/testing/screens/browser";
import { signInHeading, trySignIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/**
 * A parent registers on the phone and opens the confirmation link on another device: the phone moves on by
 * itself.
 */
const it = visitedProduct();
const phone = visitorOfEachTest(it, "phone", ({ context }) => context.clearCookies());

const checkEmailHeading = (page: Page) => page.getByRole("heading", { name: "Check your email" });
const verifiedHeading = (page: Page) => page.getByRole("heading", { name: "Your email is verified" });
const pinHeading = (page: Page) => page.getByRole("heading", { name: /Enter your ornament/ });

/** Registers on this page, which then shows the check-email screen. */
async function registerOn(page: Page, email: string): Promise<void> {
  await page.goto(it.url);
  await page.evaluate(`localStorage.clear(); localStorage.setItem("verifyAge", "true")`);
  await page.goto(`${it.url}/registration`);
  await page.getByRole("checkbox", { name: /I agree to the Terms of use/ }).check();
  await page.getByLabel("Parent email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(parentPassword);
  await page.getByLabel("Confirm password", { exact: true }).fill(parentPassword);
  await page.locator("button[type=submit]").click();
  await see(checkEmailHeading(page)).toBeVisible();
}
const linkFor = async (email: string) =>
  `${it.url}/user/verify-message?token=${encodeURIComponent(tokenOf(await mailTo(it.url, email, /confirm/i)))}`;

beforeAll(() => it.api.signInAdmin());

test("a parent who confirms with a press on another device is signed in on the phone where they registered, without touching it", async () => {
  const { page } = phone;
  const email = "on.the.laptop@example.com";
  await registerOn(page, email);
  const laptop = await newVisitor(it.browser, "desk");
  await laptop.page.goto(await linkFor(email));
  const press = laptop.page.getByRole("button", { name: "Confirm my email" });
  await see(press).toBeVisible();
  const status = await page.request.post(`${it.url}/api/user/registration-status`, { data: { email } });
  expect(await status.json()).toEqual({ confirmed: false });
  await press.click();
  await see(verifiedHeading(laptop.page)).toBeVisible();
  await see(laptop.page.getByText("It moves on by itself.")).toBeVisible();
  await laptop.page.getByRole("link", { name: "Sign In" }).click();
  await see(signInHeading(laptop.page)).toBeVisible();

  await see(verifiedHeading(page)).toBeVisible({ timeout: 30_000 });
  await see(page.getByText("You opened the link somewhere else, and you are signed in here.")).toBeVisible();
  await page.getByRole("link", { name: "Enter my ornament’s PIN" }).click();
  await see(pinHeading(page)).toBeVisible();
  await page.reload();
  await see(pinHeading(page)).toBeVisible();
  expect([...phone.troubles, ...laptop.troubles]).toEqual([]);
  await laptop.context.close();
});

test("a parent who opens the link in another tab is signed in in both tabs", async () => {
  const { page, context } = phone;
  const email = "in.another.tab@example.com";
  await registerOn(page, email);
  const tab = await context.newPage();
  await tab.goto(await linkFor(email));
  await see(verifiedHeading(tab)).toBeVisible();
  await see(verifiedHeading(page)).toBeVisible({ timeout: 30_000 });
  for (const each of [tab, page]) {
    await each.getByRole("link", { name: "Enter my ornament’s PIN" }).click();
    await see(pinHeading(each)).toBeVisible();
  }
  await tab.close();
});

test("a parent who has already confirmed the email signs in from the check-email screen, and sending the email again promises a link only where one is needed", async () => {
  const { page, context } = phone;
  const email = "confirmed.already@example.com";
  await registerOn(page, email);
  // Without its cookie the browser doesn't count as the registering browser, as after a day.
  await context.clearCookies();
  const answer = await it.api.call("POST", "/api/user/activate", {
    body: { token: tokenOf(await mailTo(it.url, email, /confirm/i)) },
  });
  expect(answer.status).toBe(200);
  await page.evaluate(`sessionStorage.removeItem("mailSentAt.activation")`);
  await page.reload();
  await page.getByRole("button", { name: "Send the email again" }).click();
  await see(
    page.getByText("If your email still needs to be confirmed, a new link is on its way."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Already confirmed? Sign in" }).click();
  await trySignIn(page, email, parentPassword);
  await see(pinHeading(page)).toBeVisible();
});
