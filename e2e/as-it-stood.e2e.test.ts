import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { bodyRows, goTo, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";

/** Screens of the back office as they stood before a PIN was deactivated. */
const pin = demoPin(1);
const support = { email: "holly.support@ornament.test", password: "Holly-Bush-26" };

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
/** The last instant before the deactivation. */
let before: string;

beforeAll(async () => {
  const token = await it.api.signInAdmin();
  await it.api.call("POST", "/api/admin/registration", { token, body: { ...support, role: "MEMBER" } });
  const { position } = await it.api.importPins(token, pinFile(3));
  const rowAt = async (readAfter: string | null) => {
    const { body } = await it.api.call("GET", `/api/admin/table/pins?query=${pin}`, { token, readAfter });
    return body.rows[0];
  };
  const { id } = await rowAt(position);
  const body = { id, status: false, comment: "Stolen" };
  const deactivated = await it.api.call("PUT", "/api/admin/update-pin-status", { token, body });
  const { statusChange } = await rowAt(deactivated.position);
  before = new Date(Date.parse(statusChange.createdAt) - 1).toISOString();
});

const table = () => visitor.page.getByRole("table", { name: "Pins Table" });
const row = () => bodyRows(table()).filter({ hasText: pin });
const banner = () => visitor.page.getByRole("region", { name: "As it stood" });
const button = (name: string) => visitor.page.getByRole("button", { name, exact: true });
const asItStood = () => new URLSearchParams({ at: before });

test("the Pins table as it stood shows a PIN before its deactivation, the link to the PIN's page keeps the instant, and Now returns", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, "table-pins");
  await see(row()).toContainText("Stolen");
  await visitBackOffice(page, it.url, `table-pins?${asItStood()}`);
  await step("the former status without any command", async () => {
    await see(banner()).toContainText("Nothing can be changed here.");
    await see(row()).toBeVisible();
    await see(row()).not.toContainText("Stolen");
    await see(page.getByRole("button", { name: /^(?:Activate|Deactivate) / })).toHaveCount(0);
    await see(page).toHaveTitle(/^Pins Table as of /);
  });
  await step("the PIN's page of the same instant", async () => {
    await row().getByRole("link", { name: pin }).click();
    await see(pageHeading(page, `PIN ${pin}`)).toBeVisible();
    await see(page).toHaveURL(`${it.url}/admin/pin/${pin}?${asItStood()}`);
    await see(banner()).toBeVisible();
    await see(button(`Activate ${pin}`)).toHaveCount(0);
  });
  await step("the present after Now", async () => {
    await banner().getByRole("button", { name: "Now" }).click();
    await see(button(`Activate ${pin}`)).toBeVisible();
    await see(banner()).toHaveCount(0);
    await see(page).toHaveURL(`${it.url}/admin/pin/${pin}`);
  });
});

test("the keyboard alone opens a table as it stood before the import and returns to Now", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, "table-pins");
  await see(row()).toBeVisible();
  await button("More").focus();
  await page.keyboard.press("Enter");
  await button("As it stood at…").focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel(/^As it stood at \(/);
  await see(field).toBeFocused();
  await page.keyboard.press("Enter");
  await see(field).toHaveAccessibleDescription("Enter a date and a time.");
  await field.fill("01/01/2020");
  await page.keyboard.press("Enter");
  await see(field).toHaveAccessibleDescription("Add a time, such as 5:10 pm.");
  await field.fill("01/01/2020 12:00 pm");
  await page.keyboard.press("Enter");
  await see(banner()).toContainText("01/01/20 12:00 pm (America/Chicago)");
  await see(table()).toContainText("There was nothing here at that time.");
  await see(pageHeading(page, "Pins Table")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await see(button("Now")).toBeFocused();
  await page.keyboard.press("Enter");
  await see(row()).toBeVisible();
  await see(banner()).toHaveCount(0);
});

test("the settings as they stood are read as text, and the sidebar leads to the present", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, `controls?${asItStood()}`);
  await see(page.getByRole("region", { name: "Limit of devices per user (PIN)" })).toContainText("5");
  await see(page.getByLabel("Number of devices")).toHaveCount(0);
  await goTo(page, "Pins");
  await see(row()).toContainText("Stolen");
  await see(banner()).toHaveCount(0);
});

test("Customer support has no former states, also by a URL", async () => {
  const { page } = visitor;
  await page.context().clearCookies();
  await page.goto(`${it.url}/admin/login`);
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await visitBackOffice(page, it.url, `table-pins?${asItStood()}`, support);
  await see(page.getByText("Only IT Admins and Auditors can open “Tables as they stood”.")).toBeVisible();
  await see(row()).toContainText("Stolen");
  // Every entry of the menu is for those who may see former states.
  expect(await button("More").count()).toBe(0);
});
