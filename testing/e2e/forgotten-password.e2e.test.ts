import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { mailsTo, mailTo, newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { newVisitor } from "@ornament/testing/screens/browser";
import { signInHeading, trySignIn, visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";

/** A parent who forgot the password sets a new one with a code from a mail, and all sessions end. */
const newPassword = "Sleigh-Bells-24";

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "phone");
let parent: Parent;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(40));
  parent = await newParent(it.api, it.url, "alex.parent@example.com");
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
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
