import { expect, test } from "@jest/globals";
import { parentPassword } from "@ornament/testing/people/parents";
import { newVisitor, type Visitor } from "@ornament/testing/screens/browser";
import { openRegistration, signInHeading } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/** A screen or a dialog that doesn't arrive: the typed text stays, and a second try works. */
const it = visitedProduct();

const registrationHeading = (page: Page) => page.getByRole("heading", { name: "Create your account" });

/** A visitor at a registration, whose browser saves data, so that no screen is loaded before it is opened. */
async function sparingVisitor(): Promise<Visitor> {
  const visitor = await newVisitor(it.browser, "phone");
  await visitor.context.addInitScript(
    `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`,
  );
  await openRegistration(visitor.page, it.url);
  await visitor.page.getByLabel("Parent email").fill("typed@example.com");
  await visitor.page.getByLabel("Password", { exact: true }).fill(parentPassword);
  return visitor;
}

const openSignIn = (page: Page) => page.getByRole("link", { name: "I already have an account" }).click();
const scriptOf = (name: string) => new RegExp(`/assets/${name}-[\\w-]+\\.js$`);

test("a screen that can't be loaded without a connection leaves the registration open with all typed text, and opens when tried again", async () => {
  const { page, context } = await sparingVisitor();
  const notice = page.getByRole("alert").filter({ hasText: "No connection" });
  await context.setOffline(true);
  await openSignIn(page);
  for (const again of [true, false]) {
    await see(notice).toBeVisible();
    await see(page).toHaveURL(`${it.url}/registration`);
    await see(page.getByLabel("Parent email")).toHaveValue("typed@example.com");
    await see(page.getByLabel("Password", { exact: true })).toHaveValue(parentPassword);
    if (again) await notice.getByRole("button", { name: "Try again" }).click();
  }
  await context.setOffline(false);
  await openSignIn(page);
  await see(signInHeading(page)).toBeVisible();
  await see(notice).toBeHidden();
  await page.goBack();
  await see(registrationHeading(page)).toBeVisible();
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

test("a screen whose file is gone after an update is opened by loading the whole page once", async () => {
  const { page, context } = await sparingVisitor();
  let pageLoads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) pageLoads += 1;
  });
  // A new page knows the new name of the file.
  await context.route(scriptOf("sign-in"), (route) =>
    pageLoads === 0 ? route.fulfill({ status: 404, body: "Not found" }) : route.continue(),
  );
  await openSignIn(page);
  await see(signInHeading(page)).toBeVisible();
  await see(page).toHaveURL(`${it.url}/login`);
  expect(pageLoads).toBe(1);
  await page.goBack();
  await see(registrationHeading(page)).toBeVisible();
  await context.close();
});
