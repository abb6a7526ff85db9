import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { newVisitor, type Visitor } from "@ornament/testing/screens/browser";
import { landingHeading, signInHeading } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/**
 * The markup of the landing page and of the age check shows before the app has arrived. The app is loaded
 * afterwards and takes the shown screen over.
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
const line = () => page.getByRole("progressbar", { name: "Loading" });
const notice = () => page.getByRole("alert").filter({ hasText: "No connection" });

test("a link of the landing page that is pressed before the app has arrived shows a line at the top, and opens its screen without another page load", async () => {
  const arrive = await holdBackApp();
  await page.goto(it.url, { waitUntil: "domcontentloaded" });
  await see(landingHeading(page)).toBeVisible();
  await page.evaluate("window.isSamePage = true");
  await page.getByRole("link", { name: "Sign In with email" }).click();
  await see(line()).toBeVisible();
  await see(landingHeading(page)).toBeVisible();
  arrive();
  await see(signInHeading(page)).toBeVisible();
  await see(page).toHaveURL(`${it.url}/login`);
  await see(line()).toBeHidden();
  expect(await page.evaluate("window.isSamePage")).toBe(true);
  await page.goBack();
  await see(landingHeading(page)).toBeVisible();
  expect(visitor.troubles).toEqual([]);
});

describe("the age check before the app has arrived", () => {
  const month = () => page.getByLabel("Birth month");
  const year = () => page.getByLabel("Birth year");
  const openAgeCheck = () => page.getByRole("link", { name: "Create an Account" }).click();
  const chooseBirthDate = async () => {
    await month().selectOption({ label: "May" });
    await year().selectOption("1988");
  };
  const continueToRegistration = () => page.getByRole("button", { name: "Continue" }).click();
  const registrationHeading = () => page.getByRole("heading", { name: "Create your account" });

  test("the age check opens before the app has arrived, and continues to the registration when it has", async () => {
    const arrive = await holdBackApp();
    await page.goto(it.url, { waitUntil: "domcontentloaded" });
    await page.evaluate("window.isSamePage = true");
    await openAgeCheck();
    await see(page.getByRole("heading", { name: "When were you born?" })).toBeVisible();
    await see(page).toHaveURL(`${it.url}/verify-age`);
    await see(page).toHaveTitle("When were you born? · Ornament");
    await see(page.getByRole("main")).toBeFocused();
    await chooseBirthDate();
    await continueToRegistration();
    await see(line()).toBeVisible();
    arrive();
    await see(registrationHeading()).toBeVisible();
    await see(line()).toBeHidden();
    await page.goBack();
    await see(month()).toHaveValue("5");
    await page.goBack();
    await see(landingHeading(page)).toBeVisible();
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    expect(visitor.troubles).toEqual([]);
  });

  test("the age check keeps its birth date over Back and Forward, and the app takes it over as it is", async () => {
    const arrive = await holdBackApp();
    await page.goto(it.url, { waitUntil: "domcontentloaded" });
    await openAgeCheck();
    await chooseBirthDate();
    await page.goBack();
    await see(landingHeading(page)).toBeVisible();
    await see(page).toHaveTitle("Ornament – video messages from Santa");
    await page.goForward();
    await see(month()).toHaveValue("5");
    await page.evaluate("for (const element of document.querySelectorAll('#root *')) element.isFirst = true");
    arrive();
    await appHasTakenOver();
    await see(year()).toHaveValue("1988");
    for (const what of ["h1", "select[name=month]", "option[value='1988']", ".o-treeline"])
      expect([what, await page.evaluate(`document.querySelector("${what}").isFirst`)]).toEqual([what, true]);
    await continueToRegistration();
    await see(registrationHeading()).toBeVisible();
    expect(visitor.troubles).toEqual([]);
  });

  test("the age check offers the years since the build, and the app takes them over", async () => {
    await page.clock.setFixedTime(new Date("2031-02-03T12:00:00Z"));
    const arrive = await holdBackApp();
    await page.goto(it.url, { waitUntil: "domcontentloaded" });
    await openAgeCheck();
    await see(year().locator("option").nth(1)).toHaveText("2031");
    await page.evaluate("document.querySelector('select[name=year]').isFirst = true");
    arrive();
    await appHasTakenOver();
    expect(await page.evaluate("document.querySelector('select[name=year]').isFirst")).toBe(true);
    expect(visitor.troubles).toEqual([]);
  });

  test("the age check opens without a connection before the app was loaded, and continues when tried again", async () => {
    await saveData();
    await page.goto(it.url, { waitUntil: "networkidle" });
    await visitor.context.setOffline(true);
    await openAgeCheck();
    await chooseBirthDate();
    await continueToRegistration();
    await see(notice()).toBeVisible();
    await see(year()).toHaveValue("1988");
    await visitor.context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await see(registrationHeading()).toBeVisible();
  });
});

test("the app is loaded in advance although the landing page leaves the browser no idle moment", async () => {
  await visitor.context.addInitScript(
    "window.requestIdleCallback = (task, { timeout } = {}) => timeout && setTimeout(task, timeout)",
  );
  await page.goto(it.url);
  await appHasTakenOver();
});

test("the landing page moves few elements, and only such that the browser doesn't paint again", async () => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(it.url);
  await see(landingHeading(page)).toBeVisible();
  const moved = await page.evaluate<{ inPicture: boolean; properties: string[] }[]>(`
    document.getAnimations().map(({ effect }) => ({
      inPicture: effect.target instanceof SVGElement,
      properties: effect.getKeyframes().flatMap(Object.keys),
    }))`);
  expect(moved.length).toBeGreaterThan(2);
  expect(moved.length).toBeLessThan(17);
  const ofKeyframes = ["offset", "computedOffset", "easing", "composite"];
  const composited = ["opacity", "rotate", "scale", "translate", "transform"];
  const properties = new Set(moved.flatMap((animation) => animation.properties));
  expect([...properties].filter((name) => ![...ofKeyframes, ...composited].includes(name))).toEqual([]);
  expect(moved.filter(({ inPicture }) => inPicture)).toEqual([]);
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
