import type { Page } from "playwright";
import { parentPassword } from "../people/parents.ts";
import { openSignedIn } from "./browser.ts";
import { see } from "./see.ts";

/** Fills in and submits the sign-in form. It doesn't wait for the outcome. */
export async function trySignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export const signInHeading = (page: Page) => page.getByRole("heading", { name: "Sign in" });
export const landingHeading = (page: Page) =>
  page.getByRole("heading", { name: "Santa has a message for your child" });
/** The ornament selection. For a parent with one ornament there is nothing to choose. */
export const selectionHeading = (page: Page) =>
  page.getByRole("heading", { name: /^(Which ornament are you watching\?|Welcome back)$/ });

/** Signs in a parent with ornaments, and waits for the ornament selection. */
export async function signIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await trySignIn(page, email, password);
  await see(selectionHeading(page)).toBeVisible();
}

/** Opens a screen under /user, such as `pin-authorization`, and signs the parent in first if necessary. */
export const visitSignedIn = (
  page: Page,
  url: string,
  screen: string,
  { email, password = parentPassword }: { email: string; password?: string },
) =>
  openSignedIn(
    page,
    {
      address: `${url}/user/${screen}`,
      shown: page.getByRole("button", { name: "Sign out" }),
      asked: signInHeading(page),
    },
    { address: `${url}/api/user/login`, email, password, key: "tokenUser", cookie: "userRefresh" },
  );

/** Passes the age check, after which the registration opens. */
export async function openRegistration(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/verify-age`);
  await page.getByLabel("Birth month").selectOption({ label: "May" });
  await page.getByLabel("Birth year").selectOption("1988");
  await page.locator("main form button[type=submit]").click();
  await see(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
}

/** Fills in and submits the registration that is open. */
export async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel("Parent email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(parentPassword);
  await page.getByLabel("Confirm password", { exact: true }).fill(parentPassword);
  await page.getByRole("checkbox", { name: /I agree to the Terms of use/ }).check();
  await page.locator("main form button[type=submit]").click();
  await see(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}
