import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright";
import { openSignedIn } from "./browser.ts";
import type { Mail } from "./parents.ts";
import { adminEmail, adminPassword } from "./running-product.ts";
import { see } from "./see.ts";

/** Fills in the back office's sign-in page and sends it, whatever comes of it. */
export async function trySignInAsAdmin(page: Page, url: string, email: string, password: string) {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in to the back office, up to the pins table. */
export async function signInAsAdmin(page: Page, url: string, email = adminEmail, password = adminPassword) {
  await trySignInAsAdmin(page, url, email, password);
  await see(pageHeading(page, "Pins Table")).toBeVisible();
}

/** Opens a screen of the back office: `table-pins`. Who isn't signed in yet is signed in on the way. */
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
    { address: `${url}/api/admin/login`, email, password, key: "tokenAdmin" },
  );

export async function signOutAsAdmin(page: Page) {
  await page.getByRole("button", { name: /^Your account, / }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await see(pageHeading(page, "Sign in")).toBeVisible();
}

/** Follows an entry of the sidebar. */
export const goTo = (page: Page, entry: string) =>
  page
    .getByRole("navigation", { name: "Back office" })
    .getByRole("link", { name: entry, exact: true })
    .click();

export const pageHeading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

/** The rows of a table without its header. */
export const bodyRows = (table: Locator) => table.locator("tbody").getByRole("row");

/** The texts of a table's column, from the top. */
export const columnTexts = (table: Locator, place: number): Promise<string[]> =>
  bodyRows(table).evaluateAll(
    (rows, at) => rows.map((row) => (row.children[at] as { textContent: string }).textContent),
    place,
  );

/** The link of a mail. */
export function linkOf({ text }: Mail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`No link in the mail: ${text}`);
  return link;
}

/** Presses what begins a download; the file's name and text. */
export async function downloadBy(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}
