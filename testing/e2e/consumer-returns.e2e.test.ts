import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, deactivatePin } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { newVisitor } from "@ornament/testing/screens/browser";
import {
  landingHeading,
  openRegistration,
  selectionHeading,
  signInHeading,
  visitSignedIn,
} from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** A parent who already has an account signs in, chooses, renames and adds ornaments, and signs out. */
const [first, second, blocked, taken] = [demoPin(1), demoPin(2), demoPin(3), demoPin(4)];

const it = visitedProduct();
let parent: Parent;

beforeAll(async () => {
  const admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(40));
  parent = await newParent(it.api, it.url, "robin.parent@example.com");
  const ids = await addOrnaments(it.api, parent, [
    { pin: second, name: "Noah" },
    { pin: first, name: "Emma" },
    { pin: blocked, name: "" },
  ]);
  await deactivatePin(it.api, admin, ids[blocked] ?? 0);
  await newFamily("someone.else@example.com", [{ pin: taken, name: "" }]);
});

/** A separate parent, for a test that changes the account. */
async function newFamily(email: string, ornaments: readonly { pin: string; name: string }[]) {
  const family = await newParent(it.api, it.url, email);
  await addOrnaments(it.api, family, ornaments);
  return family;
}

const visitor = visitorOfEachTest(it, "phone");
/** A browser that each test signs in as the parent it needs. */
const signedIn = visitorOfEachTest(it, "phone", ({ context }) => context.clearCookies());
const visitAs = (account: Parent, screen = "pin-authorization") =>
  visitSignedIn(signedIn.page, it.url, screen, account);

describe("a visitor who is not signed in", () => {
  test("a signed-out visitor is asked to sign in on every screen under /user", async () => {
    const { page } = visitor;
    for (const path of [
      "pin-authorization",
      "activate-pin",
      "add-pin",
      "account-created",
      "message-added-pin?count=2",
      "maximum-number-devices",
      "forget-device",
      "message-forget-device",
      "no-such-screen",
    ]) {
      await page.goto(`${it.url}/user/${path}`);
      await see(page).toHaveURL(`${it.url}/login`);
      await see(signInHeading(page)).toBeVisible();
    }
  });

  test("a screen whose step before was not taken redirects to the first step", async () => {
    const { page } = visitor;
    for (const [path, start] of [
      ["registration", "/"],
      ["check-email", "/"],
      ["user/verify-message", "/"],
      ["verify-code", "/forgot-password"],
      ["reset-password", "/forgot-password"],
      ["reset-password-message", "/forgot-password"],
      ["login/again", "/404"],
      ["some/admin/login", "/admin/login"],
    ]) {
      await page.goto(`${it.url}/${path}`);
      await see(page).toHaveURL(it.url + start);
      await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  });
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

describe("the ornament selection", () => {
  test("screens that a signed-in parent can't use redirect to the ornament selection", async () => {
    const { page } = signedIn;
    await visitAs(parent);
    for (const path of [
      "",
      "login",
      "registration",
      "verify-age",
      "forgot-password",
      "user/activate-pin",
      "user/maximum-number-devices",
      "user/nothing",
    ]) {
      await page.goto(`${it.url}/${path}`);
      await see(page).toHaveURL(`${it.url}/user/pin-authorization`);
      await see(selectionHeading(page)).toBeVisible();
    }
  });
});

describe("adding ornaments", () => {
  const pins = () => signedIn.page.getByRole("textbox", { name: "PIN" });
  const more = () => signedIn.page.getByRole("button", { name: "Add another ornament" });
  const add = () => signedIn.page.getByRole("button", { name: "Add ornament" });

  test("adding ornaments names each refused PIN and registers none, then adds several together and shows the total", async () => {
    const { page } = signedIn;
    const family = await newFamily("adder@example.com", [{ pin: demoPin(30), name: "Porch" }]);
    await visitAs(family, "add-pin");
    await pins().fill(demoPin(31));
    await more().click();
    await pins().nth(1).fill(taken);
    await more().click();
    await pins().nth(2).fill("ZZZZ-ZZZ");
    await add().click();
    const list = page.getByRole("region", { name: "Some PIN codes could not be added." });
    await see(list).toBeFocused();
    await see(list.getByRole("listitem")).toHaveCount(2);
    await see(list).toContainText(`Ornament 2: ${taken}`);
    await see(list).toContainText("Ornament 3: ZZZZ-ZZZ");
    await list.getByRole("link").first().click();
    await see(pins().nth(1)).toBeFocused();
    await see(pins().nth(0)).not.toHaveAttribute("aria-invalid");

    await page.getByRole("button", { name: "Remove ornament 3" }).click();
    await pins().nth(1).fill(demoPin(32));
    await page.getByRole("button", { name: "Give it a nickname" }).nth(1).click();
    await page.getByRole("textbox", { name: /Nickname/ }).fill("Grandma");
    await add().click();
    await see(page.getByRole("heading", { name: "2 ornaments added" })).toBeVisible();
    await see(page.getByText("You now have 3 ornaments.")).toBeVisible();
    await see(page).toHaveURL(/\/user\/message-added-pin\?count=3$/);
    await page.getByRole("link", { name: "Choose an ornament" }).click();
    await see(page.getByRole("radio")).toHaveCount(3);
    await see(page.getByRole("radio", { name: `Grandma ${demoPin(32)}` })).toBeEnabled();
    await see(page.getByRole("radio", { name: `Porch ${demoPin(30)}` })).toBeChecked();
  });
});

test("no screen of the consumer site loads code of the back office or the schema library", async () => {
  const { page, context } = signedIn;
  /** The scripts that the screens load. */
  const scripts = new Set<string>();
  context.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.endsWith(".js")) scripts.add(pathname);
  });
  await openRegistration(page, it.url);
  for (const path of [
    "404",
    "forgot-password",
    `verify-code?email=${parent.email}`,
    "expired-activation-link",
    "#how-it-works",
    "#faq",
    "#support",
    "#terms",
  ]) {
    await page.goto("about:blank");
    await page.goto(`${it.url}/${path}`);
    const arrived = path.startsWith("#") ? page.getByRole("dialog") : page.getByRole("heading", { level: 1 });
    await see(arrived.first()).toBeVisible();
  }
  await visitAs(parent);
  await page.getByRole("button", { name: "Your account" }).click();
  await see(page.getByRole("checkbox", { name: "Receive marketing emails" })).toBeVisible();
  await visitAs(parent, "add-pin");
  await visitAs(parent, "forget-device");

  expect(scripts.size).toBeGreaterThan(9);
  for (const path of scripts) {
    const text = await (await fetch(it.url + path)).text();
    expect({ path, tooMuch: /\/api\/admin\/|ZodError/.test(text) }).toEqual({
      path,
      tooMuch: false,
    });
  }
});

test("signing out opens sign-in, forgets the chosen ornament and ends the session, and Back doesn't reopen the screen", async () => {
  const { page } = signedIn;
  const chosen = () => page.evaluate<string | null>(`sessionStorage.getItem("selectedPinId")`);
  await visitAs(parent);
  await page.getByRole("button", { name: "Watch" }).click();
  await see(page).toHaveURL(/\/player\//);
  await visitAs(parent);
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
