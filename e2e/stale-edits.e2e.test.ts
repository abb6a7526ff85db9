import { beforeAll, test } from "@jest/globals";
import { adminEmail } from "@ornament/testing/product/running-product";
import { pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";
import type { Page } from "playwright";

/** Two IT Admins, each in their own browser, edit the same account. */
const it = visitedProduct();
const ann = visitorOfEachTest(it, "desk");
const bob = visitorOfEachTest(it, "desk");
const bobsAccount = { email: "bob@ornament.test", password: "Holly-Bush-26" };
let token: string;

beforeAll(async () => {
  token = await it.api.signInAdmin();
  await newAccount(bobsAccount.email, "Bob");
});

/** The id of a new IT Admin, and the position from which it can be read. */
async function newAccount(email: string, firstName: string) {
  const { body, position } = await it.api.call("POST", "/api/admin/registration", {
    token,
    body: { email, password: bobsAccount.password, firstName, lastName: "Ray", role: "ADMIN" },
  });
  return { id: Number(body.id), position };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const role = (page: Page) => field(page, "System role");
const update = (page: Page) => page.getByRole("button", { name: "Update" });
const saved = (page: Page) => page.getByText("Account successfully updated.");

test("a demoted admin stays demoted when another IT Admin saves a last name on a page that was opened before", async () => {
  const cleo = "cleo@ornament.test";
  const { id, position } = await newAccount(cleo, "Cleo");
  await it.api.call("GET", `/api/admin/profile/${id}`, { token, readAfter: position });
  await visitBackOffice(ann.page, it.url, `admin-profile/${id}`);
  await visitBackOffice(bob.page, it.url, `admin-profile/${id}`, bobsAccount);
  for (const { page } of [ann, bob]) await see(field(page, "Email")).toHaveValue(cleo);

  await step("Bob types a last name, and Ann takes the role away", async () => {
    await field(bob.page, "Last name").fill("Lee");
    await role(ann.page).selectOption("Customer support");
    await update(ann.page).click();
    await see(saved(ann.page)).toBeVisible();
  });
  await step("Bob's save is refused, says what Ann changed, and keeps what Bob typed", async () => {
    await update(bob.page).click();
    await see(bob.page.getByText(`${adminEmail} changed this after you opened it.`)).toBeVisible();
    await see(bob.page.getByText(`System role: Customer support, changed by ${adminEmail}`)).toBeInViewport();
    await see(role(bob.page)).toHaveValue("MEMBER");
    await see(field(bob.page, "Last name")).toHaveValue("Lee");
  });
  await step("Bob's second press saves the name and does not give the role back", async () => {
    await update(bob.page).click();
    await see(saved(bob.page)).toBeVisible();
    await see(pageHeading(bob.page, "Cleo Lee")).toBeVisible();
    await see(role(bob.page)).toHaveValue("MEMBER");
    await visitBackOffice(ann.page, it.url, `admin-profile/${id}`);
    await see(field(ann.page, "Last name")).toHaveValue("Lee");
    await see(role(ann.page)).toHaveValue("MEMBER");
  });
});
