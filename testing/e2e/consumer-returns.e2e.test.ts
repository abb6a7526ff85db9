import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices, setDeviceLimit } from "@ornament/testing/people/ornaments";
import { mailTo, newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { holdBack, newVisitor } from "@ornament/testing/screens/browser";
import {
  landingHeading,
  selectionHeading,
  signInHeading,
  trySignIn,
  visitSignedIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { BrowserContext, Page } from "playwright";

/**
 * A parent who already has an account signs in and out, and sets a new password; the devices of an ornament, two tabs of
 * one browser that share a session, and more ornaments than the screen holds.
 */
const newPassword = "Sleigh-Bells-24";

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "phone", ({ context }) => context.clearCookies());
let admin: string;
let parent: Parent;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(120));
  parent = await newParent(it.api, it.url, "alex.parent@example.com");
  await addOrnaments(it.api, parent, [{ pin: demoPin(5), name: "Fir tree" }]);
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

const checkEmail = () => visitor.page.getByRole("heading", { name: "Check your email" });

test("the code from the mail sets a new password and ends the old sessions", async () => {
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
    // The last digit sends the code.
    await page.getByLabel("Verification code").fill(code);
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
});

const watch = (page: Page) => page.getByRole("button", { name: "Watch" });
const inPlayer = (page: Page) => see(page).toHaveURL(/\/player\//);
const visit = (page: Page, parent: Parent) => visitSignedIn(page, it.url, "pin-authorization", parent);

test("at a limit of two devices, a third one can watch after another was forgotten", async () => {
  const { page, context } = await newVisitor(it.browser, "phone");
  const pin = demoPin(2);
  const ornament = page.getByRole("radio", { name: /Fir tree/ });
  const forget = page.getByRole("button", { name: /^Forget/ });
  const iPad = page.getByRole("checkbox", { name: devices.iPad.shownAs });
  await setDeviceLimit(it.api, admin, 2);
  const parent = await newParent(it.api, it.url, "casey.parent@example.com");
  const ids = await addOrnaments(it.api, parent, [{ pin, name: "Fir tree" }]);
  for (const { userAgent } of [devices.iPad, devices.iPhone])
    await bindDevice(it.api, parent, ids[pin] ?? 0, userAgent);
  await visit(page, parent);

  await step("the third device sees that the limit is reached", async () => {
    await see(ornament).toHaveAccessibleDescription("2 of 2 devices in use");
    await watch(page).click();
    await see(page.getByRole("heading", { name: "Maximum number of devices" })).toBeVisible();
    await see(page.getByText("Fir tree can be used on 2 devices, and 2 are already in use.")).toBeVisible();
  });
  await step(
    "the list describes the bound devices, and the button is disabled until enough are chosen",
    async () => {
      await page.getByRole("link", { name: "Forget a device" }).click();
      await see(page.getByRole("heading", { name: "Which devices should we forget?" })).toBeVisible();
      await see(page.getByRole("checkbox")).toHaveCount(2);
      await see(iPad).toHaveAccessibleName(/ Used (just\snow|\d+\sminutes?\sago) ·\s\w+\s\d+,\s\d{4}$/);
      await see(page.getByText("This device")).toBeHidden();
      await see(forget).toBeDisabled();
      await see(page.getByText("Choose at least 1.")).toBeVisible();
      await iPad.check();
      await see(forget).toBeEnabled();
    },
  );
  await step("after one is forgotten, the third device watches", async () => {
    await forget.click();
    await see(page.getByRole("heading", { name: "Device forgotten" })).toBeVisible();
    await see(page.getByRole("listitem").filter({ hasText: devices.iPad.shownAs })).toBeVisible();
    await see(page.getByText("There is now room for this device on Fir tree.")).toBeVisible();
    await watch(page).click();
    await inPlayer(page);
    await see(page.getByRole("heading", { name: "Fir tree is ready" })).toBeVisible();
  });
  await step("the bound device can watch again at the limit", async () => {
    await page.goto(it.url);
    await see(ornament).toHaveAccessibleDescription("2 of 2 devices in use");
    await watch(page).click();
    await inPlayer(page);
  });
  await setDeviceLimit(it.api, admin, 5);
  await context.close();
});

const refreshPath = "/api/user/refresh";

/**
 * Two tabs of one signed-in browser. `refreshes` collects the statuses of their refresh calls from now on.
 */
async function twoTabs(email: string, pin: string) {
  const parent = await newParent(it.api, it.url, email);
  await addOrnaments(it.api, parent, [{ pin, name: "Fir tree" }]);
  const { context, page: first } = await newVisitor(it.browser, "phone");
  await visitSignedIn(first, it.url, "pin-authorization", parent);
  const second = await context.newPage();
  await second.goto(it.url);
  await see(selectionHeading(second)).toBeVisible();
  const answers: number[] = [];
  context.on("response", (answer) => {
    if (new URL(answer.url()).pathname === refreshPath) answers.push(answer.status());
  });
  return { context, tabs: [first, second] as const, refreshes: answers };
}

test("two tabs of one browser in which Watch is pressed at the same time are one device", async () => {
  const { context, tabs } = await twoTabs("tabs@example.com", demoPin(1));
  const bindings = await Promise.all(tabs.map((tab) => holdBack(tab, "/api/user/device-pin")));
  for (const tab of tabs) await watch(tab).click();
  for (const binding of bindings) await see.poll(binding.calls).toBe(1);
  for (const binding of bindings) binding.release();
  for (const tab of tabs) await inPlayer(tab);
  await tabs[0].goto(it.url);
  await see(tabs[0].getByRole("radio")).toHaveAccessibleName(/On this device/);
  await see(tabs[0].getByRole("radio")).toHaveAccessibleDescription("1 of 5 devices in use");
  await context.close();
});

/**
 * Returns a function for the largest number of refresh calls that this browser had in flight at the same
 * time.
 */
async function refreshesAtOnce(context: BrowserContext) {
  const counted = { inFlight: 0, most: 0 };
  await context.route(`**${refreshPath}`, async (route) => {
    counted.inFlight += 1;
    counted.most = Math.max(counted.most, counted.inFlight);
    const answer = await route.fetch();
    counted.inFlight -= 1;
    await route.fulfill({ response: answer });
  });
  return () => counted.most;
}

const token = (page: Page) => page.evaluate<string | null>(`localStorage.getItem("tokenUser")`);

/** Replaces the access token with one that the server refuses, as it does 15 minutes after sign-in. */
const expireToken = (page: Page) => page.evaluate(`localStorage.setItem("tokenUser", "expired")`);

const marketing = (page: Page) => page.getByRole("checkbox", { name: "Receive marketing emails" });

async function openAccount(page: Page) {
  await page.getByRole("button", { name: "Your account" }).click();
  await see(marketing(page)).toBeVisible();
}

test("an expired access token is renewed by one tab at a time when both need it, and both continue", async () => {
  const { context, tabs, refreshes } = await twoTabs("sam.parent@example.com", demoPin(3));
  for (const tab of tabs) await openAccount(tab);
  const mostAtOnce = await refreshesAtOnce(context);
  await expireToken(tabs[0]);
  await see.poll(() => token(tabs[1])).toBe("expired");
  await Promise.all(tabs.map((tab) => marketing(tab).click()));
  for (const tab of tabs) await see(tab.getByText("Saved.")).toBeVisible();
  // The second tab uses the token that the first one renewed. If it hasn't seen that token yet, it renews
  // it once more.
  await see.poll(() => [...new Set(refreshes)]).toEqual([200]);
  expect(refreshes.length).toBeLessThanOrEqual(2);
  expect(mostAtOnce()).toBe(1);
  await see.poll(() => token(tabs[0])).not.toBe("expired");
  for (const tab of tabs) {
    await tab.reload();
    await see(selectionHeading(tab)).toBeVisible();
  }
  await context.close();
});

test("signing out in one tab signs out the other", async () => {
  const { context, tabs } = await twoTabs("sam.out@example.com", demoPin(4));
  await tabs[0].getByRole("button", { name: "Sign out" }).click();
  for (const tab of tabs) await see(signInHeading(tab)).toBeVisible();
  await see.poll(() => token(tabs[1])).toBeNull();
  await context.close();
});

test("with 50 ornaments, Watch is in reach and the chosen ornament in view when selection opens", async () => {
  const { page } = visitor;
  const owner = await newParent(it.api, it.url, "fifty@example.com");
  const ornaments = Array.from({ length: 50 }, (_, n) => ({ pin: demoPin(10 + n), name: `Tree ${n}` }));
  const ids = await addOrnaments(it.api, owner, ornaments);
  const last = demoPin(55);
  await it.api.call("PUT", "/api/user/select-pin", { token: owner.token, body: { pinId: ids[last] } });
  await visit(page, owner);
  const chosen = page.getByRole("radio", { checked: true });
  await see(chosen).toHaveAccessibleName(new RegExp(last));
  await see(chosen).toBeInViewport();
  await see(watch(page)).toBeInViewport();
  const [radio, button] = [await chosen.boundingBox(), await watch(page).boundingBox()];
  expect((radio?.y ?? 0) + (radio?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  await page.evaluate("scrollTo(0, 0)");
  await see(watch(page)).toBeInViewport();
});
