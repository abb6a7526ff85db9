import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { newVisitor, type Visitor } from "@ornament/testing/screens/browser";
import { landingHeading, signInHeading } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/**
 * The markup of the landing page shows before any script has run. The app is loaded afterwards and takes it
 * over.
 */
const it = visitedProduct();
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  visitor = await newVisitor(it.browser, "phone");
  page = visitor.page;
});
afterEach(() => visitor.context.close());

/** The app is loaded only when something is pressed. */
const saveData = () =>
  visitor.context.addInitScript(
    `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`,
  );

/** The app's libraries don't arrive until the returned function is called. */
async function holdBackApp(): Promise<() => void> {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await visitor.context.route(/\/assets\/libraries-[\w-]+\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  return () => arrive();
}

const appHasTakenOver = () => see(page.locator("[data-prerendered]")).toHaveCount(0);
const notice = () => page.getByRole("alert").filter({ hasText: "No connection" });

test("a link of the landing page that is pressed before the app has arrived shows a line at the top, and opens its screen without another page load", async () => {
  const arrive = await holdBackApp();
  await page.goto(it.url, { waitUntil: "domcontentloaded" });
  await see(landingHeading(page)).toBeVisible();
  await page.evaluate("window.isSamePage = true");
  await page.getByRole("link", { name: "Create an Account" }).click();
  await see(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
  await see(landingHeading(page)).toBeVisible();
  arrive();
  await see(page.getByLabel("Birth month")).toBeVisible();
  await see(page).toHaveURL(`${it.url}/verify-age`);
  await see(page.getByRole("progressbar", { name: "Loading" })).toBeHidden();
  expect(await page.evaluate("window.isSamePage")).toBe(true);
  await page.goBack();
  await see(landingHeading(page)).toBeVisible();
  expect(visitor.troubles).toEqual([]);
});

test("a dialog of the landing page that is pressed before the app has arrived opens, closes with Back and returns the focus", async () => {
  const arrive = await holdBackApp();
  await page.goto(it.url, { waitUntil: "domcontentloaded" });
  await page.getByRole("link", { name: "FAQ" }).click();
  arrive();
  await see(page.getByRole("dialog", { name: "Questions and answers" })).toBeVisible();
  await page.goBack();
  await see(page.getByRole("dialog")).toBeHidden();
  await see(page).toHaveURL(`${it.url}/`);
  await see(page.getByRole("link", { name: "FAQ" })).toBeFocused();
});

test("a link of the landing page that is pressed without a connection before the app was loaded says so, and opens when tried again", async () => {
  await saveData();
  await page.goto(it.url, { waitUntil: "networkidle" });
  await visitor.context.setOffline(true);
  await page.getByRole("link", { name: "Sign In with email" }).click();
  await see(notice()).toBeVisible();
  await see(landingHeading(page)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await see(notice()).toBeVisible();
  await visitor.context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await see(signInHeading(page)).toBeVisible();
  await see(notice()).toBeHidden();
});

test("the app takes over the landing page as it is: it draws nothing again and keeps the page's brand", async () => {
  await visitor.context.route(`${it.url}/`, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replaceAll("Ornament", "Elfin &#38; Co") });
  });
  const arrive = await holdBackApp();
  await page.goto(it.url, { waitUntil: "domcontentloaded" });
  await page.evaluate("for (const element of document.querySelectorAll('#root *')) element.isFirst = true");
  arrive();
  await appHasTakenOver();
  await page.getByRole("link", { name: "Support" }).click();
  await see(page.getByRole("dialog", { name: "We are here to help" })).toBeVisible();
  const fromTheBuild = (what: string) => page.evaluate(`document.querySelector("${what}").isFirst === true`);
  for (const what of ["h1", ".o-snowfall", ".o-glass-ornament", ".o-landing-actions a"])
    expect([what, await fromTheBuild(what)]).toEqual([what, true]);
  await see(page.locator(".o-wordmark-name")).toHaveText("Elfin & Co");
  await see(page).toHaveTitle("Elfin & Co – video messages from Santa");
  expect(visitor.troubles).toEqual([]);
});

test("the landing page asks the server for nothing but its files", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(it.url);
  await appHasTakenOver();
  await page.getByRole("link", { name: "Support" }).click();
  await see(page.getByRole("dialog", { name: "We are here to help" })).toBeVisible();
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
});
