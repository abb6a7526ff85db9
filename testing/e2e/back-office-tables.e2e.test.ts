import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { bodyRows, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { translate } from "@ornament/testing/screens/translated";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Locator, Page, Request } from "playwright";

/** Tables of the back office: the keyboard, the browser's history, the search box, reads that lag, copying, and translation. */

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk", ({ page }) => visitBackOffice(page, it.url, "table-pins"));
const owner = "holly.owner@example.com";
const owned = demoPin(3);

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile());
  await addOrnaments(it.api, await newParent(it.api, it.url, owner), [
    { pin: demoPin(2), name: "Garland" },
    { pin: owned, name: "Fir tree" },
  ]);
});

const table = () => visitor.page.getByRole("table", { name: "Pins Table" });
const pager = () => visitor.page.getByRole("navigation", { name: "Pages" });
const search = () => visitor.page.getByRole("searchbox", { name: "Search" });
const fields = () => visitor.page.getByLabel("Fields");
const sortBy = (header: string) => table().getByRole("button", { name: header, exact: true });
const header = (name: string) => table().getByRole("columnheader", { name, exact: true });
const rangeLine = (text: string) => visitor.page.getByText(text, { exact: true });
const page = (number: number) => pager().getByRole("button", { name: `Page ${number}`, exact: true });
const groupedNumber = (count: number) => count.toLocaleString("en-US");

const sees = (from: number, to: number, count: number) =>
  see(rangeLine(`Showing ${from} to ${groupedNumber(to)} of ${groupedNumber(count)} entries`)).toBeVisible();

test("a table can be searched, sorted, paged and used with the keyboard alone", async () => {
  const { keyboard } = visitor.page;
  const focused = () => visitor.page.locator(":focus");
  await sees(1, 10, 1000);
  await keyboard.press("Tab");
  await see(focused()).toHaveText("Skip to content");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await see(search()).toBeFocused();
  await keyboard.press("Tab");
  await see(fields()).toBeFocused();
  await keyboard.press("Tab");
  await see(visitor.page.getByLabel("Filter", { exact: true })).toBeFocused();
  await keyboard.press("Tab");
  await see(visitor.page.getByLabel("Batch", { exact: true })).toBeFocused();
  await keyboard.press("Tab");
  await see(focused()).toHaveText("More");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await see(focused()).toHaveText("What changed…");
  await keyboard.press("Tab");
  await see(focused()).toHaveText("As it stood at…");
  await keyboard.press("Escape");
  await see(focused()).toHaveText("More");
  for (const before of ["Batch", "Filter", "Fields"]) {
    await keyboard.press("Shift+Tab");
    await see(visitor.page.getByLabel(before, { exact: true })).toBeFocused();
  }
  await keyboard.press("Shift+Tab");
  await keyboard.type("WNTR-2");
  await keyboard.press("Enter");
  await sees(1, 10, 100);
  await tabTo(sortBy("PIN"));
  await keyboard.press("Enter");
  await keyboard.press("Space");
  await see(header("PIN")).toHaveAttribute("aria-sort", "descending");
  await see(bodyRows(table()).first()).toContainText("WNTR-299");
  await see(sortBy("PIN")).toBeFocused();
  for (let steps = 0; steps < 40 && !(await focusedIsButton("Deactivate WNTR-299")); steps += 1)
    await keyboard.press("Tab");
  await keyboard.press("Enter");
  const dialog = visitor.page.getByRole("dialog", { name: "Deactivate WNTR-299?" });
  await see(dialog).toBeVisible();
  await keyboard.press("Escape");
  await see(dialog).toBeHidden();
  await see(visitor.page.getByRole("button", { name: "Deactivate WNTR-299" })).toBeFocused();
  await page(2).focus();
  await keyboard.press("Enter");
  await sees(11, 20, 100);
  await see(page(2)).toBeFocused();
});

/** Presses Tab until the control has the focus. */
async function tabTo(control: Locator) {
  const focused = control.and(visitor.page.locator(":focus"));
  for (let steps = 0; steps < 10 && (await focused.count()) === 0; steps += 1)
    await visitor.page.keyboard.press("Tab");
  await see(control).toBeFocused();
}

const focusedIsButton = async (name: string) =>
  (await visitor.page.locator(":focus").getAttribute("aria-label")) === name;

test("Back from a page of another kind scrolls to the row that was in view", async () => {
  const { page: tab } = visitor;
  await visitBackOffice(tab, it.url, "table-pins?limit=100");
  await sees(1, 100, 1000);
  await tab.evaluate("scrollTo(0, 1500)");
  await tab.goto(`${it.url}/robots.txt`);
  await tab.goBack();
  await sees(1, 100, 1000);
  await see.poll(() => tab.evaluate("scrollY")).toBe(1500);
});

const box = (page: Page) => page.getByRole("combobox", { name: "Find", exact: true });
const found = (page: Page) => page.getByRole("listbox", { name: "Found" });
const option = (page: Page, text: string) => found(page).getByRole("option").filter({ hasText: text });

test("a PIN without its dash leads to its owner's profile, and the focus to that PIN", async () => {
  const { page } = visitor;
  await see(pageHeading(page, "Pins Table")).toBeVisible();
  await box(page).fill(owned.replace("-", "").toLowerCase());
  await box(page).press("Enter");
  await see(page).toHaveURL(new RegExp(`/admin/user-profile/\\d+#pin-${owned}$`));
  const item = page.getByRole("listitem", { name: `PIN ${owned}` });
  await see(item).toBeInViewport();
  await see(item).toBeFocused();
  await page.keyboard.press("Tab");
  await see(item.getByRole("link", { name: owned })).toBeFocused();
});

describe("on a phone", () => {
  const phone = visitorOfEachTest(it, "phone", ({ page }) => visitBackOffice(page, it.url, "table-pins"));

  test("a button opens the search box over the bar, a touch follows a result, and a cross closes it", async () => {
    const { page } = phone;
    const opener = page.getByRole("button", { name: "Find", exact: true });
    await see(pageHeading(page, "Pins Table")).toBeVisible();
    await see(box(page)).toBeHidden();
    await opener.tap();
    await see(box(page)).toBeFocused();
    await page.getByRole("button", { name: "Close search" }).tap();
    await see(box(page)).toBeHidden();
    await opener.tap();
    await box(page).fill("holly");
    await option(page, owner).first().tap();
    await see(page).toHaveURL(/\/admin\/user-profile\/\d+$/);
    await see(box(page)).toBeHidden();
    expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  });
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
  const pin = demoPin(1);
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

test("an IT Admin whose pages are translated finds a PIN, deactivates it with undo, and looks at the past", async () => {
  const { page: tab } = visitor;
  const pin = demoPin(5);
  await translate(tab);
  await tab.reload();
  await page(2).click();
  await sees(11, 20, 1000);
  await search().fill(pin);
  await see(bodyRows(table())).toHaveCount(1);
  const button = (name: string) => tab.getByRole("button", { name });
  await button(`Deactivate ${pin}`).click();
  await tab.getByRole("dialog").getByLabel("Comment").fill("Stolen from the shop");
  await tab.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await button("Undo").click();
  await see(tab.getByText(/is undone\.$/)).toBeVisible();
  await see(button(`Deactivate ${pin}`)).toBeVisible();
  const past = new URLSearchParams({ at: new Date(Date.now() - 1_000).toISOString() });
  await visitBackOffice(tab, it.url, `table-pins?${past}`);
  const banner = tab.getByRole("region", { name: "As it stood" });
  await see(banner).toContainText("Nothing can be changed here.");
  await tab.getByRole("link", { name: pin, exact: true }).click();
  await see(tab).toHaveURL(`${it.url}/admin/pin/${pin}?${past}`);
  await see(button(`Deactivate ${pin}`)).toHaveCount(0);
  await banner.getByRole("button", { name: "Now" }).click();
  await see(button(`Deactivate ${pin}`)).toBeVisible();
});
