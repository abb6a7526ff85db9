import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { mailsTo, mailTo, newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { newVisitor } from "@ornament/testing/screens/browser";
import {
  landingHeading,
  signInHeading,
  trySignIn,
  visitSignedIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";

/** A parent who already has an account signs in and out, and sets a new password. */
const newPassword = "Sleigh-Bells-24";

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "phone", ({ context }) => context.clearCookies());
let parent: Parent;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(5));
  parent = await newParent(it.api, it.url, "alex.parent@example.com");
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
});

test("a dialog of the landing page opens, closes with Escape and with Back, and returns the focus", async () => {
  const { page } = visitor;
  await page.goto(it.url);
  const opener = page.getByRole("link", { name: "FAQ", exact: true });
  const dialog = page.getByRole("dialog", { name: "Questions and answers" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await see(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await see(dialog).toBeHidden();
  await see(opener).toBeFocused();
  await opener.click();
  await see(dialog.getByRole("button", { name: "Close" })).toBeVisible();
  await page.goBack();
  await see(dialog).toBeHidden();
  await see(page).toHaveURL(`${it.url}/`);
});

test("signing out opens sign-in, forgets the chosen ornament and ends the session, and Back doesn't reopen the screen", async () => {
  const { page } = visitor;
  const chosen = () => page.evaluate<string | null>(`sessionStorage.getItem("selectedPinId")`);
  await visitSignedIn(page, it.url, "pin-authorization", parent);
  await page.getByRole("button", { name: "Watch" }).click();
  await see(page).toHaveURL(/\/player\//);
  await visitSignedIn(page, it.url, "pin-authorization", parent);
  expect(await chosen()).not.toBeNull();
  await page.getByRole("link", { name: "Add ornament" }).click();
  await see(page.getByRole("heading", { name: "Add an ornament" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await see(signInHeading(page)).toBeVisible();
  await see.poll(chosen).toBeNull();
  await page.goBack();
  await see(signInHeading(page)).toBeVisible();
  const answer = await page.request.get(`${it.url}/api/user/refresh`);
  expect(answer.status()).toBe(401);
});

test("pressing a link while a field with a wrong text has the focus opens the link without calling the text wrong", async () => {
  const { page } = visitor;
  await page.goto(`${it.url}/login`);
  await page.getByLabel("Email").fill("sam");
  await page.route("**/*forgot-password*.js", async (route) => {
    // The next screen is still loading: the old one shows.
    await see(page.getByText("Invalid email address")).toBeHidden();
    await route.continue();
  });
  const link = page.getByRole("link", { name: "Forgot password?" });
  await link.hover();
  await page.mouse.down();
  await see(page.getByLabel("Email")).not.toBeFocused();
  await page.mouse.up();
  await see(page.getByText("Invalid email address")).toBeHidden();
  await see(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.unrouteAll();
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

/** The confirmation link, the code, and the notice that the password was changed. */
const earlierMails = 3;

const checkEmail = () => visitor.page.getByRole("heading", { name: "Check your email" });
const codeField = () => visitor.page.getByLabel("Verification code");

/** The last digit sends the code. */
const enterCode = (given: string) => codeField().fill(given);

test("the code from the mail sets a new password once and ends the old sessions", async () => {
  const { page } = visitor;
  // The same parent is also signed in on another phone.
  const otherPhone = await newVisitor(it.browser, "phone");
  await visitSignedIn(otherPhone.page, it.url, "pin-authorization", parent);

  const code = await step(
    "the code is mailed, whether the email address has capital or small letters",
    async () => {
      await page.goto(`${it.url}/forgot-password`);
      await page.getByLabel("Email").fill("Alex.Parent@Example.com");
      await page.getByRole("button", { name: "Send code" }).click();
      await see(checkEmail()).toBeVisible();
      await see(page).toHaveURL(`${it.url}/verify-code?email=alex.parent%40example.com`);
      const mail = await mailTo(it.url, parent.email, /code|password/i);
      expect(mail.text).toMatch(/\b\d{6}\b/);
      return /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";
    },
  );
  await step("the screen survives a reload and its cooldown too", async () => {
    await page.reload();
    await see(checkEmail()).toBeVisible();
    await see(page.getByRole("button", { name: "Send again" })).toBeDisabled();
    await see(page.getByText(/You can ask again in \d+ seconds?/)).toBeVisible();
  });
  await step("the right code opens the new-password screen", async () => {
    await enterCode(code);
    await see(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  });
  await step("the new password is saved", async () => {
    await page.getByLabel("New password", { exact: true }).fill(newPassword);
    await page.getByLabel("Confirm password", { exact: true }).fill(newPassword);
    await page.getByRole("button", { name: "Save password" }).click();
    await see(page.getByRole("heading", { name: "Your password was changed" })).toBeVisible();
    await page.getByRole("link", { name: "Back to sign in" }).click();
    await see(signInHeading(page)).toBeVisible();
  });
  await step("the other phone is asked to sign in at its next action", async () => {
    await otherPhone.page.getByRole("button", { name: "Watch" }).click();
    await see(signInHeading(otherPhone.page)).toBeVisible();
    await see(otherPhone.page.getByText("You have been signed out. Please sign in again.")).toBeVisible();
    expect(otherPhone.troubles).toEqual([]);
    await otherPhone.context.close();
  });
  await step("the old password is refused, the new one signs in", async () => {
    await trySignIn(page, parent.email, parentPassword);
    await see(page.getByLabel("Email")).toHaveAccessibleDescription(/Incorrect email or password/);
    await trySignIn(page, parent.email, newPassword);
    await see(page.getByRole("radio", { name: /Fir tree/ })).toBeChecked();
  });
  await step("the code can't be used again", async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await see(signInHeading(page)).toBeVisible();
    await page.goto(`${it.url}/verify-code?email=${encodeURIComponent(parent.email)}`);
    await enterCode(code);
    await see(codeField()).toHaveAccessibleDescription(/This code is not valid/);
  });
  await step("the link in the next mail opens the new-password screen without a code", async () => {
    await it.api.call("POST", "/api/user/reset-password", { body: { email: parent.email } });
    const [mail] = await mailsTo(it.url, parent.email, earlierMails + 1);
    await page.goto(/https?:\S+reset-password\?token=\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    await page.getByLabel("New password", { exact: true }).fill(parentPassword);
    await page.getByLabel("Confirm password", { exact: true }).fill(parentPassword);
    await page.getByRole("button", { name: "Save password" }).click();
    await see(page.getByRole("heading", { name: "Your password was changed" })).toBeVisible();
  });
});
