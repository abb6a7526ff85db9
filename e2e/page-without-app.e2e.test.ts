import { afterEach, describe, expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/domain/brand";
import { sizes } from "@ornament/testing/screens/browser";
import { landingHeading } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { BrowserContext, Page } from "playwright";

/**
 * The page of an app that can't start: without JavaScript, in an old browser, or when its script doesn't
 * arrive.
 */
const it = visitedProduct();
let context: BrowserContext;

afterEach(() => context.close());

async function visit(
  path: string,
  options: { javaScript?: boolean; before?: (page: Page) => Promise<unknown> } = {},
): Promise<Page> {
  context = await it.browser.newContext({ javaScriptEnabled: options.javaScript ?? true });
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
  { path: "/login", app: "consumer site", heading: "Ornament can’t start in this browser" },
  { path: "/admin/login", app: "back office", heading: "The back office can’t start in this browser" },
])("$path", ({ path, app, heading }) => {
  const shown = (page: Page) => page.getByRole("heading", { name: heading });

  test(`without JavaScript, the ${app} says that it needs JavaScript and how to reach support`, async () => {
    const page = await visit(path, { javaScript: false });
    await see(shown(page)).toBeVisible();
    // Playwright's search by text skips the text of a noscript element.
    await see(page.locator('[data-when="no-scripts"]')).toBeVisible();
    await see(page.locator('[data-when="old"]')).toBeHidden();
    await seeContact(page);
  });

  test.each([
    ["scripts as modules", "delete HTMLScriptElement.prototype.noModule"],
    ["a function that the app needs", "delete Object.hasOwn"],
    ["CSS.supports", "delete window.CSS"],
  ])(
    `in a browser without %s, the ${app} says which browsers work and how to reach support`,
    async (_what, remove) => {
      const page = await visit(path, { before: (opened) => opened.addInitScript(remove) });
      await see(page.getByText("This browser is too old.")).toBeVisible();
      await see(page.getByText(/Safari 15\.4/)).toBeVisible();
      await see(page.getByText("It needs JavaScript.")).toBeHidden();
      await seeContact(page);
      // The app's own script has run by now. It has not replaced the text.
      await see(shown(page)).toBeVisible();
      await see(page.locator("form")).toHaveCount(0);
    },
  );

  test.each([
    [
      "does not arrive",
      (page: Page) => page.route(/\/assets\/(consumer|admin)-.*\.js$/, (route) => route.abort()),
    ],
    [
      "can't be read",
      (page: Page) =>
        page.route(/\/assets\/(consumer|admin)-.*\.js$/, (route) =>
          route.fulfill({ contentType: "text/javascript", body: "const = later syntax;" }),
        ),
    ],
  ])(
    `when its script %s, the ${app} says that the page didn't load and how to reach support`,
    async (_how, before) => {
      const page = await visit(path, { before });
      await see(page.getByText("Part of the page didn’t load.")).toBeVisible();
      await see(page.getByText("This browser is too old.")).toBeHidden();
      await seeContact(page);
    },
  );
});

test("a page whose app starts doesn't say that the app can't start", async () => {
  const page = await visit("/");
  await see(landingHeading(page)).toBeVisible();
  await see(page.getByText("can’t start in this browser")).toHaveCount(0);
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
