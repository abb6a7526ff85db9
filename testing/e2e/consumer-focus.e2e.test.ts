import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, deactivatePin, devices } from "@ornament/testing/people/ornaments";
import { newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { focusIsSomewhere, holdBack, neverFocusWhatIsPressed } from "@ornament/testing/screens/browser";
import { openRegistration, selectionHeading, visitSignedIn } from "@ornament/testing/screens/consumer-site";
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
  await openRegistration(page, it.url);
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

  test("Sign In sends one request even if Enter is pressed several times, and a refusal moves the focus to the email field", async () => {
    const { page } = signedOut;
    await page.goto(`${it.url}/login`);
    const login = await holdBack(page, "/api/user/login");
    await page.getByLabel("Email").fill(parent.email);
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("Wrong-2026");
    await page.getByRole("button", { name: "Sign in" }).click();
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

  test("on the forget-device screen a press on the disabled button moves to the devices and says what is missing, and a ticked device keeps the focus", async () => {
    const { page } = signedIn;
    await visitAs(parent, "forget-device");
    await see(page.getByRole("heading", { name: "Which devices should we forget?" })).toBeVisible();
    const forget = page.getByRole("button", { name: /^Forget/ });
    const device = page.getByRole("checkbox").first();
    await forget.press("Enter");
    await see(device).toBeFocused();
    await see(page.getByRole("group", { name: "Devices" }).getByText("Choose at least 1.")).toBeVisible();
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

  test("signing out moves the focus to the content of the sign-in screen", async () => {
    const { page } = signedIn;
    await visitAs();
    await page.getByRole("button", { name: "Sign out" }).click();
    await see(page).toHaveURL(`${it.url}/login`);
    await see(page.getByRole("main")).toBeFocused();
  });
});
