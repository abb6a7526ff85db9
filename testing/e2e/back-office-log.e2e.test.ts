import { beforeAll, expect, test } from "@jest/globals";
import { nextInstant } from "@ornament/testing/calls/as-it-stood";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { mailTo, newParent } from "@ornament/testing/people/parents";
import { adminEmail } from "@ornament/testing/product/running-product";
import {
  bodyRows,
  downloadBy,
  linkOf,
  openMore,
  pageHeading,
  signInAsAdmin,
  trySignInAsAdmin,
  visitBackOffice,
} from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Page } from "playwright";

/** Admin accounts from the invitation to a new password; and who changed what from what: a PIN, the log, former tables. */

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
/** Another person's browser, in which each test begins signed out. */
const other = visitorOfEachTest(it, "desk", ({ context }) => context.clearCookies());
const password = "Holly-Bush-26";
let token: string;
const [pin, secondPin] = [demoPin(1), demoPin(2)];
/** An instant after the PINs were registered and before they were deactivated. */
let registered: string;

beforeAll(async () => {
  token = await it.api.signInAdmin();
  await it.api.importPins(token, pinFile(3));
  const parent = await newParent(it.api, it.url, "quinn.parent@example.com");
  const ids = await addOrnaments(it.api, parent, [
    { pin, name: "Fir tree" },
    { pin: secondPin, name: "Spruce" },
  ]);
  registered = await nextInstant();
  const deactivate = (code: string, comment: string) =>
    it.api.call("PUT", "/api/admin/update-pin-status", {
      token,
      body: { id: ids[code] ?? 0, status: false, comment },
    });
  await deactivate(secondPin, "Reported stolen");
  const { position } = await deactivate(pin, "Lost by the carrier");
  await it.api.call("GET", "/api/admin/action-logs?page=1", { token, readAfter: position });
});

const log = (page: Page) => page.getByRole("table", { name: "System action log" });
const history = (page: Page) => page.getByRole("list", { name: `History of ${pin}` }).getByRole("listitem");
const changes = (page: Page) => page.getByRole("list", { name: "Changes", exact: true }).locator("> li");
/** What changed in the Pins table since the PINs were registered. */
const visitChanges = (page: Page) => {
  const between = new URLSearchParams({ from: registered, to: new Date().toISOString() });
  return visitBackOffice(page, it.url, `changes/pins?${between}`);
};

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** A new account of Customer support. */
async function newAccount(name: string) {
  const email = `${name.toLowerCase()}.support@ornament.test`;
  const account = { email, role: "MEMBER", firstName: name, lastName: "Winter" };
  const body = { ...account, password };
  const { id } = (await it.api.call("POST", "/api/admin/registration", { token, body })).body;
  return { id: Number(id), email, password };
}

test("a PIN leads from its table to its page, whose history says who changed it, from what and why", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, `table-pins?query=${pin}`);
  await page.getByRole("link", { name: pin }).click();
  await see(pageHeading(page, `PIN ${pin}`)).toBeVisible();
  const deactivated = history(page).filter({ hasText: "Lost by the carrier" });
  await see(deactivated).toContainText("Registered →");
  await see(deactivated).toContainText(`IT Admin ${adminEmail}`);
  await see(history(page).filter({ hasText: "PINs imported" })).toHaveCount(1);
  await see(history(page).filter({ hasText: "Reported stolen" })).toHaveCount(0);
  await deactivated.getByRole("link", { name: "In the log: PIN deactivated" }).click();
  await see(bodyRows(log(page)).filter({ hasText: "Lost by the carrier" })).toHaveCount(1);
  await see(page.getByRole("list", { name: "Search and filters" })).toContainText("One request");
});

test("the Pins table leads to what changed, which says who changed a PIN's status from what, also as a file", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, "table-pins");
  await openMore(page);
  await page.getByRole("link", { name: "What changed…" }).click();
  await see(pageHeading(page, "What changed")).toBeVisible();
  await see(changes(page).first()).toContainText("4 PINs added");
  await visitChanges(page);
  const row = changes(page).filter({ hasText: pin });
  await see(row).toContainText("Status: Registered →");
  await see(row).toContainText(`IT Admin ${adminEmail}`);
  await see(changes(page)).toHaveCount(2);
  const { name, text } = await downloadBy(page, page.getByRole("button", { name: "Export CSV" }));
  expect(name).toMatch(/^Pins changes _ .+ _ .+\.csv$/);
  const line = (await parseCsv(text)).find((cells) => cells.includes(pin) && cells[1] === "Status");
  expect(line).toEqual(expect.arrayContaining([pin, "Registered", "Deactivated", adminEmail]));
});

const phone = visitorOfEachTest(it, "phone");
const fits = async () =>
  expect(
    await phone.page.evaluate<boolean>("document.documentElement.scrollWidth <= window.innerWidth"),
  ).toBe(true);

test("the page of a PIN, what changed and the log with every column fit a phone", async () => {
  const { page } = phone;
  await visitBackOffice(page, it.url, `pin/${pin}`);
  await see(history(page).first()).toBeVisible();
  await fits();
  await visitChanges(page);
  await see(changes(page).first()).toBeVisible();
  await fits();
  await visitBackOffice(page, it.url, "log");
  await page.getByRole("button", { name: "Filters" }).tap();
  await page.getByRole("button", { name: "Columns" }).tap();
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.keyboard.press("Escape");
  await see(page.getByRole("combobox", { name: "Done by" })).toBeVisible();
  await see(log(page).getByText("Lost by the carrier")).toBeVisible();
  await fits();
});

test("an account created without a password gets a mail, sets its password, and signs in as Customer support", async () => {
  const { page } = visitor;
  const invited = { email: "ivy.invited@ornament.test", password: "Ivy-Berry-26" };
  await visitBackOffice(page, it.url, "table-admins");
  await page.getByRole("link", { name: "Add new profile" }).click();
  await see(pageHeading(page, "Create new Account")).toBeVisible();
  await see(page.getByText("The account is activated automatically after creation.")).toBeVisible();
  await field(page, "Email").fill(invited.email);
  await field(page, "First name").fill("Ivy");
  await page.getByRole("button", { name: "Create account" }).click();
  await see(page.getByText("Account successfully created.")).toBeVisible();
  await see(field(page, "Email")).toHaveValue("");
  await see(field(page, "First name")).toHaveValue("");

  await other.page.goto(linkOf(await mailTo(it.url, invited.email, /back office account/)));
  await see(pageHeading(other.page, "Reset password")).toBeVisible();
  await field(other.page, "Password").fill(invited.password);
  await field(other.page, "Confirm Password").fill(invited.password);
  await other.page.getByRole("button", { name: "Save Password" }).click();
  await see(pageHeading(other.page, "Sign in")).toBeVisible();
  await see(other.page.getByRole("status").filter({ hasText: /password/i })).toBeVisible();
  await signInAsAdmin(other.page, it.url, invited.email, invited.password);
  await see(other.page.getByRole("button", { name: "Your account, Ivy" })).toHaveText("I");
});

test("the link in the mail for a forgotten password sets a new password", async () => {
  const { page } = other;
  const { email } = await newAccount("Fern");
  const changed = "Rowan-Tree-27";

  const link = await step("the mail is requested", async () => {
    await page.goto(`${it.url}/admin/login`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await field(page, "Email").fill(email.toUpperCase());
    await page.getByRole("button", { name: "Send Email" }).click();
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await see(page.getByRole("status").filter({ hasText: "If there is an account" })).toBeVisible();
    return linkOf(await mailTo(it.url, email, /Set a new password/));
  });
  await step("the link sets a new password", async () => {
    await page.goto(link);
    await field(page, "Password").fill(changed);
    await field(page, "Confirm Password").fill(changed);
    await page.getByRole("button", { name: "Save Password" }).click();
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await trySignInAsAdmin(page, it.url, email, password);
    await see(field(page, "Email")).toHaveAccessibleDescription("Incorrect email or password.");
    await signInAsAdmin(page, it.url, email, changed);
    await expect(mailTo(it.url, email, /password was changed/)).resolves.toBeDefined();
  });
});
