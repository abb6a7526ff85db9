import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, deactivatePin, devices } from "@ornament/testing/people/ornaments";
import { newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { focusIsSomewhere, holdBack, neverFocusWhatIsPressed } from "@ornament/testing/screens/browser";
import { landingHeading, selectionHeading, visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** The keyboard focus on the consumer site is never lost, and a press always reaches its control. */
const it = visitedProduct();
let admin: string;
let parent: Parent;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(40));
  parent = await newParent(it.api, it.url, "tab.parent@example.com");
  const ids = await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Emma" }]);
  for (const { userAgent } of [devices.iPad, devices.iPhone])
    await bindDevice(it.api, parent, ids[demoPin(1)] ?? 0, userAgent);
  await it.api.call("PUT", "/api/user/select-pin", {
    token: parent.token,
    body: { pinId: ids[demoPin(1)] },
  });
});

const visitor = visitorOfEachTest(it, "desk");

test("a press on a checkbox is not missed when a new error message moves it", async () => {
  const { page } = visitor;
  await page.goto(`${it.url}/verify-age`);
  await page.getByLabel("Birth month").selectOption({ label: "May" });
  await page.getByLabel("Birth year").selectOption("1988");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password", { exact: true }).fill(parentPassword);
  await page.getByLabel("Confirm password", { exact: true }).fill(`${parentPassword}0`);
  const terms = page.getByRole("checkbox", { name: /I agree to the Terms of use/ });
  await terms.click();
  await see(page.getByText("Password mismatch")).toBeVisible();
  await see(terms).toBeChecked();
});

describe("in a browser that focuses no pressed button", () => {
  const signedOut = visitorOfEachTest(it, "desk", ({ page }) => neverFocusWhatIsPressed(page));
  const signedIn = visitorOfEachTest(it, "desk", ({ page }) => neverFocusWhatIsPressed(page));
  const visitAs = (account = parent, screen = "pin-authorization") =>
    visitSignedIn(signedIn.page, it.url, screen, account);
  const dialog = (name: string) => signedIn.page.getByRole("dialog", { name });

  test("a dialog that opens another dialog keeps the focus inside, and returns it when closed", async () => {
    const { page } = signedOut;
    await page.goto(it.url);
    await page.getByRole("link", { name: "Support" }).click();
    await page.getByRole("link", { name: "questions and answers" }).click();
    await see(page.getByRole("dialog", { name: "Questions and answers" })).toBeVisible();
    await see
      .poll(() => page.evaluate(`document.querySelector('[role="dialog"]').contains(document.activeElement)`))
      .toBe(true);
    await page.keyboard.press("Escape");
    await see(page.getByRole("dialog")).toBeHidden();
    await see(page.getByRole("link", { name: "Support" })).toBeFocused();
  });

  test("the buttons of the how-it-works slide show keep the focus at the first and last slide", async () => {
    const { page } = signedOut;
    await page.goto(it.url);
    await page.getByRole("link", { name: "How it works" }).click();
    const next = page.getByRole("button", { name: "Next" });
    const back = page.getByRole("button", { name: "Back" });
    await see(back).toBeDisabled();
    for (let scene = 2; scene <= 4; scene++) {
      await next.click();
      await see(page.getByText(`Step ${scene} of 4`)).toBeAttached();
    }
    await see(next).toBeDisabled();
    await see(next).toBeFocused();
    await page.keyboard.press("Enter");
    await see(page.getByText("Step 4 of 4")).toBeAttached();
    await page.keyboard.press("Escape");
    await see(landingHeading(page)).toBeVisible();
    await see(page.getByRole("link", { name: "How it works" })).toBeFocused();
  });

  test("Sign In sends one request even if Enter is pressed several times, and a refusal moves the focus to the email field", async () => {
    const { page } = signedOut;
    await page.goto(`${it.url}/login`);
    const login = await holdBack(page, "/api/user/login");
    await page.getByLabel("Email").fill(parent.email);
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("Wrong-2026");
    await page.getByRole("button", { name: "Sign In" }).click();
    const busy = page.getByRole("button", { name: "Signing in…" });
    await see(busy).toBeDisabled();
    await see(page.getByRole("status").filter({ hasText: "Signing in…" })).toBeAttached();
    await see.poll(() => focusIsSomewhere(page)).toBe(true);
    await password.press("Enter");
    await busy.press("Enter");
    login.release();
    await see(page.getByLabel("Email")).toBeFocused();
    expect(login.calls()).toBe(1);
  });

  test("the button Send again keeps the focus while it sends and during the cooldown", async () => {
    const { page } = signedOut;
    await page.goto(`${it.url}/verify-code?email=${encodeURIComponent(parent.email)}`);
    const again = page.getByRole("button", { name: "Send again" });
    await again.click();
    await see(page.getByText("A new code is on its way.")).toBeVisible();
    await see(again).toBeDisabled();
    await see(again).toBeFocused();
  });

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

  test("the account settings save the marketing consent immediately, and closing them returns the focus", async () => {
    const { page } = signedIn;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await visitAs();
    await page.getByRole("button", { name: "Your account" }).click();
    const consent = page.getByRole("checkbox", { name: "Receive marketing emails" });
    const before = await consent.isChecked();
    await consent.click();
    await see(page.getByText("Saved.")).toBeVisible();
    await see(consent).toBeChecked({ checked: !before });
    await see(consent).toBeFocused();

    await page.getByRole("button", { name: "Delete account" }).click();
    await page.route("**/api/user/delete/*", (route) => route.abort());
    const question = dialog("Delete your account?");
    await question.getByRole("button", { name: "Delete account" }).click();
    await see(question.getByText("No connection.")).toBeVisible();
    await see(question.getByRole("button", { name: "Delete account" })).toBeFocused();
    await question.getByRole("button", { name: "Keep account" }).click();
    await see(page.getByRole("dialog")).toHaveCount(0);
    await see(page.getByRole("button", { name: "Your account" })).toBeFocused();
  });

  test("a nickname is saved once, and the focus returns to the rename button", async () => {
    const { page } = signedIn;
    await visitAs();
    await page.getByRole("button", { name: /^Rename/ }).click();
    const field = page.getByRole("dialog").getByLabel(/Nickname/);
    await field.fill("Emma and Noah");
    const saving = await holdBack(page, "/api/user/update-pin-name");
    await page.getByRole("button", { name: "Save nickname" }).click();
    await see(page.getByRole("button", { name: "Saving…" })).toBeDisabled();
    await field.press("Enter");
    saving.release();
    await see(page.getByRole("dialog")).toHaveCount(0);
    await see(page.getByRole("button", { name: "Rename Emma and Noah" })).toBeFocused();
    expect(saving.calls()).toBe(1);
  });

  test("on the forget-device screen the disabled button takes the focus, and a ticked device keeps it", async () => {
    const { page } = signedIn;
    await visitAs(parent, "forget-device");
    await see(page.getByRole("heading", { name: "Which devices should we forget?" })).toBeVisible();
    const forget = page.getByRole("button", { name: /^Forget/ });
    const device = page.getByRole("checkbox").first();
    await forget.press("Enter");
    await see(forget).toBeFocused();
    await see(page.getByText("Choose at least 1.")).toBeVisible();
    await device.click();
    await see(forget).toBeEnabled();
    await see(device).toBeFocused();
    await device.click();
    await see(forget).toBeDisabled();
    await see(device).toBeFocused();
  });

  test("an ornament that was deactivated while the page was open keeps the focus and can't be chosen", async () => {
    const { page } = signedIn;
    const pin = demoPin(2);
    const owner = await newParent(it.api, it.url, "owner@example.com");
    const ids = await addOrnaments(it.api, owner, [{ pin, name: "Fir" }]);
    await page.context().clearCookies();
    await visitAs(owner);
    const ornament = page.getByRole("radio", { name: `Fir ${pin}` });
    await ornament.click();
    await see(ornament).toBeFocused();
    await deactivatePin(it.api, admin, ids[pin] ?? 0);
    await ornament.press("Enter");
    const problem = dialog("The pin has been locked");
    await problem.getByRole("button", { name: "Close" }).click();
    await see(problem).toHaveCount(0);
    await see(ornament).toBeDisabled();
    await see(ornament).toBeFocused();
    await ornament.press("Space");
    await see(ornament).not.toBeChecked();
    await page.context().clearCookies();
  });

  test("removing an ornament from the PIN form moves the focus to the first PIN", async () => {
    const { page } = signedIn;
    await visitAs(parent, "add-pin");
    const more = page.getByRole("button", { name: "Add another ornament" });
    const pins = page.getByRole("textbox", { name: "PIN" });
    await more.click();
    await see(pins.nth(1)).toBeFocused();
    await more.click();
    await page.getByRole("button", { name: "Remove ornament 3" }).click();
    await see(pins.first()).toBeFocused();
    await page.getByRole("button", { name: "Remove ornament 2" }).click();
    await see(pins.first()).toBeFocused();
  });

  test("signing out moves the focus to the content of the sign-in screen", async () => {
    const { page } = signedIn;
    await visitAs();
    await page.getByRole("button", { name: "Sign out" }).click();
    await see(page).toHaveURL(`${it.url}/login`);
    await see(page.getByRole("main")).toBeFocused();
  });
});
