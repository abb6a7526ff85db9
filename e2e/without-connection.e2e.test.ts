import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { pageHeading, signInAsAdmin } from "@ornament/testing/screens/back-office";
import { newVisitor, type Visitor } from "@ornament/testing/screens/browser";
import {
  landingHeading,
  selectionHeading,
  signInHeading,
  trySignIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { Page, Route } from "playwright";

/** A screen, a dialog or an answer that doesn't arrive: the typed text stays, and a second try works. */
const it = visitedProduct();
let parent: Parent;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(10));
  parent = await newParent(it.api, it.url, "offline.parent@example.com");
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Emma" }]);
});

const registrationHeading = (page: Page) => page.getByRole("heading", { name: "Create your account" });
const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "No connection" });
const tryAgain = (page: Page) => notice(page).getByRole("button", { name: "Try again" });
const email = (page: Page) => page.getByLabel("Parent email");

/** A visitor whose browser saves data, so that no screen is loaded before it is opened. */
async function sparingVisitor(): Promise<Visitor> {
  const visitor = await newVisitor(it.browser, "phone");
  await visitor.context.addInitScript(
    `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`,
  );
  return visitor;
}

async function passAgeCheck(page: Page) {
  await page.getByLabel("Birth month").selectOption({ label: "May" });
  await page.getByLabel("Birth year").selectOption("1988");
  await page.locator("form button[type=submit]").click();
}

async function fillRegistration(page: Page) {
  await page.goto(`${it.url}/verify-age`);
  await passAgeCheck(page);
  await see(registrationHeading(page)).toBeVisible();
  await email(page).fill("typed@example.com");
  await page.getByLabel("Password", { exact: true }).fill(parentPassword);
  await page.getByLabel("Confirm password", { exact: true }).fill(parentPassword);
}

/** Presses the button; its wait ends, and a message says why it failed. */
async function pressMainButton(page: Page) {
  const button = page.locator("form button[type=submit]");
  await button.click();
  await see(page.getByText("No connection. Please check your internet and try again.").first()).toBeVisible();
  await see(button).not.toHaveAttribute("aria-busy");
}

async function everythingTypedIsThere(page: Page) {
  await see(page).toHaveURL(`${it.url}/registration`);
  await see(email(page)).toHaveValue("typed@example.com");
  await see(page.getByLabel("Password", { exact: true })).toHaveValue(parentPassword);
}

const scriptOf = (name: string) => new RegExp(`/assets/${name}-[\\w-]+\\.js$`);

describe("a registration without a connection", () => {
  let visitor: Visitor;
  let page: Page;

  beforeEach(async () => {
    visitor = await sparingVisitor();
    page = visitor.page;
    await fillRegistration(page);
    await visitor.context.setOffline(true);
  });

  test("a screen that can't be loaded without a connection leaves the registration open with all typed text, and opens when tried again", async () => {
    await page.getByRole("link", { name: "I already have an account" }).click();
    await see(notice(page)).toBeVisible();
    await everythingTypedIsThere(page);

    await tryAgain(page).click();
    await see(notice(page)).toBeVisible();
    await everythingTypedIsThere(page);

    await visitor.context.setOffline(false);
    await page.getByRole("link", { name: "I already have an account" }).click();
    await see(signInHeading(page)).toBeVisible();
    await see(notice(page)).toBeHidden();
    await page.goBack();
    await see(registrationHeading(page)).toBeVisible();
    await visitor.context.close();
  });

  test("the main button of the registration without a connection ends its wait, says why and keeps the typed text", async () => {
    await page.getByRole("checkbox", { name: /I agree to the Terms of use/ }).check();
    await pressMainButton(page);
    await everythingTypedIsThere(page);
    await visitor.context.close();
  });
});

describe("the main button without a connection", () => {});

test("a dialog whose text can't be loaded says so inside, can be closed, and shows the text when tried again", async () => {
  const { page, context } = await sparingVisitor();
  await page.goto(it.url);
  await page.getByRole("link", { name: "FAQ" }).click();
  await see(page.getByRole("dialog").getByRole("group").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await page.getByRole("link", { name: "Terms" }).click();
  const dialog = page.getByRole("dialog", { name: "Terms of use" });
  await see(dialog.getByRole("alert")).toContainText("No connection");
  await dialog.getByRole("button", { name: "Close" }).click();
  await see(dialog).toBeHidden();
  await page.getByRole("link", { name: "Terms" }).click();
  await see(dialog.getByRole("alert")).toContainText("No connection");
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await see(dialog.getByRole("heading", { level: 3 }).first()).toBeVisible();
  await context.close();
});

test("the next screens and the dialogs are loaded in advance, so that they open without a connection", async () => {
  const { page, context } = await newVisitor(it.browser, "phone");
  const loaded: string[] = [];
  page.on("requestfinished", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(it.url);
  for (const name of ["registration", "sign-in", "dialogs", "legal"])
    await see.poll(() => loaded.some((path) => scriptOf(name).test(path))).toBe(true);
  await context.setOffline(true);
  await page.getByRole("link", { name: "FAQ" }).click();
  await see(page.getByRole("dialog").getByRole("group").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Create an Account" }).click();
  await see(page.getByLabel("Birth month")).toBeVisible();
  await context.close();
});

test("Back to a screen that can't be loaded stays on the open screen at its URL, and Back works later", async () => {
  const { page, context } = await sparingVisitor();
  await page.goto(it.url);
  await page.getByRole("link", { name: "Sign In with email" }).click();
  await see(signInHeading(page)).toBeVisible();
  await page.getByLabel("Email").fill("typed@example.com");
  await page.reload();
  await see(signInHeading(page)).toBeVisible();
  await page.getByLabel("Email").fill("typed@example.com");
  await context.setOffline(true);
  await page.goBack();
  await see(notice(page)).toBeVisible();
  await see(page).toHaveURL(`${it.url}/login`);
  await see(page.getByLabel("Email")).toHaveValue("typed@example.com");
  await context.setOffline(false);
  await page.goBack();
  await see(landingHeading(page)).toBeVisible();
  await see(page).toHaveURL(`${it.url}/`);
  await context.close();
});

test("a sign-in whose next screen can't be loaded says so, and continues when tried again", async () => {
  const { page, context } = await sparingVisitor();
  await page.goto(`${it.url}/login`);
  const gone = scriptOf("ornaments");
  await context.route(gone, (route) => route.abort("internetdisconnected"));
  await context.route(`${it.url}/**`, (route) =>
    route.request().method() === "HEAD" ? route.abort("internetdisconnected") : route.fallback(),
  );
  await trySignIn(page, parent.email, parentPassword);
  await see(page.getByRole("alert").filter({ hasText: /check your internet/ })).toBeVisible();
  await context.unroute(gone);
  await context.unroute(`${it.url}/**`);
  await page.getByRole("button", { name: "Try again" }).click();
  await see(selectionHeading(page)).toBeVisible();
  await context.close();
});

describe("a screen whose file is gone after an update", () => {
  const notFound = (route: Route) => route.fulfill({ status: 404, body: "Not found" });

  test("a screen whose file is gone after an update is opened by loading the whole page once", async () => {
    const { page, context } = await sparingVisitor();
    await fillRegistration(page);
    let pageLoads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) pageLoads += 1;
    });
    // A new page knows the new name of the file.
    await context.route(scriptOf("sign-in"), (route) =>
      pageLoads === 0 ? notFound(route) : route.continue(),
    );
    await page.getByRole("link", { name: "I already have an account" }).click();
    await see(signInHeading(page)).toBeVisible();
    await see(page).toHaveURL(`${it.url}/login`);
    expect(pageLoads).toBe(1);
    await page.goBack();
    await see(registrationHeading(page)).toBeVisible();
    await context.close();
  });
});

test("a page of the back office that can't be loaded leaves the open page, and opens when tried again", async () => {
  const { page, context } = await newVisitor(it.browser, "desk");
  await signInAsAdmin(page, it.url);
  await context.setOffline(true);
  await page.getByRole("link", { name: "System action Log" }).click();
  await see(notice(page)).toBeVisible();
  await see(pageHeading(page, "Pins Table")).toBeVisible();
  await see(page).toHaveURL(/\/admin\/table-pins/);
  await context.setOffline(false);
  await page.getByRole("link", { name: "System action Log" }).click();
  await see(pageHeading(page, /log/i)).toBeVisible();
  await context.close();
});
