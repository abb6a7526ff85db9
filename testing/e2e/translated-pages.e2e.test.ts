import { beforeAll, describe, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices, setDeviceLimit } from "@ornament/testing/people/ornaments";
import { mailTo, newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { bodyRows, signInAsAdmin, visitBackOffice } from "@ornament/testing/screens/back-office";
import { openRegistration, visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { translate } from "@ornament/testing/screens/translated";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Page } from "playwright";

/** The main ways through both sites on pages that the browser translates. */
const it = visitedProduct();
let family: Parent;

beforeAll(async () => {
  const admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(40));
  await setDeviceLimit(it.api, admin, 2);
  family = await newParent(it.api, it.url, "family@example.com");
  const ids = await addOrnaments(it.api, family, [
    { pin: demoPin(1), name: "Emma" },
    { pin: demoPin(2), name: "Noah" },
  ]);
  for (const { userAgent } of [devices.iPad, devices.iPhone])
    await bindDevice(it.api, family, ids[demoPin(1)] ?? 0, userAgent);
});

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

describe("a translated consumer site", () => {
  const visitor = visitorOfEachTest(it, "phone", async ({ page, context }) => {
    await context.clearCookies();
    await translate(page);
  });

  test("a parent whose pages are translated registers, sees the seconds until another mail count down, and enters the first PIN", async () => {
    const { page } = visitor;
    const email = "translated@gmail.com";
    await step("the age check", async () => {
      await page.goto(`${it.url}/verify-age`);
      await button(page, "Continue").click();
      await see(page.getByText("Required").first()).toBeVisible();
      await openRegistration(page, it.url);
    });
    await step("the registration", async () => {
      await page.getByLabel("Parent email").fill("translated@gmial.com");
      await page.getByLabel("Password", { exact: true }).fill("short");
      await button(page, /Did you mean/).click();
      await see(page.getByLabel("Parent email")).toHaveValue(email);
      await page.getByLabel("Password", { exact: true }).fill(parentPassword);
      await page.getByLabel("Confirm password", { exact: true }).fill(parentPassword);
      await page.getByRole("checkbox", { name: /I agree to the Terms of use/ }).check();
      await button(page, "Create account").click();
      await see(heading(page)).toHaveText("Check your email");
    });
    await step("the countdown until the link can be sent again", async () => {
      await see(page.getByText(/You can ask again in 5\d seconds/)).toBeVisible();
    });
    await step("the first PIN", async () => {
      const { text } = await mailTo(it.url, email);
      await page.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
      await see(heading(page)).toHaveText("Your email is verified");
      await visitSignedIn(page, it.url, "activate-pin", { email });
      await button(page, "Add another ornament").click();
      await see(page.getByText("Ornament 2", { exact: true })).toBeVisible();
      await button(page, "Remove ornament 2").click();
      await page.getByRole("textbox", { name: "PIN" }).fill(demoPin(3).replace("0", "O"));
      await button(page, "Light up my ornament").click();
      await button(page, `Use ${demoPin(3)}`).click();
      await button(page, "Light up my ornament").click();
      await see(heading(page)).toHaveText("Account created");
    });
  });

  test("on translated pages, a forgotten password is replaced, and How it works moves on", async () => {
    const { page } = visitor;
    const { email } = await newParent(it.api, it.url, "forgetful@example.com");
    await page.goto(`${it.url}/login#how-it-works`);
    await dialog(page).getByRole("button", { name: "Next" }).click();
    await see(dialog(page).getByText(/^Step 2 of/)).toBeVisible();
    await page.goto(`${it.url}/forgot-password`);
    await page.getByLabel("Email").fill(email);
    await button(page, "Send code").click();
    await page.getByLabel("Verification code").fill("000000");
    await see(page.getByText(/This code is not valid/).first()).toBeVisible();
    const { text } = await mailTo(it.url, email, /code|password/i);
    await page.getByLabel("Verification code").fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
    await page.getByLabel("New password", { exact: true }).fill("Sleigh-Bells-24");
    await page.getByLabel("Confirm password", { exact: true }).fill("Sleigh-Bells-24");
    await button(page, "Save password").click();
    await see(heading(page)).toHaveText("Your password was changed");
  });
});

describe("a translated back office", () => {
  const visitor = visitorOfEachTest(it, "desk", ({ page }) => translate(page));

  test("an IT Admin whose pages are translated finds, deactivates with undo, and looks at the past", async () => {
    const { page } = visitor;
    const pin = demoPin(5);
    await step("the Pins table", async () => {
      await signInAsAdmin(page, it.url);
      const rows = bodyRows(page.getByRole("table", { name: "Pins Table" }));
      await button(page, "Next page").click();
      await see(page.getByText("Showing 11 to 20 of 40 entries").first()).toBeVisible();
      await page.getByRole("searchbox", { name: "Search" }).fill(pin);
      await see(rows).toHaveCount(1);
    });
    await step("a deactivation and its undo", async () => {
      await button(page, `Deactivate ${pin}`).click();
      await dialog(page).getByLabel("Comment").fill("Stolen from the shop");
      await dialog(page).getByRole("button", { name: "Deactivate" }).click();
      await button(page, "Undo").click();
      await see(page.getByText(/is undone\.$/)).toBeVisible();
      await see(button(page, `Deactivate ${pin}`)).toBeVisible();
    });
    await step("the past, and back", async () => {
      const past = new URLSearchParams({ at: new Date(Date.now() - 1_000).toISOString() });
      await visitBackOffice(page, it.url, `table-pins?${past}`);
      const banner = page.getByRole("region", { name: "As it stood" });
      await see(banner).toContainText("Nothing can be changed here.");
      await banner.getByRole("button", { name: "Now" }).click();
      await see(button(page, `Deactivate ${pin}`)).toBeVisible();
    });
  });
});
