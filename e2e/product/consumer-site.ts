import type { Page } from "playwright";
import { see } from "./see.ts";

/** Fills in the sign-in screen and sends it, whatever comes of it. */
export async function trySignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

export const signInHeading = (page: Page) => page.getByRole("heading", { name: "Welcome back" });
export const landingHeading = (page: Page) =>
  page.getByRole("heading", { name: "Santa has a message for your child" });
export const selectionHeading = (page: Page) =>
  page.getByRole("heading", { name: "Which ornament are you watching?" });

/** Signs a parent with ornaments in, up to the ornament selection. */
export async function signIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await trySignIn(page, email, password);
  await see(selectionHeading(page)).toBeVisible();
}
