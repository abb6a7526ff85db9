import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright";
import type { Mail } from "../people/parents.ts";
import { adminEmail, adminPassword } from "../product/running-product.ts";
import { openSignedIn } from "./browser.ts";
import { see } from "./see.ts";

/** Fills in and submits the back office's sign-in form. It doesn't wait for the outcome. */
export async function trySignInAsAdmin(page: Page, url: string, email: string, password: string) {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in to the back office and waits for the Pins table. */
export async function signInAsAdmin(page: Page, url: string, email = adminEmail, password = adminPassword) {
  await trySignInAsAdmin(page, url, email, password);
  await see(pageHeading(page, "Pins Table")).toBeVisible();
}

/** Opens a screen of the back office, such as `table-pins`, and signs the admin in first if necessary. */
export const visitBackOffice = (
  page: Page,
  url: string,
  screen: string,
  { email, password } = { email: adminEmail, password: adminPassword },
) =>
  openSignedIn(
    page,
    {
      address: `${url}/admin/${screen}`,
      shown: page.getByRole("button", { name: /^Your account, / }),
      asked: pageHeading(page, "Sign in"),
    },
    { address: `${url}/api/admin/login`, email, password, key: "tokenAdmin", cookie: "adminRefresh" },
  );

export async function signOutAsAdmin(page: Page) {
  await page.getByRole("button", { name: /^Your account, / }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await see(pageHeading(page, "Sign in")).toBeVisible();
}

export const pageHeading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

/** Opens the menu with the rare acts of a table or page, such as its export. */
export const openMore = (page: Page) => page.getByRole("button", { name: "More", exact: true }).click();

/** The rows of a table without its header. */
export const bodyRows = (table: Locator) => table.locator("tbody").getByRole("row");

/** The first link in a mail. */
export function linkOf({ text }: Mail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`No link in the mail: ${text}`);
  return link;
}

/** Clicks a button that starts a download. Returns the file's name and text. */
export async function downloadBy(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}
