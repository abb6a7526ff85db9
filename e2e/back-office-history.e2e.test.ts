import { beforeAll, describe, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import {
  bodyRows,
  goTo,
  openMore,
  pageHeading,
  trySignInAsAdmin,
  visitBackOffice,
} from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** The browser's history and links in the back office. */

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk", ({ page }) => visitBackOffice(page, it.url, "table-pins"));
/** A browser in which each test begins signed out. */
const other = visitorOfEachTest(it, "desk", ({ context }) => context.clearCookies());
const password = "Holly-Bush-26";
let token: string;

beforeAll(async () => {
  token = await it.api.signInAdmin();
  await it.api.importPins(token, pinFile(100));
});

const table = () => visitor.page.getByRole("table", { name: "Pins Table" });
const search = () => visitor.page.getByRole("searchbox", { name: "Search" });
const range = (text: string) => see(visitor.page.getByText(text, { exact: true })).toBeVisible();
const toPage = (number: number) =>
  visitor.page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("button", { name: `Page ${number}`, exact: true })
    .click();

describe("Back in a table", () => {
  test("Back leads through the pages, and from the first to the page before the table", async () => {
    const { page } = visitor;
    await range("Showing 1 to 10 of 100 entries");
    await goTo(page, "System action Log");
    await see(pageHeading(page, "System action log")).toBeVisible();
    await goTo(page, "Pins");
    await range("Showing 1 to 10 of 100 entries");
    await toPage(2);
    await range("Showing 11 to 20 of 100 entries");
    await toPage(3);
    await range("Showing 21 to 30 of 100 entries");
    await page.goBack();
    await range("Showing 11 to 20 of 100 entries");
    await page.goBack();
    await range("Showing 1 to 10 of 100 entries");
    await page.goBack();
    await see(pageHeading(page, "System action log")).toBeVisible();
    await page.goForward();
    await range("Showing 1 to 10 of 100 entries");
  });

  test("Back from a page of another kind scrolls to the row that was in view", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, "table-pins?limit=100");
    await range("Showing 1 to 100 of 100 entries");
    await page.evaluate("scrollTo(0, 1500)");
    await page.goto(`${it.url}/robots.txt`);
    await page.goBack();
    await range("Showing 1 to 100 of 100 entries");
    await see.poll(() => page.evaluate("scrollY")).toBe(1500);
  });

  test("a search and a filter are one step of the history each, and a third press on a header restores the default order", async () => {
    const { page } = visitor;
    await range("Showing 1 to 10 of 100 entries");
    await search().pressSequentially(demoPin(7));
    await range("Showing 1 to 1 of 1 entries");
    await page.getByLabel("Filter", { exact: true }).selectOption("blocked");
    await see(table()).toContainText("Nothing here matches your search.");
    await page.goBack();
    await range("Showing 1 to 1 of 1 entries");
    await see(page).toHaveTitle(new RegExp(`^${demoPin(7)} – `));
    await page.goBack();
    await range("Showing 1 to 10 of 100 entries");
    await see(search()).toHaveValue("");
    const header = table().getByRole("columnheader", { name: "PIN", exact: true });
    const sort = header.getByRole("button");
    await sort.click();
    await see(header).toHaveAttribute("aria-sort", "ascending");
    await sort.click();
    await see(header).toHaveAttribute("aria-sort", "descending");
    await sort.click();
    await see(header).not.toHaveAttribute("aria-sort", /ascending|descending/);
    await see(page).toHaveURL(`${it.url}/admin/table-pins`);
  });

  test("Back from a page beyond the last doesn't return to it", async () => {
    const { page } = visitor;
    await range("Showing 1 to 10 of 100 entries");
    await page.goto(`${it.url}/admin/table-pins?page=5000`);
    await range("Showing 91 to 100 of 100 entries");
    await page.goBack();
    await range("Showing 1 to 10 of 100 entries");
  });
});

describe("a link to a page", () => {
  const newAccount = async (name: string) => {
    const email = `${name}.links@ornament.test`;
    const { position } = await it.api.call("POST", "/api/admin/registration", {
      token,
      body: { email, password, role: "ADMIN", firstName: name, lastName: "" },
    });
    const { body } = await it.api.call("GET", `/api/admin/admins?query=${encodeURIComponent(email)}`, {
      token,
      readAfter: position,
    });
    return { id: body.rows[0].id as number, email };
  };

  test("a link with a search and a page survives the sign-in", async () => {
    const { page } = other;
    const { email } = await newAccount("vera");
    const address = `${it.url}/admin/table-pins?page=2&query=WNTR-0`;
    await page.goto(address);
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await trySignInHere(email);
    await see(page).toHaveURL(address);
    await see(bodyRows(page.getByRole("table", { name: "Pins Table" })).first()).toContainText(demoPin(11));
  });

  test("an IT Admin who became Customer support and returns to Settings is told why the Pins table opens", async () => {
    const { page } = other;
    const { id, email } = await newAccount("dana");
    await trySignInAsAdmin(page, it.url, email, password);
    await see(pageHeading(page, "Pins Table")).toBeVisible();
    await goTo(page, "Settings");
    await see(pageHeading(page, "Settings")).toBeVisible();
    await it.api.call("PUT", "/api/admin/update-profile", { token, body: { id, role: "MEMBER" } });
    await page.reload();
    await see(pageHeading(page, "Sign in")).toBeVisible();
    await trySignInHere(email);
    await see(pageHeading(page, "Pins Table")).toBeVisible();
    await see(page.getByText("Only IT Admins and Auditors can open “Settings”.")).toBeVisible();
  });

  /** Signs in on the page that is open. */
  async function trySignInHere(email: string) {
    await other.page.getByLabel("Email").fill(email);
    await other.page.getByLabel("Password", { exact: true }).fill(password);
    await other.page.getByRole("button", { name: "Sign in" }).click();
  }
});

describe("dates in a link", () => {
  test("impossible dates show a message in place of rows, and nothing is exported", async () => {
    const { page } = visitor;
    await page.goto(`${it.url}/admin/table-users?startDate=12/02/2026&endDate=12/01/2026`);
    await see(page.getByText("No rows are shown. From cannot be later than To.")).toBeVisible();
    await openMore(page);
    await page.getByRole("button", { name: "Export CSV" }).click();
    await see(page.getByText("Nothing was exported. From cannot be later than To.")).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await see(page).toHaveURL(`${it.url}/admin/table-users`);
  });
});
