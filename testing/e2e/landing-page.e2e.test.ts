import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/values/brand";
import { startService } from "@ornament/testing/product/service-process";
import { freePort } from "@ornament/testing/programs/free-port";
import { pageHeading, signInAsAdmin, signOutAsAdmin } from "@ornament/testing/screens/back-office";
import { newVisitor, sizes, type Visitor } from "@ornament/testing/screens/browser";
import { landingHeading, signInHeading } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/**
 * The markup of the landing page and of the age check shows before the app has arrived. The app is loaded
 * afterwards and takes the shown screen over. Pages in which it can't start, and pages at another origin than the API.
 */
const port = await freePort();
const otherOrigin = `http://localhost:${port}`;
const it = visitedProduct({ ALLOWED_ORIGINS: otherOrigin });
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

test("the app takes over the landing page as it is: it draws nothing again and keeps the page's brand", async () => {
  await visitor.context.route(`${it.url}/`, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replaceAll("Ornament", "Elfin &#38; Co") });
  });
  const arrive = await holdBackApp();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(it.url, { waitUntil: "domcontentloaded" });
  await page.evaluate("scrollTo(0, 120)");
  await page.evaluate("for (const element of document.querySelectorAll('#root *')) element.isFirst = true");
  arrive();
  await appHasTakenOver();
  await see.poll(() => page.evaluate("scrollY")).toBe(120);
  await page.getByRole("link", { name: "Support" }).click();
  await see(page.getByRole("dialog", { name: "We are here to help" })).toBeVisible();
  const fromTheBuild = (what: string) => page.evaluate(`document.querySelector("${what}").isFirst === true`);
  for (const what of ["h1", ".o-snowfall", ".o-glass-ornament", ".o-landing-actions a"])
    expect([what, await fromTheBuild(what)]).toEqual([what, true]);
  await see(page.locator(".o-wordmark-name")).toHaveText("Elfin & Co");
  await see(page).toHaveTitle("Elfin & Co – video messages from Santa");
  expect(visitor.troubles).toEqual([]);
});

test("the next screens and the dialogs are loaded in advance, so that they open without a connection", async () => {
  const loaded: string[] = [];
  page.on("requestfinished", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(it.url);
  for (const name of ["registration", "sign-in", "dialogs", "legal"])
    await see.poll(() => loaded.some((path) => path.includes(`/assets/${name}-`))).toBe(true);
  await visitor.context.setOffline(true);
  await page.getByRole("link", { name: "FAQ" }).click();
  await see(page.getByRole("dialog").getByRole("group").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Create an Account" }).click();
  await see(page.getByLabel("Birth month")).toBeVisible();
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

/** A page in which the app can't start. */
async function visit(
  path: string,
  options: { javaScript?: boolean; before?: (page: Page) => Promise<unknown> } = {},
): Promise<Page> {
  const context = await it.browser.newContext({ javaScriptEnabled: options.javaScript ?? true });
  const page = await context.newPage();
  await options.before?.(page);
  await page.goto(it.url + path);
  return page;
}

async function seeContact(page: Page) {
  const { supportEmail, supportPhone } = defaultBrand;
  await see(page.getByRole("link", { name: supportEmail })).toHaveAttribute("href", `mailto:${supportEmail}`);
  await see(page.getByRole("link", { name: supportPhone })).toHaveAttribute("href", /^tel:\d+$/);
  const colours = await page.evaluate<string[]>(
    "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]",
  );
  expect(colours).toEqual(["rgb(11, 27, 43)", "rgb(251, 248, 241)"]);
}

describe.each([
  {
    path: "/login",
    app: "consumer site",
    heading: "Ornament can’t start in this browser",
    without: "delete Object.hasOwn",
  },
  {
    path: "/admin/login",
    app: "back office",
    heading: "The back office can’t start in this browser",
    without: "delete window.CSS",
  },
])("$path", ({ path, app, heading, without }) => {
  const shown = (page: Page) => page.getByRole("heading", { name: heading });

  test(`without JavaScript, the ${app} says that it needs JavaScript and how to reach support`, async () => {
    const page = await visit(path, { javaScript: false });
    await see(shown(page)).toBeVisible();
    // Playwright's search by text skips the text of a noscript element.
    await see(page.locator('[data-when="no-scripts"]')).toBeVisible();
    await see(page.locator('[data-when="old"]')).toBeHidden();
    await seeContact(page);
  });

  test(`in a browser after "${without}", the ${app} says which browsers work and how to reach support`, async () => {
    const page = await visit(path, { before: (opened) => opened.addInitScript(without) });
    await see(page.getByText("This browser is too old.")).toBeVisible();
    await see(page.getByText(/Safari 15\.4/)).toBeVisible();
    await see(page.getByText("It needs JavaScript.")).toBeHidden();
    await seeContact(page);
    // The app's own script has run by now. It has not replaced the text.
    await see(shown(page)).toBeVisible();
    await see(page.locator("form")).toHaveCount(0);
  });

  test(`when its script does not arrive, the ${app} says that the page didn't load and how to reach support`, async () => {
    const page = await visit(path, {
      before: (opened) => opened.route(/\/assets\/(consumer|admin)-.*\.js$/, (route) => route.abort()),
    });
    await see(page.getByText("Part of the page didn’t load.")).toBeVisible();
    await see(page.getByText("This browser is too old.")).toBeHidden();
    await seeContact(page);
  });
});

test("the page of the API shows each operation with its example on a phone, and everything that it loads is allowed", async () => {
  const refused: string[] = [];
  const page = await visit("/api/docs", {
    before: async (opened) => {
      await opened.setViewportSize(sizes.phone);
      opened.on("console", (message) => refused.push(message.text()));
    },
  });
  const operation = page.locator("#operations-admin-listPins");
  await operation.getByRole("button", { name: /^GET/ }).click();
  await see(page.getByRole("heading", { name: "Sign-in and refresh" })).toBeVisible();
  await see(operation).toContainText("countDevices");
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(sizes.phone.width);
  expect(refused).toEqual([]);
});

test("pages that are served at one origin sign in, read, write, download and refresh at the API's origin", async () => {
  const nowhere = "http://127.0.0.1:1";
  const pages = startService("gateway", {
    PORT: String(port),
    PUBLIC_URL: otherOrigin,
    WEB_ROOT: "web/dist",
    API_BASE_URL: it.url,
    COMMAND_API_URL: nowhere,
    QUERY_API_URL: nowhere,
    PROJECTOR_URL: nowhere,
  });
  try {
    await pages.listening;
    await useFrom(otherOrigin);
  } finally {
    pages.child.kill("SIGTERM");
    await pages.ended;
  }
});

async function useFrom(origin: string) {
  await page.setViewportSize(sizes.desk);
  const called: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) called.push(`${origin} ${pathname}`);
  });
  await signInAsAdmin(page, origin);
  await page.goto(`${origin}/admin/profile`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByRole("button", { name: "Update" }).click();
  await see(page.getByText("Account successfully updated.")).toBeVisible();

  await page.goto(`${origin}/admin/log`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: /Export/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await signOutAsAdmin(page);
  await page.goto(`${origin}/admin/table-pins`);
  await see(pageHeading(page, "Sign in")).toBeVisible();

  const paths = called.map((one) => one.split(" ")[1]);
  expect(paths).toEqual(
    expect.arrayContaining([
      "/api/admin/login",
      "/api/admin/refresh",
      "/api/admin/update",
      "/api/admin/logout",
    ]),
  );
  expect(called.filter((one) => !one.startsWith(`${it.url} `))).toEqual([]);
  expect(visitor.troubles).toEqual([]);
}
