import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { adminEmail } from "@ornament/testing/product/running-product";
import { pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { focusIsSomewhere, holdBack, neverFocusWhatIsPressed } from "@ornament/testing/screens/browser";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** The keyboard focus in the back office: a press never moves it to the page as a whole. */
const pinless = "robin.pinless@example.com";
const it = visitedProduct();
let consumer: number;

beforeAll(async () => {
  const admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(40));
  await it.api.call("POST", "/api/user/registration", { body: { email: pinless, password: "Parent-2026" } });
  const parent = await newParent(it.api, it.url, "casey.parent@example.com");
  consumer = parent.id;
  const ids = await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
  const { iPad, iPhone } = devices;
  for (const { userAgent } of [iPad, iPhone])
    await bindDevice(it.api, parent, ids[demoPin(1)] ?? 0, userAgent);
});

describe("in a browser that never focuses a pressed control", () => {
  const visitor = visitorOfEachTest(it, "desk", ({ page }) => neverFocusWhatIsPressed(page));
  const visit = (screen: string) => visitBackOffice(visitor.page, it.url, screen);
  const button = (name: string | RegExp) => visitor.page.getByRole("button", { name, exact: true });
  const dialog = () => visitor.page.getByRole("dialog");
  const inDialog = (name: string) => dialog().getByRole("button", { name, exact: true }).last();
  const hold = (path: string) => holdBack(visitor.page, path);

  test("sign-in is sent once even if Enter is pressed several times, and a refusal moves the focus to the email", async () => {
    const { page } = visitor;
    await visitor.context.clearCookies();
    await page.goto(`${it.url}/admin/login`);
    const login = await hold("/api/admin/login");
    await page.getByLabel("Email").fill(adminEmail);
    await page.getByLabel("Password", { exact: true }).fill("Wrong-2026");
    await button("Sign in").click();
    await see(button("Signing in...")).toHaveAttribute("aria-busy", "true");
    await see(page.getByRole("status").filter({ hasText: "Signing in..." })).toBeAttached();
    await see.poll(() => focusIsSomewhere(page)).toBe(true);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await button("Signing in...").press("Enter");
    login.release();
    await see(page.getByLabel("Email")).toBeFocused();
    expect(login.calls()).toBe(1);
  });

  test("the pager's arrows keep the focus on the first and last page, and do nothing there", async () => {
    const { page } = visitor;
    await visit("table-pins?query=WNTR-&page=3");
    await button("Next page").click();
    await see(button("Next page")).toBeDisabled();
    await see(button("Next page")).toBeFocused();
    await page.keyboard.press("Enter");
    await see(page).toHaveURL(/[?&]page=4&/);
    await button("Page 2").click();
    await see(button("Page 2")).toBeFocused();
    await button("Previous page").click();
    await see(button("Previous page")).toBeDisabled();
    await see(button("Previous page")).toBeFocused();
    await see(page.getByText("Showing 1 to 10 of 40 entries")).toBeVisible();
  });

  test("a dialog keeps the focus while its call runs and after a refusal, and returns it when closed", async () => {
    const { page } = visitor;
    const pin = demoPin(20);
    await visit(`table-pins?query=${pin}`);
    await button(`Deactivate ${pin}`).click();
    await see(inDialog("Deactivate")).toBeDisabled();
    await dialog().getByLabel("Comment").fill("Lost");
    await page.route("**/api/admin/update-pin-status", (route) => route.abort());
    await inDialog("Deactivate").click();
    await see(dialog().getByText("No connection.")).toBeVisible();
    await see(inDialog("Deactivate")).toBeFocused();
    await page.unrouteAll();

    const update = await hold("/api/admin/update-pin-status");
    await inDialog("Deactivate").click();
    for (const name of ["Deactivate", "Cancel", "Close"]) await see(inDialog(name)).toBeDisabled();
    await see(inDialog("Deactivate")).toBeFocused();
    for (const name of ["Deactivate", "Cancel", "Close"]) await inDialog(name).press("Enter");
    await page.keyboard.press("Escape");
    await see(inDialog("Close")).toBeFocused();
    update.release();
    await see(dialog()).toHaveCount(0);
    await see(button(`Activate ${pin}`)).toBeFocused();
    expect(update.calls()).toBe(1);
  });

  test("when a row's own button removes it from the page, the table gets the focus", async () => {
    const pin = demoPin(21);
    await visit(`table-pins?query=${pin}`);
    await visitor.page.route("**/api/admin/table/pins**", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), rows: [], count: 0 } });
    });
    await button(`Deactivate ${pin}`).click();
    await dialog().getByLabel("Comment").fill("Lost");
    await inDialog("Deactivate").click();
    await see(visitor.page.getByText("Nothing here matches:")).toBeVisible();
    await see(dialog()).toHaveCount(0);
    await see(visitor.page.getByRole("region", { name: "Pins Table" })).toBeFocused();
  });

  test("an import moves the focus to Close, and closing returns it", async () => {
    const { page } = visitor;
    await visit("controls");
    const buffer = Buffer.from("pin\r\nFOCU-001\r\n");
    await page.getByLabel("CSV file").setInputFiles({ name: "one.csv", mimeType: "text/csv", buffer });
    const importing = await hold("/api/admin/import/csv");
    await button("Import").click();
    await inDialog("Add 1 PIN").click();
    await see(dialog()).toContainText("one.csv is processing. Please stand by!");
    await see(inDialog("Add 1 PIN")).toBeDisabled();
    await see(inDialog("Close")).toBeFocused();
    await inDialog("Close").click();
    await see(dialog()).toHaveCount(0);
    await see(button("Importing...")).toBeFocused();
    await see(page.getByLabel("CSV file")).toBeDisabled();
    importing.release();
    await see(page.getByText("Processing complete!")).toBeVisible();
    await see(button("Import")).toBeFocused();
  });

  test("Export CSV and Resend email keep the focus while they run", async () => {
    const { page } = visitor;
    await visit("table-users");
    const exporting = await hold("/api/admin/export/**");
    await button("More").click();
    await button("Export CSV").click();
    await see(button("Exporting...")).toBeFocused();
    const download = page.waitForEvent("download");
    exporting.release();
    await download;
    await see(button("Export CSV")).toBeFocused();
    await page.keyboard.press("Escape");
    await see(button("More")).toBeFocused();

    const sending = await hold("/api/admin/resend-activate-link");
    await button("Resend email").click();
    await see(button("Sending...")).toBeFocused();
    await button("Sending...").press("Enter");
    sending.release();
    await see(button("Resend email")).toBeFocused();
    expect(sending.calls()).toBe(1);
  });

  test("editing a value in place moves the focus to the field, and then back to Edit", async () => {
    const { page } = visitor;
    await visit(`user-profile/${consumer}`);
    const field = page.getByRole("textbox", { name: /^PIN name/ });
    await button(/^Edit PIN name/).click();
    await see(field).toBeFocused();
    await field.fill("Noble fir");
    const saving = await hold("/api/admin/update-pin-name");
    await button(/^Save PIN name/).click();
    await see(button(/^Cancel editing PIN name/)).toBeDisabled();
    await see.poll(() => focusIsSomewhere(page)).toBe(true);
    await button(/^Cancel editing PIN name/).press("Enter");
    await field.press("Enter");
    saving.release();
    await see(button(/^Edit PIN name/)).toBeFocused();
    expect(saving.calls()).toBe(1);
    await button(/^Edit PIN name/).click();
    await button(/^Cancel editing PIN name/).click();
    await see(button(/^Edit PIN name/)).toBeFocused();
  });

  test("when a device is deleted, the button of the devices gets the focus", async () => {
    await visit(`user-profile/${consumer}`);
    await button(/^Device\(s\)/).click();
    await button(/^Delete /)
      .first()
      .click();
    await inDialog("Delete").click();
    await see(dialog()).toHaveCount(0);
    await see(button(/^Device\(s\)/)).toBeFocused();
  });

  test("a form's button keeps the focus while it saves and when it is disabled", async () => {
    const { page } = visitor;
    await visit("profile");
    const field = page.getByLabel("First name");
    await field.fill("Robin");
    const update = await hold("/api/admin/update");
    await button("Update").click();
    await see(button("Updating...")).toHaveAttribute("aria-busy", "true");
    await field.press("Enter");
    update.release();
    await see(page.getByText("Account successfully updated.")).toBeVisible();
    await see(button("Update")).toBeDisabled();
    expect(await focusIsSomewhere(page)).toBe(true);
    await field.press("Enter");
    expect(update.calls()).toBe(1);
  });

  test("the list's heading has the focus after an account is deleted, and keeps it when the message disappears", async () => {
    const { page } = visitor;
    const email = "away@ornament.test";
    const token = await it.api.signInAdmin();
    const { position } = await it.api.call("POST", "/api/admin/registration", {
      token,
      body: { email, password: "Going-Away-26", role: "MEMBER" },
    });
    await it.api.call("GET", "/api/admin/admins?page=1&limit=10", { token, readAfter: position });
    await visit("table-admins");
    await page.getByRole("link", { name: `View profile of ${email}` }).click();
    await button("Delete account").click();
    await inDialog("Delete account").click();
    await see(pageHeading(page, "Admins Table")).toBeFocused();
    await button("Dismiss").click();
    await see(button("Dismiss")).toHaveCount(0);
    await see.poll(() => focusIsSomewhere(page)).toBe(true);
  });
});
