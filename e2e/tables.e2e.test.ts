import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { bodyRows, goTo, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { stopClock } from "@ornament/testing/screens/browser";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Locator, Request } from "playwright";

/** All tables have pages, a page size, a search, sorting, and a remembered state. */

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk", ({ page }) => visitBackOffice(page, it.url, "table-pins"));

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile());
});

const table = () => visitor.page.getByRole("table", { name: "Pins Table" });
const pager = () => visitor.page.getByRole("navigation", { name: "Pages" });
const search = () => visitor.page.getByRole("searchbox", { name: "Search" });
const fields = () => visitor.page.getByLabel("Fields");
const sortBy = (header: string) => table().getByRole("button", { name: header, exact: true });
const header = (name: string) => table().getByRole("columnheader", { name, exact: true });
const rangeLine = (text: string) => visitor.page.getByText(text, { exact: true });
const page = (number: number) => pager().getByRole("button", { name: `Page ${number}`, exact: true });
const pagesShown = async () =>
  (await pager().getByRole("listitem").allTextContents()).filter(Boolean).join(" ");

const groupedNumber = (count: number) => count.toLocaleString("en-US");

const sees = (from: number, to: number, count: number) =>
  see(rangeLine(`Showing ${from} to ${groupedNumber(to)} of ${groupedNumber(count)} entries`)).toBeVisible();

describe("pages", () => {
  test("with more than 10 pages the pager offers the first 3, the last 3 and 3 around the current one, and its arrows stop at the ends", async () => {
    await sees(1, 10, 1000);
    expect(await pagesShown()).toBe("1 2 3 … 98 99 100");
    await see(pager().getByRole("button", { name: "Previous page" })).toBeDisabled();
    await page(98).click();
    await sees(971, 980, 1000);
    expect(await pagesShown()).toBe("1 2 3 … 97 98 99 100");
    await see(page(98)).toHaveAttribute("aria-current", "page");
    await pager().getByRole("button", { name: "Next page" }).click();
    await pager().getByRole("button", { name: "Next page" }).click();
    await sees(991, 1000, 1000);
    await see(pager().getByRole("button", { name: "Next page" })).toBeDisabled();
    await see(bodyRows(table()).last()).toContainText(demoPin(1000));
  });
});

describe("search", () => {
  test("a search is sent once, half a second after the last key, or immediately with Enter", async () => {
    const { page: tab } = visitor;
    const { clock } = tab;
    const box = search();
    await sees(1, 10, 1000);
    const asked: string[] = [];
    tab.on("request", (request: Request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/admin/table/pins") asked.push(searchParams.get("query") ?? "");
    });
    await stopClock(tab);
    await box.pressSequentially("wntr-0");
    await clock.runFor(499);
    await box.pressSequentially("42");
    await clock.runFor(499);
    await see(box).toHaveValue("wntr-042");
    expect(asked).toEqual([]);
    await clock.runFor(1);
    await see.poll(() => asked).toEqual(["wntr-042"]);

    await box.fill("wntr-04");
    await box.press("Enter");
    await see.poll(() => asked).toEqual(["wntr-042", "wntr-04"]);
    await box.fill("wntr-041");
    await box.press("Enter");
    await see.poll(() => asked).toEqual(["wntr-042", "wntr-04", "wntr-041"]);
    await clock.resume();
    await sees(1, 1, 1);
    await clock.fastForward(5_000);
    await sees(1, 1, 1);
    expect(asked).toHaveLength(3);
  });

  test("a search in a field without a match says so and can be cleared", async () => {
    await search().fill("wntr-041");
    await sees(1, 1, 1);
    await fields().selectOption("Email");
    await see(table()).toContainText("Nothing here matches your search.");
    await see(rangeLine("Showing 0 to 0 of 0 entries")).toHaveCount(0);
    await see(visitor.page.getByRole("status").filter({ hasText: "No matches found" })).toHaveCount(1);
    await visitor.page.getByRole("button", { name: "Clear search" }).click();
    await see(visitor.page.getByRole("region", { name: "Pins Table" })).toBeFocused();
    await see(search()).toHaveValue("");
    await see(fields()).toHaveValue("all");
    await sees(1, 10, 1000);
  });
});

describe("an answer that doesn't come", () => {
  test("a list that can't be reloaded keeps its rows, says so, and offers to try again", async () => {
    const { page: tab } = visitor;
    const first = bodyRows(table()).first();
    await see(first).toContainText(demoPin(1));
    await tab.route("**/api/admin/table/pins**", (route) => route.abort());
    await page(3).click();
    const message = tab.getByRole("status").filter({ hasText: "No connection." });
    await see(message).toBeVisible();
    await see(first).toContainText(demoPin(1));
    await tab.unrouteAll();
    await message.getByRole("button", { name: "Try again" }).click();
    await see(first).toContainText(demoPin(21));
    await see(message).toHaveCount(0);
  });
});

describe("a table's state", () => {
  test("a table's state is in the URL and is restored on return", async () => {
    await sortBy("PIN").click();
    await see(header("PIN")).toHaveAttribute("aria-sort", "ascending");
    await sortBy("PIN").click();
    await search().fill("WNTR-1");
    await sees(1, 10, 100);
    await page(4).click();
    await sees(31, 40, 100);
    const address = visitor.page.url();
    expect(new URL(address).search).toBe("?page=4&fieldName=pin&direction=DESC&query=WNTR-1");
    await goTo(visitor.page, "Consumers");
    await see(pageHeading(visitor.page, "Users Table")).toBeVisible();
    await see(search()).toHaveValue("");
    await goTo(visitor.page, "Pins");
    await sees(31, 40, 100);
    await see(search()).toHaveValue("WNTR-1");
    await see(header("PIN")).toHaveAttribute("aria-sort", "descending");
    await see(visitor.page).toHaveURL(address);
    await visitor.page.reload();
    await sees(31, 40, 100);
  });
});

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
