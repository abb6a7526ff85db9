import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import {
  addOrnaments,
  bindDevice,
  deactivatePin,
  devices,
  setDeviceLimit,
} from "@ornament/testing/people/ornaments";
import { mailTo, newParent, type Parent, parentPassword, tokenOf } from "@ornament/testing/people/parents";
import { neverFocusWhatIsPressed } from "@ornament/testing/screens/browser";
import {
  openRegistration,
  register,
  selectionHeading,
  trySignIn,
  visitSignedIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { accessibilityFindings, takePictures } from "@ornament/testing/screens/shown-screen";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/**
 * Every screen of the consumer site, forms with their errors, without a finding of axe; and the keyboard focus, which
 * is never lost.
 */
const it = visitedProduct();
const longEmail = "a.parent.with.a.long.address@example.com";
const forgetful = "forgetful.parent@example.com";
let admin: string;
let withOrnaments: Parent;
let atTheLimit: Parent;
let withoutOrnament: Parent;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(20));
  withOrnaments = await newParent(it.api, it.url, longEmail);
  await addOrnaments(it.api, withOrnaments, [
    { pin: demoPin(1), name: "Emma" },
    { pin: demoPin(2), name: "Fir tree in the hall" },
    { pin: demoPin(3), name: "" },
  ]);
  await setDeviceLimit(it.api, admin, 2);
  atTheLimit = await newParent(it.api, it.url, "at.the.limit@example.com");
  const ids = await addOrnaments(it.api, atTheLimit, [{ pin: demoPin(4), name: "Emma" }]);
  for (const { userAgent } of [devices.iPad, devices.iPhone])
    await bindDevice(it.api, atTheLimit, ids[demoPin(4)] ?? 0, userAgent);
  withoutOrnament = await newParent(it.api, it.url, "without.ornament@example.com");
  await newParent(it.api, it.url, forgetful);
});

const visitor = visitorOfEachTest(it, "phone", ({ context }) => context.clearCookies());

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const dialog = (page: Page) => page.getByRole("dialog");
/** The main button of a screen's form. */
const submit = (page: Page) => page.locator("main form .o-main-action button[type=submit]");
const open = async (page: Page, path: string) => {
  await page.goto(it.url + path);
  await see(heading(page)).toBeVisible();
};
const openAs = (page: Page, parent: Parent, screen: string) => visitSignedIn(page, it.url, screen, parent);

const openForm = (page: Page) => openRegistration(page, it.url);
async function registerAs(page: Page, email: string) {
  await openForm(page);
  await register(page, email);
}
const linkFor = async (email: string) =>
  `/user/verify-message?token=${encodeURIComponent(tokenOf(await mailTo(it.url, email)))}`;

async function sendCode(page: Page) {
  await open(page, "/forgot-password");
  await page.getByLabel("Email").fill(forgetful);
  await submit(page).click();
  await see(page.getByLabel("Verification code")).toBeVisible();
}

async function openNewPassword(page: Page, email: string) {
  await newParent(it.api, it.url, email);
  await open(page, "/forgot-password");
  await page.getByLabel("Email").fill(email);
  await submit(page).click();
  const { text } = await mailTo(it.url, email, /code|password/i);
  await page.getByLabel("Verification code").fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
  await see(page).toHaveURL(/reset-password$/);
  await see(page.getByLabel("Confirm password", { exact: true })).toBeVisible();
}

async function openMaximum(page: Page) {
  await openAs(page, atTheLimit, "pin-authorization");
  await page.getByRole("button", { name: "Watch" }).click();
  await see(heading(page)).toHaveText("Maximum number of devices");
}

const screens: Record<string, (page: Page) => Promise<unknown>> = {
  landing: (page) => open(page, "/"),
  "age check with errors": async (page) => {
    await open(page, "/verify-age");
    await submit(page).click();
    await see(page.getByText("Required").first()).toBeVisible();
  },
  "registration with errors": async (page) => {
    await openForm(page);
    await page.getByLabel("Parent email").fill("jamie@nowhere");
    await page.getByLabel("Password", { exact: true }).fill("reindeer");
    await page.getByRole("checkbox", { name: /I agree to the Terms of use/ }).check();
    await submit(page).click();
    await see(page.getByText("Invalid email address").first()).toBeVisible();
  },
  "check email": (page) => registerAs(page, "looking.at.the.screens@example.com"),
  "email verified": async (page) => {
    const email = "verified.now@example.com";
    await registerAs(page, email);
    await open(page, await linkFor(email));
    await see(heading(page)).toHaveText("Your email is verified");
  },
  "email to confirm in another browser": async (page) => {
    const email = "another.browser@example.com";
    await registerAs(page, email);
    await page.context().clearCookies();
    await open(page, await linkFor(email));
    await see(heading(page)).toHaveText("Confirm your email");
  },
  "incorrect activation link": async (page) => {
    await open(page, "/user/verify-message?token=wrong");
    await see(heading(page)).toHaveText("Incorrect activation link");
  },
  "expired activation link": (page) => open(page, "/expired-activation-link"),
  "sign-in refused": async (page) => {
    await open(page, "/login");
    await trySignIn(page, "nobody@example.com", parentPassword);
    await see(page.locator("[aria-invalid=true]").first()).toBeVisible();
  },
  "forgotten password": (page) => open(page, "/forgot-password"),
  "reset code refused": async (page) => {
    await sendCode(page);
    await page.getByLabel("Verification code").fill("000000");
    await see(page.getByText(/This code is not valid/).first()).toBeVisible();
  },
  "new password": (page) => openNewPassword(page, "new.password@example.com"),
  "password changed": async (page) => {
    await openNewPassword(page, "changed.password@example.com");
    await page.getByLabel("New password", { exact: true }).fill("Sleigh-Bells-24");
    await page.getByLabel("Confirm password", { exact: true }).fill("Sleigh-Bells-24");
    await submit(page).click();
    await see(page).toHaveURL(/reset-password-message/);
    await see(heading(page)).toBeVisible();
  },
  "PIN refused": async (page) => {
    await openAs(page, withoutOrnament, "activate-pin");
    await page.getByRole("textbox", { name: "PIN" }).fill("ZZZZ-O01");
    await submit(page).click();
    await see(page.locator("[aria-invalid=true]").first()).toBeVisible();
  },
  "account created": async (page) => {
    const parent = await newParent(it.api, it.url, "just.created@example.com");
    await openAs(page, parent, "activate-pin");
    await page.getByRole("textbox", { name: "PIN" }).fill(demoPin(5));
    await submit(page).click();
    await see(heading(page)).toHaveText("Account created");
  },
  "ornament selection": (page) => openAs(page, withOrnaments, "pin-authorization"),
  "ornament's new name": async (page) => {
    await openAs(page, withOrnaments, "pin-authorization");
    await page
      .getByRole("button", { name: /Rename/ })
      .first()
      .click();
    await see(dialog(page)).toBeVisible();
  },
  "account settings": async (page) => {
    await openAs(page, withOrnaments, "pin-authorization");
    await page.getByRole("button", { name: "Your account" }).click();
    await see(dialog(page)).toBeVisible();
  },
  "add ornament": (page) => openAs(page, withOrnaments, "add-pin"),
  "ornament added": (page) => openAs(page, withOrnaments, "message-added-pin?count=3"),
  "maximum number of devices": openMaximum,
  "forget a device": async (page) => {
    await openMaximum(page);
    await open(page, "/user/forget-device");
    await see(page.getByRole("checkbox").first()).toBeVisible();
  },
  "how it works": async (page) => {
    await open(page, "/#how-it-works");
    await see(dialog(page)).toBeVisible();
  },
  "questions and answers": async (page) => {
    await open(page, "/#faq");
    await see(dialog(page).getByRole("heading", { level: 2 }).first()).toBeVisible();
  },
  support: (page) => page.goto(`${it.url}/#support`).then(() => see(dialog(page)).toBeVisible()),
  "privacy policy": (page) => page.goto(`${it.url}/#privacy`).then(() => see(dialog(page)).toBeVisible()),
  "terms of use": (page) => page.goto(`${it.url}/#terms`).then(() => see(dialog(page)).toBeVisible()),
  "problem of a deactivated ornament": (page) =>
    page.goto(`${it.url}/#lockedpin`).then(() => see(dialog(page)).toBeVisible()),
  "page not found": (page) => open(page, "/no/such/page"),
};

describe("axe", () => {
  test.each(Object.entries(screens))("axe finds nothing on the consumer screen: %s", async (name, show) => {
    const { page } = visitor;
    await show(page);
    await takePictures(page, name);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});

const desk = visitorOfEachTest(it, "desk");

test("a press on a checkbox is not missed when a new error message moves it", async () => {
  const { page } = desk;
  await openRegistration(page, it.url);
  await page.getByLabel("Password", { exact: true }).fill(parentPassword);
  await page.getByLabel("Confirm password", { exact: true }).fill(`${parentPassword}0`);
  const terms = page.getByRole("checkbox", { name: /I agree to the Terms of use/ });
  await terms.click();
  await see(page.getByText("Password mismatch")).toBeVisible();
  await see(terms).toBeChecked();
});

describe("in a browser that focuses no pressed button", () => {
  const signedIn = visitorOfEachTest(it, "desk", ({ page }) => neverFocusWhatIsPressed(page));
  const visitAs = (account = atTheLimit, screen = "pin-authorization") =>
    visitSignedIn(signedIn.page, it.url, screen, account);

  test("after Try again on the No connection screen, the next screen takes the focus", async () => {
    const { page } = signedIn;
    await visitAs();
    await page.route("**/api/user/refresh", (route) => route.abort());
    await page.reload();
    await see(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await see(selectionHeading(page)).toBeVisible();
    await see(page.getByRole("main")).toBeFocused();
  });

  test("an ornament that was deactivated while the page was open keeps the focus and can't be chosen", async () => {
    const { page } = signedIn;
    const pin = demoPin(6);
    const owner = await newParent(it.api, it.url, "owner@example.com");
    const ids = await addOrnaments(it.api, owner, [{ pin, name: "Fir" }]);
    await page.context().clearCookies();
    await visitAs(owner);
    const ornament = page.getByRole("radio", { name: `Fir ${pin}` });
    await ornament.click();
    await see(ornament).toBeFocused();
    await deactivatePin(it.api, admin, ids[pin] ?? 0);
    await ornament.press("Enter");
    const problem = page.getByRole("dialog", { name: "The pin has been locked" });
    await problem.getByRole("button", { name: "Close" }).click();
    await see(problem).toHaveCount(0);
    await see(ornament).toBeDisabled();
    await see(ornament).toBeFocused();
    await ornament.press("Space");
    await see(ornament).not.toBeChecked();
    await page.context().clearCookies();
  });

  test("signing out moves the focus to the content of the sign-in screen", async () => {
    const { page } = signedIn;
    await visitAs();
    await page.getByRole("button", { name: "Sign out" }).click();
    await see(page).toHaveURL(`${it.url}/login`);
    await see(page.getByRole("main")).toBeFocused();
  });
});
