import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { newParent } from "@ornament/testing/people/parents";
import { bodyRows, goTo, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Request } from "playwright";

const pin = demoPin(1);

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk", ({ page }) => visitBackOffice(page, it.url, "table-pins"));
let parentId: number;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(40));
  parentId = (await newParent(it.api, it.url, "casey.parent@example.com")).id;
});

const note = () => visitor.page.getByRole("status").filter({ hasText: "Saved, list is updating" });

/**
 * Between `begin` and `end`, reads of a path get their earlier answers, marked as stale. `reads` are the
 * requests of that time.
 */
async function fallBehind(path: string) {
  const oldAnswers = new Map<string, { body: string; headers: Record<string, string> }>();
  const reads: Request[] = [];
  const pattern = `**${path}*`;
  let behind = false;
  await visitor.page.route(pattern, async (route) => {
    const url = route.request().url();
    const old = oldAnswers.get(url);
    if (behind) reads.push(route.request());
    if (behind && old)
      return route.fulfill({ body: old.body, headers: { ...old.headers, "x-stale": "true" } });
    const answer = await route.fetch();
    oldAnswers.set(url, { body: await answer.text(), headers: answer.headers() });
    return route.fulfill({ response: answer });
  });
  return {
    reads,
    begin() {
      behind = true;
    },
    end: () => visitor.page.unroute(pattern),
  };
}

test("after a PIN is deactivated, a table that lags behind says so, reloads, and shows it", async () => {
  const { page } = visitor;
  const list = await fallBehind("/api/admin/table/pins");
  await page.reload();
  await see(page.getByRole("button", { name: `Deactivate ${pin}` })).toBeVisible();
  await see(note()).toHaveCount(0);
  list.begin();
  await page.getByRole("button", { name: `Deactivate ${pin}` }).click();
  await page.getByRole("dialog").getByLabel("Comment").fill("Behind");
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await see(note()).toBeVisible();
  await see.poll(() => list.reads.length).toBeGreaterThan(1);
  for (const read of list.reads) expect(await read.headerValue("x-read-after")).toMatch(/^\d+/);
  await list.end();
  await see(note()).toHaveCount(0);
  await see(page.getByRole("button", { name: `Activate ${pin}` })).toBeVisible();
});

test("a new account is missing from the table until the table has caught up", async () => {
  const { page } = visitor;
  const table = page.getByRole("table", { name: "Admins Table" });
  const list = await fallBehind("/api/admin/admins");
  await goTo(page, "Admins");
  await see(bodyRows(table)).toHaveCount(1);
  list.begin();
  await page.getByRole("link", { name: "Add new profile" }).click();
  await page.getByLabel("Email").fill("late@ornament.test");
  await page.getByRole("button", { name: "Create account" }).click();
  await see(page.getByText("Account successfully created.")).toBeVisible();
  await page.getByRole("link", { name: "Back to admins" }).click();
  await see(note()).toBeVisible();
  await see(bodyRows(table)).toHaveCount(1);
  await list.end();
  await see(bodyRows(table)).toHaveCount(2);
  await see(note()).toHaveCount(0);
});

test("a consumer's profile that lags behind says so, and shows in the end what was saved", async () => {
  const { page } = visitor;
  const profile = await fallBehind("/api/admin/user-profile/");
  await page.goto(`${it.url}/admin/user-profile/${parentId}`);
  await see(pageHeading(page, "casey.parent@example.com")).toBeVisible();
  const marketing = page.getByLabel("Receive marketing emails");
  await see(marketing).not.toBeChecked();
  profile.begin();
  await marketing.check();
  await see(note()).toBeVisible();
  await profile.end();
  await see(note()).toHaveCount(0);
  await see(marketing).toBeChecked();
});
