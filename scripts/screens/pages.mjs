/** Pages of a browser for pictures. */

/** The format of pictures. As PNG they would take three times as many bytes. */
export const jpeg = { type: "jpeg", quality: 85 };

/** A page without motion, in a fixed zone and language. */
export const openPage = (browser, width, height) =>
  browser.newPage({
    viewport: { width, height },
    reducedMotion: "reduce",
    timezoneId: "America/Chicago",
    locale: "en-US",
  });

/** Waits until the fonts are loaded, no call is open and no tooltip is shown. */
export async function calm(page) {
  await page.evaluate("document.fonts.ready");
  await page.waitForLoadState("networkidle");
  await page.mouse.move(0, 0);
  await page.getByRole("tooltip").waitFor({ state: "hidden" });
}

/** Signs in on either site's sign-in page. */
export async function signIn(page, address, { email, password }, button) {
  await page.goto(address);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: button }).click();
}
