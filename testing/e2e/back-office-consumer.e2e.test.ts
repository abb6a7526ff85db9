import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, deactivatePin, devices } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { adminEmail } from "@ornament/testing/product/running-product";
import { bodyRows, downloadBy, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { focusIsSomewhere, holdBack, neverFocusWhatIsPressed } from "@ornament/testing/screens/browser";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/**
 * What the back office does for one consumer or PIN: erasure, a copy of the data, an evidence file; and the keyboard
 * focus, which a press never moves to the page as a whole.
 */
const pinless = "robin.pinless@example.com";
const auditor = { email: "auditor@ornament.test", password: "Auditor-2026" };

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk", ({ context }) => context.clearCookies());
let admin: string;

beforeAll(async () => {
  admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(40));
  await it.api.call("POST", "/api/admin/registration", {
    token: admin,
    body: { ...auditor, role: "AUDITOR" },
  });
  await it.api.call("POST", "/api/user/registration", { body: { email: pinless, password: "Parent-2026" } });
});

const visit = (screen: string) => visitBackOffice(visitor.page, it.url, screen);

/** A parent with an ornament. */
async function newOwner(email: string, pin: string, name: string) {
  const parent = await newParent(it.api, it.url, email);
  const { [pin]: pinId = 0 } = await addOrnaments(it.api, parent, [{ pin, name }]);
  return { ...parent, pinId };
}

test("a consumer who is erased on request leaves the table without a reload and is in no list or export, and the System action log has the reason", async () => {
  const { page } = visitor;
  const email = "leaving.parent@example.com";
  const parent = await newOwner(email, demoPin(1), "Fir tree");
  await visit(`table-users?query=${email}`);
  await page.getByRole("link", { name: `View profile of ${email}` }).click();
  // By the keyboard, because the cards above the button grow while they load, and move it.
  await page.getByRole("button", { name: "Erase consumer…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: `Erase ${email}?` });
  await see(dialog).toContainText("This can’t be undone.");
  await see(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Requested in writing");
  await page.keyboard.press("Tab");
  await page.keyboard.type(pinless);
  const erase = dialog.getByRole("button", { name: "Erase consumer" });
  await see(erase).toBeDisabled();
  await dialog.getByLabel("Consumer’s email").fill(email);
  await erase.click();
  await see(pageHeading(page, "Users Table")).toBeVisible();
  await see(page.getByText(`The consumer ${email} was erased.`)).toBeVisible();
  // The table still has its search for the email.
  await see(page.getByRole("table", { name: "Users Table" })).toContainText("Nothing here matches:");

  await visit("log?query=Requested in writing");
  await see(bodyRows(page.getByRole("table")).first()).toHaveText(
    /IT Admin.*Account deleted.*Erased on request: Requested in writing.*\(deleted\)/,
  );
  for (const path of ["table/users?export=true", "export/users", "export/action-logs", "table/pins"]) {
    const { status, body } = await it.api.call("GET", `/api/admin/${path}`, { token: admin });
    expect([path, status]).toEqual([path, 200]);
    expect(JSON.stringify(body)).not.toContain(email);
  }
  const profile = await it.api.call("GET", `/api/admin/user-profile/${parent.id}`, { token: admin });
  expect(profile).toMatchObject({ status: 404, body: { code: "consumer_not_found" } });
});

test("an IT Admin downloads the copy of a consumer's data, which is readable as a page, and the history has it", async () => {
  const { page } = visitor;
  const email = "asks.for.a.copy@example.com";
  const { id } = await newOwner(email, demoPin(2), `<b>Tree</b> & "co"`);
  await visit(`user-profile/${id}`);
  const open = page.getByRole("button", { name: "Copy of the data…" });
  // The button moves until the panels above it are loaded.
  await see(open).toBeVisible();
  await see(page.locator(".o-skeleton")).toHaveCount(0);
  await open.click();
  const dialog = page.getByRole("dialog", { name: `Download a copy of the data of ${email}` });
  await see(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Request by mail");
  await page.keyboard.press("Tab");
  await page.keyboard.type("other@example.com");
  const download = dialog.getByRole("button", { name: "Download" });
  await download.click();
  const confirmation = dialog.getByLabel("typed again");
  await see(dialog.getByText("This does not name the account.")).toBeVisible();
  await see(confirmation).toHaveAttribute("aria-invalid", "true");
  await confirmation.fill(email);

  const { name, text } = await downloadBy(page, download);
  expect(name).toMatch(new RegExp(`^ornament-data-consumer-${id}-\\d{4}-\\d\\d-\\d\\d\\.html$`));
  await see(page.getByRole("status").getByText(name)).toBeVisible();
  await see(dialog).toHaveCount(0);
  await see(open).toBeFocused();

  await page.getByText("History").first().click();
  await see(page.getByText("HTML: Request by mail").first()).toBeVisible();

  const copy = await page.context().newPage();
  await copy.setContent(text);
  await see(copy.getByRole("heading", { level: 1 })).toHaveText(`Copy of the data about ${email}`);
  const ornaments = copy.getByRole("table").filter({ hasText: "Entered at" });
  await see(ornaments.getByRole("cell", { name: `<b>Tree</b> & "co"` })).toBeVisible();
  await see(ornaments.getByRole("columnheader", { name: "Deactivated" })).toBeVisible();
});

test("an Auditor downloads the evidence file of a PIN and the script, which verifies it without the product", async () => {
  const { page } = visitor;
  const pin = demoPin(3);
  const { pinId } = await newOwner("owner@example.com", pin, "Tree 🎄");
  await deactivatePin(it.api, admin, pinId);
  await visitBackOffice(page, it.url, `pin/${pin}`, auditor);
  const button = page.getByRole("button", { name: `Evidence file about ${pin}` });
  const file = await downloadBy(page, button);
  expect(file.name).toMatch(/^evidence-pin-[A-Z0-9]{7}-\d{4}-\d\d-\d\d\.json$/);
  const message = page.getByRole("status").filter({ hasText: file.name });
  await see(message).toBeVisible();
  const script = await downloadBy(page, message.getByRole("link", { name: "Download the script" }));
  expect(script.name).toBe("verify-evidence.mjs");
  await see(page.getByText("Evidence file given").first()).toBeVisible();

  const { key } = (await it.api.call("GET", "/api/log/key")).body;
  const folder = mkdtempSync(join(tmpdir(), "test-evidence-"));
  writeFileSync(join(folder, file.name), file.text);
  writeFileSync(join(folder, script.name), script.text);
  const words = [script.name, file.name, "--key", key];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    env: {},
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain(`${pin}: Reported stolen`);
  expect(stdout).toMatch(/\nVERIFIED: \d+ of the \d+ events [\s\S]*\nThe key is the given one\.\n$/);
});

describe("in a browser that never focuses a pressed control", () => {
  let consumer: number;
  beforeAll(async () => {
    const parent = await newOwner("casey.parent@example.com", demoPin(4), "Fir tree");
    consumer = parent.id;
    for (const { userAgent } of [devices.iPad, devices.iPhone])
      await bindDevice(it.api, parent, parent.pinId, userAgent);
  });

  const safari = visitorOfEachTest(it, "desk", ({ page }) => neverFocusWhatIsPressed(page));
  const visitIn = (screen: string) => visitBackOffice(safari.page, it.url, screen);
  const button = (name: string | RegExp) => safari.page.getByRole("button", { name, exact: true });
  const dialog = () => safari.page.getByRole("dialog");
  const inDialog = (name: string) => dialog().getByRole("button", { name, exact: true }).last();
  const hold = (path: string) => holdBack(safari.page, path);

  test("sign-in is sent once even if Enter is pressed several times, and a refusal moves the focus to the email", async () => {
    const { page } = safari;
    await safari.context.clearCookies();
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
    const { page } = safari;
    await visitIn("table-pins?query=WNTR-&page=3");
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
    const { page } = safari;
    const pin = demoPin(20);
    await visitIn(`table-pins?query=${pin}`);
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

  test("Export CSV and Resend email keep the focus while they run", async () => {
    const { page } = safari;
    await visitIn("table-users");
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
    const { page } = safari;
    await visitIn(`user-profile/${consumer}`);
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
    await visitIn(`user-profile/${consumer}`);
    await button(/^Device\(s\)/).click();
    await button(/^Delete /)
      .first()
      .click();
    await inDialog("Delete").click();
    await see(dialog()).toHaveCount(0);
    await see(button(/^Device\(s\)/)).toBeFocused();
  });

  test("the list's heading has the focus after an account is deleted, and keeps it when the message disappears", async () => {
    const { page } = safari;
    const email = "away@ornament.test";
    const { position } = await it.api.call("POST", "/api/admin/registration", {
      token: admin,
      body: { email, password: "Going-Away-26", role: "MEMBER" },
    });
    await it.api.call("GET", "/api/admin/admins?page=1&limit=10", { token: admin, readAfter: position });
    await visitIn("table-admins");
    await page.getByRole("link", { name: `View profile of ${email}` }).click();
    await button("Delete account").click();
    await inDialog("Delete account").click();
    await see(pageHeading(page, "Admins Table")).toBeFocused();
    await button("Dismiss").click();
    await see(button("Dismiss")).toHaveCount(0);
    await see.poll(() => focusIsSomewhere(page)).toBe(true);
  });
});
