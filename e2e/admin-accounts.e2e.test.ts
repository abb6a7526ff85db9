import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright";
import {
  bodyRows,
  goTo,
  linkOf,
  pageHeading,
  signInAsAdmin,
  signOutAsAdmin,
  trySignInAsAdmin,
} from "./product/back-office.ts";
import { newVisitor, stopClock, type Visitor } from "./product/browser.ts";
import { mailTo } from "./product/parents.ts";
import { adminEmail } from "./product/running-product.ts";
import { see } from "./product/see.ts";
import { visitedProduct } from "./product/visited-product.ts";

/** Admin accounts from the invitation to the deletion, as an IT Admin, as Customer support and signed out. */
const invited = { email: "ivy.invited@ornament.test", password: "Ivy-Berry-26" };
const support = { email: "holly.support@ornament.test", password: "Holly-Bush-26" };

const it = visitedProduct();
let admin: Visitor;
let other: Visitor;

beforeAll(async () => {
  admin = await newVisitor(it.browser, "desk");
  other = await newVisitor(it.browser, "desk");
  await signInAsAdmin(admin.page, it.url);
});

afterEach(() => {
  expect([...admin.troubles, ...other.troubles]).toEqual([]);
});

const table = () => admin.page.getByRole("table", { name: "Admins Table" });
const rowOf = (email: string) => bodyRows(table()).filter({ hasText: email });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const errorsIn = (page: Page) => page.getByRole("heading", { name: /^Please check \d things$/ });

async function openProfileOf(email: string) {
  await goTo(admin.page, "Admins");
  await admin.page.getByRole("link", { name: `View profile of ${email}` }).click();
  await see(field(admin.page, "Email")).toHaveValue(email);
}

async function fillPasswords(page: Page, password: string, confirmation: string) {
  await field(page, "New Password").fill(password);
  await field(page, "Confirm Password").fill(confirmation);
}

describe("creating an account", () => {
  test("without a password: the account is invited by mail, sets one, and signs in as Customer support", async () => {
    const { page } = admin;
    await goTo(page, "Admins");
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

  test("with a password: says everything that is wrong, then that it was created, for 5 seconds", async () => {
    const { page } = admin;
    // The message on leaving the address moves the box down; the press meets it all the same.
    await field(page, "Email").fill("holly@nowhere");
    await page.getByLabel("Custom password field").click();
    await see(page.getByLabel("Custom password field")).toBeChecked();
    await see(field(page, "Email")).toHaveAccessibleDescription("Invalid email address");
    await field(page, "Email").fill("");
    await fillPasswords(page, "abc", "");
    await page.getByRole("button", { name: "Create account" }).click();
    await see(errorsIn(page)).toHaveText("Please check 3 things");
    await see(field(page, "Email")).toHaveAccessibleDescription(/Required/);
    await see(field(page, "New Password")).toHaveAccessibleDescription(
      /Password must include 8 characters, upper-case, number/,
    );
    await see(field(page, "Confirm Password")).toHaveAccessibleDescription("Required");

    await field(page, "Email").fill("holly@nowhere");
    await fillPasswords(page, support.password, "Holly-Bush-27");
    await page.getByRole("button", { name: "Create account" }).click();
    await see(field(page, "Email")).toHaveAccessibleDescription("Invalid email address");
    await see(field(page, "Confirm Password")).toHaveAccessibleDescription("Password mismatch");

    await field(page, "Email").fill(support.email);
    await field(page, "Last name").fill("Holly");
    await field(page, "Confirm Password").fill(support.password);
    await stopClock(page);
    await page.getByRole("button", { name: "Create account" }).click();
    const created = page.getByText("Account successfully created.");
    await see(created).toBeVisible();
    await page.clock.runFor(4_999);
    await see(created).toBeVisible();
    await page.clock.runFor(1);
    await see(created).toBeHidden();
    await page.clock.resume();
    await see(field(page, "New Password")).toBeHidden();
  });

  test("with an address that is taken: said under the header and at the field", async () => {
    const { page } = admin;
    await field(page, "Email").fill(` ${support.email.toUpperCase()} `);
    await page.getByRole("button", { name: "Create account" }).click();
    const taken = "An account with this email already exists.";
    await see(page.getByRole("status").filter({ hasText: taken })).toBeVisible();
    await see(field(page, "Email")).toHaveAccessibleDescription(taken);
    await see(field(page, "Email")).toBeFocused();
    await goTo(page, "Admins");
    await see(bodyRows(table())).toHaveCount(3);
    await see(rowOf(support.email)).toContainText(/Customer support.*Holly.*Active/);
  });
});

describe("editing an account", () => {
  test("names and role change, and are so in the table", async () => {
    const { page } = admin;
    await openProfileOf(invited.email);
    await see(pageHeading(page, "Ivy")).toBeVisible();
    await field(page, "Last name").fill("Invited");
    await page.getByLabel("System role").selectOption("IT Admin");
    await page.getByRole("button", { name: "Update" }).click();
    await see(page.getByText("Account successfully updated.")).toBeVisible();
    await see(pageHeading(page, "Ivy Invited")).toBeVisible();
    await page.getByRole("link", { name: "Back to admins" }).click();
    await see(rowOf(invited.email)).toContainText(/IT Admin.*Ivy.*Invited/);
  });

  test("the other one is signed out by the change of role, and has the IT Admin's entries after signing in", async () => {
    const { page } = other;
    await goTo(page, "Consumers");
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await see(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
    await signInAsAdmin(page, it.url, invited.email, invited.password);
    await see(page.getByRole("link", { name: "Settings" })).toBeVisible();
  });

  test("a password is checked only once both fields are filled, and then signs in", async () => {
    const { page } = admin;
    await openProfileOf(support.email);
    await field(page, "New Password").fill("short");
    await page.getByRole("button", { name: "Update" }).click();
    await see(page.getByText("The password stays as it was")).toBeVisible();

    await fillPasswords(page, "Holly-Bush-27", "Holly-Bush-28");
    await page.getByRole("button", { name: "Update" }).click();
    await see(field(page, "Confirm Password")).toHaveAccessibleDescription("Password mismatch");
    await field(page, "Confirm Password").fill("Holly-Bush-27");
    await page.getByRole("button", { name: "Update" }).click();
    await see(page.getByText("Account successfully updated.")).toBeVisible();
    support.password = "Holly-Bush-27";
    await signOutAsAdmin(other.page);
    await signInAsAdmin(other.page, it.url, support.email, support.password);
  });

  test("what came of it is in sight, however far down the button is", async () => {
    const { page } = admin;
    await openProfileOf(support.email);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByRole("button", { name: "Update" }).click();
    await see(page.getByText("Account successfully updated.")).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test("an address that is taken marks the email", async () => {
    const { page } = admin;
    await openProfileOf(support.email);
    await field(page, "Email").fill(invited.email);
    await page.getByRole("button", { name: "Update" }).click();
    await see(field(page, "Email")).toHaveAccessibleDescription("An account with this email already exists.");
  });

  test("one's own account: the email stays, nothing deletes it, and the last IT Admin stays one", async () => {
    const { page } = admin;
    await openProfileOf(invited.email);
    await page.getByLabel("System role").selectOption("Customer support");
    await page.getByRole("button", { name: "Update" }).click();
    await see(page.getByText("Account successfully updated.")).toBeVisible();

    await openProfileOf(adminEmail);
    await see(field(page, "Email")).not.toBeEditable();
    await see(page.getByRole("button", { name: "Delete account" })).toHaveCount(0);
    await page.getByLabel("System role").selectOption("Customer support");
    await page.getByRole("button", { name: "Update" }).click();
    await see(page.getByText("This is the last IT Admin. Make somebody else IT Admin first.")).toBeVisible();
    await see(page.getByRole("link", { name: "Settings" })).toBeVisible();
  });
});

describe("deleting an account", () => {
  test("asks first, and Cancel keeps it", async () => {
    const { page } = admin;
    await openProfileOf(invited.email);
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Are you sure you want to delete your account?" });
    await see(dialog).toContainText(`Ivy Invited (${invited.email})`);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await see(dialog).toBeHidden();
    await see(page.getByRole("button", { name: "Delete account" })).toBeFocused();
  });

  test("confirmed: the account is gone from the list and can't sign in", async () => {
    const { page } = admin;
    await page.getByRole("button", { name: "Delete account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
    await see(pageHeading(page, "Admins Table")).toBeVisible();
    await see(page.getByText(`The account ${invited.email} was deleted.`)).toBeVisible();
    await see(bodyRows(table())).toHaveCount(2);
    await see(rowOf(invited.email)).toHaveCount(0);
    const guest = await newVisitor(it.browser, "phone");
    await trySignInAsAdmin(guest.page, it.url, invited.email, invited.password);
    await see(field(guest.page, "Email")).toHaveAccessibleDescription("Incorrect email or password.");
    await guest.context.close();
  });
});

describe("Customer support", () => {
  test("has neither Admins nor Settings in the menu", async () => {
    const entries = other.page.getByRole("navigation", { name: "Back office" }).getByRole("link");
    await see(entries).toHaveText(["Consumers", "Pins", "System action Log"]);
  });

  test.each(["table-admins", "registration", "controls", "admin-profile/1"])(
    "is sent from %s to the pins table",
    async (path) => {
      await other.page.goto(`${it.url}/admin/${path}`);
      await see(other.page).toHaveURL(`${it.url}/admin/table-pins`);
      await see(pageHeading(other.page, "Pins Table")).toBeVisible();
    },
  );
});

describe("the own profile", () => {
  const update = () => other.page.getByRole("button", { name: "Update" });

  test("updates once a name has changed, and the avatar with it", async () => {
    const { page } = other;
    await page.getByRole("button", { name: /^Your account, / }).click();
    await page.getByRole("link", { name: "Edit profile" }).click();
    await see(update()).toBeDisabled();
    await see(field(page, "Email")).toBeDisabled();
    await field(page, "First name").fill("Rowan");
    await update().click();
    await see(page.getByText("Account successfully updated.")).toBeVisible();
    await see(update()).toBeDisabled();
    await see(page.getByRole("button", { name: "Your account, Rowan Holly" })).toHaveText("R");
  });

  test("a password must have 8 characters, hold to the rule and be repeated", async () => {
    const { page } = other;
    await field(page, "Password").fill("Seven-7");
    await update().click();
    await see(field(page, "Password")).toHaveAccessibleDescription(/Must be more than 8 characters/);
    await field(page, "Password").fill("eight-chars");
    await update().click();
    await see(field(page, "Password")).toHaveAccessibleDescription(
      /Password must include upper-case, number/,
    );
    await field(page, "Password").fill("Rowan-26");
    await field(page, "Password confirmation").fill("Rowan-27");
    await update().click();
    await see(field(page, "Password confirmation")).toHaveAccessibleDescription("Password mismatch");
    await field(page, "Password confirmation").fill("Rowan-26");
    await update().click();
    await see(page.getByText("Account successfully updated.")).toBeVisible();
    support.password = "Rowan-26";
    await goTo(page, "Consumers");
    await see(pageHeading(page, "Users Table")).toBeVisible();
    await signOutAsAdmin(page);
    await signInAsAdmin(page, it.url, support.email, support.password);
  });
});

describe("a forgotten password", () => {
  let link: string;

  test("is asked about by mail", async () => {
    const { page } = other;
    await signOutAsAdmin(page);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("button", { name: "Send Email" }).click();
    await see(field(page, "Email")).toHaveAccessibleDescription("Required");
    await field(page, "Email").fill(support.email.toUpperCase());
    await page.getByRole("button", { name: "Send Email" }).click();
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await see(page.getByRole("status").filter({ hasText: /\w/ })).toBeVisible();
    link = linkOf(await mailTo(it.url, support.email, /Set a new password/));
  });

  test("the link sets a new one that keeps the rule", async () => {
    const { page } = other;
    await page.goto(link);
    await field(page, "Password").fill("new");
    await field(page, "Confirm Password").fill("other");
    await page.getByRole("button", { name: "Save Password" }).click();
    await see(errorsIn(page)).toHaveText("Please check 2 things");
    await see(field(page, "Confirm Password")).toHaveAccessibleDescription("Password mismatch");
    await field(page, "Password").fill("Rowan-Tree-27");
    await field(page, "Confirm Password").fill("Rowan-Tree-27");
    await page.getByRole("button", { name: "Save Password" }).click();
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await trySignInAsAdmin(page, it.url, support.email, support.password);
    await see(field(page, "Email")).toHaveAccessibleDescription("Incorrect email or password.");
    await signInAsAdmin(page, it.url, support.email, "Rowan-Tree-27");
    await expect(mailTo(it.url, support.email, /password was changed/)).resolves.toBeDefined();
  });

  test("the link works once", async () => {
    const { page } = other;
    await signOutAsAdmin(page);
    await page.goto(link);
    await field(page, "Password").fill("Rowan-Tree-28");
    await field(page, "Confirm Password").fill("Rowan-Tree-28");
    await page.getByRole("button", { name: "Save Password" }).click();
    await see(
      page.getByText("This link has expired or was already used. Please ask for a new one."),
    ).toBeVisible();
    await page.getByRole("link", { name: "Back to login" }).click();
    await signInAsAdmin(page, it.url, support.email, "Rowan-Tree-27");
  });
});

test("all of it stands in the System action log, without the address that was deleted", async () => {
  const { page } = admin;
  await goTo(page, "System action Log");
  await see(pageHeading(page, "System action log")).toBeVisible();
  const log = bodyRows(page.getByRole("table", { name: "System action log" }));
  for (const [action, value] of [
    ["Admin account created", support.email],
    ["Admin role changed", "(erased), IT Admin"],
    ["Admin account deleted", "(erased)"],
    ["Admin password reset", ""],
  ] as const) {
    await page.getByRole("searchbox", { name: "Search" }).fill(action);
    await see(log.filter({ hasNotText: action })).toHaveCount(0);
    await see(log.filter({ hasText: value }).first()).toBeVisible();
  }
});
