import { beforeAll, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { mailTo, tokenOf } from "@ornament/testing/people/parents";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { selectionHeading } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";

/**
 * A parent gets from the landing page to the player. The back office sees each step and can deactivate the
 * PIN.
 */
const email = "jamie.parent@example.com";
const password = "Reindeer-9";
const pin = demoPin(7);
/** The test has many steps, and the machine may be busy. */
const timeoutMs = 300_000;

const it = visitedProduct();
const parent = visitorOfEachTest(it, "phone");
const admin = visitorOfEachTest(it, "desk");

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(40));
});

test(
  "a parent registers, enters the PIN and watches until the back office deactivates the PIN, and again after it is activated",
  async () => {
    await step("the parent passes the age check before creating an account", async () => {
      const { page } = parent;
      await page.goto(`${it.url}/registration`);
      await see(page.getByRole("heading", { name: "Santa has a message for your child" })).toBeVisible();
      await page.getByRole("link", { name: "Create an Account" }).click();
      await page.getByLabel("Birth month").selectOption({ label: "May" });
      await page.getByLabel("Birth year").selectOption(String(new Date().getFullYear() - 9));
      await page.getByRole("button", { name: "Continue" }).click();
      await see(page.getByText("Please ask your parent to create the account")).toBeVisible();
      await page.getByLabel("Birth year").selectOption("1988");
      await page.getByRole("button", { name: "Continue" }).click();
      await see(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    });
    await step("the parent sees an error for a wrong field, corrects it and registers", async () => {
      const { page } = parent;
      const next = page.getByRole("button", { name: "Create account" });
      await see(next).toBeDisabled();
      await page.getByRole("checkbox", { name: /I agree to the Terms of use/ }).check();
      await page.getByLabel("Parent email").fill("jamie@nowhere");
      await next.click();
      await see(page.getByLabel("Parent email")).toHaveAccessibleDescription(/Invalid email address/);
      await page.getByLabel("Parent email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByLabel("Confirm password", { exact: true }).fill(password);
      await next.click();
      await see(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      await see(page.getByText(email)).toBeVisible();
      await page.reload();
      await see(page.getByText(email)).toBeVisible();
    });
    await step(
      "the parent opens the link of the mail on the same phone and continues to PIN entry",
      async () => {
        const { page } = parent;
        const mail = await mailTo(it.url, email, /confirm/i);
        await page.goto(`${it.url}/user/verify-message?token=${encodeURIComponent(tokenOf(mail))}`);
        await see(page.getByRole("heading", { name: "Your email is verified" })).toBeVisible();
        await see(page).not.toHaveURL(/token=/);
        await page.getByRole("link", { name: "Enter my ornament’s PIN" }).click();
        await see(page.getByRole("heading", { name: /Enter your ornament/ })).toBeVisible();
      },
    );
    await step(
      "the parent enters the PIN with a nickname, sees the account created, and is sent to the player",
      async () => {
        const { page } = parent;
        const field = page.getByRole("textbox", { name: "PIN" });
        const lightUp = page.getByRole("button", { name: "Light up my ornament" });
        await field.pressSequentially(pin.replace("-", "").toLowerCase());
        await see(field).toHaveValue(pin);
        await page.getByRole("button", { name: "Give it a nickname" }).click();
        await page.getByRole("textbox", { name: /Nickname/ }).fill("Emma & Noah");
        await lightUp.click();
        await see(page.getByRole("heading", { name: "Account created" })).toBeVisible();
        // The label depends on the date.
        await page.getByRole("link", { name: /Watch now|Open the player/ }).click();
        await see(page).toHaveURL(/\/player\//);
        await see(page.getByRole("heading", { name: "Emma & Noah is ready" })).toBeVisible();
        await see(page).not.toHaveURL(/deviceToken/);
        // The words depend on the date.
        await see(page.getByText(/^\d+ (days? to go|of 26 days)$/)).toBeVisible();
      },
    );
    await step("the back office shows the PIN as Registered, Used 1 of 5", async () => {
      const { page } = admin;
      await visitBackOffice(page, it.url, "table-pins");
      await page.getByRole("searchbox").fill(pin);
      const row = page.getByRole("table").getByRole("row").nth(1);
      await see(row).toContainText(email);
      await see(row.getByText("Registered", { exact: true })).toBeVisible();
      await see(row).toContainText("Used 1 of 5");
    });
    await step("the back office shows the parent in the Consumers table", async () => {
      const { page } = admin;
      await page.getByRole("link", { name: "Consumers" }).click();
      const row = page.getByRole("table", { name: "Users Table" }).getByRole("row").nth(1);
      await see(row).toContainText(email);
      await see(row).toContainText(pin);
      await see(row).toContainText("Emma & Noah");
      await see(row).toContainText("Unsubscribed");
    });
    await step("the back office shows each step in the log", async () => {
      const { page } = admin;
      await page.getByRole("link", { name: "System action Log" }).click();
      const table = page.getByRole("table", { name: "System action log" });
      for (const [action, value] of [
        ["Account registered", email],
        ["Email confirmed", ""],
        ["PIN registered", pin],
        ["Device bound", pin],
      ] as const) {
        const entry = table.getByRole("row").filter({ hasText: action });
        await see(entry).toHaveCount(1);
        await see(entry).toContainText("Customer");
        await see(entry).toContainText(value);
      }
    });
    await step(
      "the back office deactivates the PIN with a comment, and the row shows it immediately",
      async () => {
        const { page } = admin;
        await page.getByRole("link", { name: "Pins", exact: true }).click();
        const row = page.getByRole("table").getByRole("row").filter({ hasText: pin });
        await row.getByRole("button", { name: `Deactivate ${pin}` }).click();
        const dialog = page.getByRole("dialog", { name: `Deactivate ${pin}?` });
        await see(dialog.getByRole("button", { name: "Deactivate" })).toBeDisabled();
        await dialog.getByLabel("Comment").fill("Reported stolen");
        await dialog.getByRole("button", { name: "Deactivate" }).click();
        await see(dialog).toBeHidden();
        await see(row.getByRole("button", { name: `Activate ${pin}` })).toBeVisible();
        await see(row).toContainText("Not Registered");
        await see(row).toContainText("Reported stolen");
      },
    );
    await step(
      "the parent's next try is refused with lockedpin, and the log shows the deactivation",
      async () => {
        const { page } = parent;
        await page.reload();
        await see(page).toHaveURL(/#lockedpin$/);
        const problem = page.getByRole("dialog", { name: "The pin has been locked" });
        await see(problem).toContainText("Ornament has been deactivated");
        await problem.getByRole("button", { name: "Close" }).click();
        await see(selectionHeading(page)).toBeVisible();
        await see(page.getByRole("radio", { name: /Emma & Noah/ })).toBeDisabled();
        await see(page.getByRole("button", { name: "Watch" })).toBeDisabled();

        await admin.page.getByRole("link", { name: "System action Log" }).click();
        const entry = admin.page.getByRole("table").getByRole("row").filter({ hasText: "PIN deactivated" });
        await see(entry).toContainText(`${pin}: Reported stolen`);
        await see(entry).toContainText("IT Admin");
      },
    );
    await step("the PIN is activated again, and the parent watches again", async () => {
      await admin.page.getByRole("link", { name: "Pins", exact: true }).click();
      await admin.page.getByRole("button", { name: `Activate ${pin}` }).click();
      const dialog = admin.page.getByRole("dialog", { name: `Activate ${pin}?` });
      await dialog.getByLabel("Comment").fill("Found again");
      await dialog.getByRole("button", { name: "Activate" }).click();
      await see(dialog).toBeHidden();

      const { page } = parent;
      await page.reload();
      await see(page.getByRole("radio", { name: /Emma & Noah/ })).toBeChecked();
      await page.getByRole("button", { name: "Watch" }).click();
      await see(page.getByRole("heading", { name: "Emma & Noah is ready" })).toBeVisible();
      await admin.page.reload();
      await see(admin.page.getByRole("table").getByRole("row").filter({ hasText: pin })).toContainText(
        "Used 1 of 5",
      );
    });
  },
  timeoutMs,
);
