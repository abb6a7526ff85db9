import { beforeAll, describe, expect, test } from "@jest/globals";
import { mailTo } from "@ornament/testing/people/parents";
import {
  bodyRows,
  goTo,
  linkOf,
  pageHeading,
  signInAsAdmin,
  signOutAsAdmin,
  trySignInAsAdmin,
  visitBackOffice,
} from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Page } from "playwright";

/** Admin accounts from the invitation to the deletion, as an IT Admin, as Customer support and signed out. */
const password = "Holly-Bush-26";

const it = visitedProduct();
const admin = visitorOfEachTest(it, "desk");
/** Another person's browser, in which each test begins signed out. */
const other = visitorOfEachTest(it, "desk", ({ context }) => context.clearCookies());
let token: string;

beforeAll(async () => {
  token = await it.api.signInAdmin();
});

interface Account {
  id: number;
  email: string;
  password: string;
}

/** An account of Customer support, as the list shows it. */
async function newAccount(name: string): Promise<Account> {
  const email = `${name.toLowerCase()}.support@ornament.test`;
  const { position } = await it.api.call("POST", "/api/admin/registration", {
    token,
    body: { email, password, role: "MEMBER", firstName: name, lastName: "Winter" },
  });
  return { id: (await idsOf(email, position))[0] ?? 0, email, password };
}

async function idsOf(query: string, readAfter: string | null): Promise<number[]> {
  const { body } = await it.api.call(
    "GET",
    `/api/admin/admins?page=1&limit=100&query=${encodeURIComponent(query)}`,
    { token, readAfter },
  );
  return body.rows.map(({ id }: { id: number }) => id);
}

const changeRole = (account: Account, role: "ADMIN" | "MEMBER") =>
  it.api.call("PUT", "/api/admin/update-profile", {
    token,
    body: { id: account.id, email: account.email, firstName: "Rita", lastName: "Winter", role },
  });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const visit = (screen: string) => visitBackOffice(admin.page, it.url, screen);
const visitAs = (account: Account, screen: string) => visitBackOffice(other.page, it.url, screen, account);

describe("creating an account", () => {
  test("an account created without a password gets a mail, sets its password, and signs in as Customer support", async () => {
    const { page } = admin;
    const invited = { email: "ivy.invited@ornament.test", password: "Ivy-Berry-26" };
    await visit("table-admins");
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
});

describe("editing an account", () => {
  test("an admin whose role was changed is signed out; a new sign-in returns to the same page, with the menu of an IT Admin", async () => {
    const { page } = other;
    const account = await newAccount("Rita");
    await visitAs(account, "table-pins");
    await changeRole(account, "ADMIN");
    await goTo(page, "Consumers");
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await see(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
    await trySignInAsAdmin(page, it.url, account.email, account.password);
    await see(pageHeading(page, "Users Table")).toBeVisible();
    await see(page.getByRole("link", { name: "Settings" })).toBeVisible();
  });
});

test("the link in the mail for a forgotten password sets a new password that meets the rule, and works once", async () => {
  const { page } = other;
  const { email } = await newAccount("Fern");
  const changed = "Rowan-Tree-27";

  const link = await step("the mail is requested", async () => {
    await page.goto(`${it.url}/admin/login`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("button", { name: "Send Email" }).click();
    await see(field(page, "Email")).toHaveAccessibleDescription("Required");
    await field(page, "Email").fill(email.toUpperCase());
    await page.getByRole("button", { name: "Send Email" }).click();
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await see(page.getByRole("status").filter({ hasText: "If there is an account" })).toBeVisible();
    return linkOf(await mailTo(it.url, email, /Set a new password/));
  });
  await step("the link sets a new password that meets the rule", async () => {
    await page.goto(link);
    await field(page, "Password").fill("new");
    await field(page, "Confirm Password").fill("other");
    await page.getByRole("button", { name: "Save Password" }).click();
    await see(field(page, "Confirm Password")).toHaveAccessibleDescription("Password mismatch");
    await field(page, "Password").fill(changed);
    await field(page, "Confirm Password").fill(changed);
    await page.getByRole("button", { name: "Save Password" }).click();
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await trySignInAsAdmin(page, it.url, email, password);
    await see(field(page, "Email")).toHaveAccessibleDescription("Incorrect email or password.");
    await signInAsAdmin(page, it.url, email, changed);
    await expect(mailTo(it.url, email, /password was changed/)).resolves.toBeDefined();
  });
  await step("the link works once", async () => {
    await signOutAsAdmin(page);
    await page.goto(link);
    await field(page, "Password").fill("Rowan-Tree-28");
    await field(page, "Confirm Password").fill("Rowan-Tree-28");
    await page.getByRole("button", { name: "Save Password" }).click();
    await see(
      page.getByText("This link has expired or was already used. Please ask for a new one."),
    ).toBeVisible();
    await page.getByRole("link", { name: "Back to login" }).click();
    await signInAsAdmin(page, it.url, email, changed);
  });
  await step("the System action log shows the password reset", async () => {
    await visit("log?query=Admin%20password%20reset");
    await see(logRows().filter({ hasText: "Admin password reset" }).first()).toBeVisible();
  });
});

const logRows = () => bodyRows(admin.page.getByRole("table", { name: "System action log" }));
