import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { mailTo, newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { newVisitor } from "@ornament/testing/screens/browser";
import {
  landingHeading,
  selectionHeading,
  signInHeading,
  trySignIn,
  visitSignedIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Page } from "playwright";

/**
 * Typed text survives a reload, Back and a sign-in in between. A browser without cookies is told what is
 * wrong.
 */
const it = visitedProduct();
const visitor = visitorOfEachTest(it, "phone");
let parent: Parent;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(10));
  parent = await newParent(it.api, it.url, "typing.parent@example.com");
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
});

const email = (page: Page) => page.getByLabel("Email");
const addOrnamentHeading = (page: Page) => page.getByRole("heading", { name: "Add an ornament" });

test("the age check and the registration keep typed text over a reload and Back, but no password", async () => {
  const { page } = visitor;
  const parentEmail = page.getByLabel("Parent email");
  const terms = page.getByRole("checkbox", { name: /I agree to the Terms of use/ });
  await step("the age check is kept", async () => {
    await page.goto(`${it.url}/verify-age`);
    await page.getByLabel("Birth month").selectOption({ label: "May" });
    await page.getByLabel("Birth year").selectOption("1988");
    await page.reload();
    await see(page.getByLabel("Birth month")).toHaveValue("5");
    await page.getByRole("button", { name: "Continue" }).click();
    await see(parentEmail).toBeVisible();
    await page.goBack();
    await see(page.getByLabel("Birth year")).toHaveValue("1988");
    await page.goForward();
  });
  await step("the registration is kept", async () => {
    await parentEmail.fill("sam.typing@example.com");
    await page.getByLabel("Password", { exact: true }).fill(parentPassword);
    await terms.check();
    await page.reload();
    await see(parentEmail).toHaveValue("sam.typing@example.com");
    await see(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await see(terms).toBeChecked();
  });
  await step("after registering, Back leads to the form, to correct the email address", async () => {
    await page.getByLabel("Password", { exact: true }).fill(parentPassword);
    await page.getByLabel("Confirm password", { exact: true }).fill(parentPassword);
    await page.getByRole("button", { name: "Create account" }).click();
    await see(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await page.goBack();
    await see(parentEmail).toHaveValue("sam.typing@example.com");
    await see(terms).not.toBeChecked();
  });
});

test("pressing a link while a field with a wrong text has the focus opens the link without calling the text wrong", async () => {
  const { page } = visitor;
  await page.goto(`${it.url}/login`);
  await email(page).fill("sam");
  await page.route("**/*forgot-password*.js", async (route) => {
    // The next screen is still loading: the old one shows.
    await see(page.getByText("Invalid email address")).toBeHidden();
    await route.continue();
  });
  const link = page.getByRole("link", { name: "Forgot password?" });
  await link.hover();
  await page.mouse.down();
  await see(email(page)).not.toBeFocused();
  await page.mouse.up();
  await see(page.getByText("Invalid email address")).toBeHidden();
  await see(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.unrouteAll();
});

test("the email address and the requested page are kept through a forgotten password", async () => {
  const { page } = visitor;
  await step("the page asks for a sign-in, and the typed email address is on the next screen", async () => {
    await page.goto(`${it.url}/user/add-pin#faq`);
    await see(signInHeading(page)).toBeVisible();
    await email(page).fill(parent.email);
    await page.reload();
    await see(email(page)).toHaveValue(parent.email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await see(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
    await see(email(page)).toHaveValue(parent.email);
  });
  await step("the new password is set, with a reload on each screen", async () => {
    await page.getByRole("button", { name: "Send code" }).click();
    await see(page.getByLabel("Verification code")).toBeVisible();
    const mail = await mailTo(it.url, parent.email, /code|password/i);
    await page.reload();
    // The last digit sends the code.
    await page.getByLabel("Verification code").fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? "");
    await see(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    await page.reload();
    await see(page.locator('form [autocomplete="username"]')).toHaveValue(parent.email);
    await page.getByLabel("New password", { exact: true }).fill("Sleigh-Bells-24");
    await page.getByLabel("Confirm password", { exact: true }).fill("Sleigh-Bells-24");
    await page.getByRole("button", { name: "Save password" }).click();
    await see(page.getByRole("heading", { name: "Your password was changed" })).toBeVisible();
  });
  await step("sign-in has the email address and leads to the requested page", async () => {
    await page.getByRole("main").getByRole("link", { name: "Back to sign in" }).click();
    await see(email(page)).toHaveValue(parent.email);
    await page.getByLabel("Password", { exact: true }).fill("Sleigh-Bells-24");
    await page.getByRole("button", { name: "Sign In" }).click();
    await see(page.getByRole("dialog", { name: "Questions and answers" })).toBeVisible();
    await page.keyboard.press("Escape");
    await see(addOrnamentHeading(page)).toBeVisible();
    expect(page.url()).toBe(`${it.url}/user/add-pin`);
  });
  await step("signing out forgets the email address and the page", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await see(email(page)).toHaveValue("");
    await trySignIn(page, parent.email, "Sleigh-Bells-24");
    await see(selectionHeading(page)).toBeVisible();
  });
});

test("a session that ends while a PIN is typed leads back to the form with the typed text", async () => {
  const other = await newParent(it.api, it.url, "expiring.parent@example.com");
  await addOrnaments(it.api, other, [{ pin: demoPin(2), name: "Star" }]);
  const { page, context } = visitor;
  await context.clearCookies();
  await visitSignedIn(page, it.url, "add-pin", other);
  const pin = page.getByRole("textbox", { name: "PIN" });
  await pin.fill(demoPin(3));
  await it.api.call("POST", "/api/user/logout", {
    token: await page.evaluate<string>(`localStorage.getItem("tokenUser")`),
  });
  await page.reload();
  await see(page.getByText("You have been signed out. Please sign in again.")).toBeVisible();
  await trySignIn(page, other.email, parentPassword);
  await see(addOrnamentHeading(page)).toBeVisible();
  await see(pin).toHaveValue(demoPin(3));
});

test("a browser that keeps no cookie from the server is told so at the next page load", async () => {
  const { page, context, troubles } = await newVisitor(it.browser, "phone");
  await page.route("**/api/user/login", async (route) => {
    const answer = await route.fetch();
    const { "set-cookie": _dropped, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  const keeper = await newParent(it.api, it.url, "cookieless.parent@example.com");
  await addOrnaments(it.api, keeper, [{ pin: demoPin(4), name: "Bell" }]);
  await page.goto(`${it.url}/login`);
  await trySignIn(page, keeper.email, parentPassword);
  await see(selectionHeading(page)).toBeVisible();
  await context.clearCookies();
  await page.reload();
  await see(page.getByText(/Your browser did not keep the cookie of your sign-in/)).toBeVisible();
  await see(page.getByText("You have been signed out")).toBeHidden();
  await see(page.getByRole("main").getByRole("link", { name: /@/ })).toBeVisible();
  expect(troubles).toEqual([]);
  await context.close();
});

test("a browser that blocks cookies is told so before sign-in, and the landing page still works", async () => {
  const { page, context } = await newVisitor(it.browser, "phone");
  // As Chromium does with "Block all cookies": scripts see no cookies, and the storage throws.
  await page.addInitScript(`
    Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get: () => { throw new DOMException("Denied", "SecurityError"); } });
  `);
  await page.goto(it.url);
  await see(landingHeading(page)).toBeVisible();
  await page.goto(`${it.url}/user/add-pin`);
  await see(signInHeading(page)).toBeVisible();
  await see(page.getByText(/Your browser blocks cookies\. Ornament needs them/)).toBeVisible();
  await page.goto(`${it.url}/admin/table-pins`);
  await see(page.getByText(/Your browser blocks cookies\. Ornament needs them/)).toBeVisible();
  await context.close();
});
