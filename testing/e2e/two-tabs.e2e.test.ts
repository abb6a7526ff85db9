import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { newVisitor } from "@ornament/testing/screens/browser";
import { selectionHeading, signIn, signInHeading } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { BrowserContext, Page } from "playwright";

/**
 * Two tabs of one browser share a session: they renew it once, sign out together, and stay signed in through
 * an outage.
 */

const it = visitedProduct();
let parent: Parent;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(40));
  parent = await newParent(it.api, it.url, "sam.parent@example.com");
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
});

const refreshPath = "/api/user/refresh";

/**
 * Two tabs of one signed-in browser. `refreshes` collects the statuses of their refresh calls from now on.
 */
async function twoTabs(prepare: (page: Page) => Promise<void> = async () => undefined) {
  const { context, page: first } = await newVisitor(it.browser, "phone");
  await prepare(first);
  await signIn(first, it.url, parent.email, parentPassword);
  const second = await context.newPage();
  await prepare(second);
  await second.goto(it.url);
  await see(selectionHeading(second)).toBeVisible();
  const answers: number[] = [];
  context.on("response", (answer) => {
    if (new URL(answer.url()).pathname === refreshPath) answers.push(answer.status());
  });
  return { context, tabs: [first, second] as const, refreshes: answers };
}

/**
 * Returns a function for the largest number of refresh calls that this browser had in flight at the same
 * time.
 */
async function refreshesAtOnce(context: BrowserContext) {
  const counted = { inFlight: 0, most: 0 };
  await context.route(`**${refreshPath}`, async (route) => {
    counted.inFlight += 1;
    counted.most = Math.max(counted.most, counted.inFlight);
    const answer = await route.fetch();
    counted.inFlight -= 1;
    await route.fulfill({ response: answer });
  });
  return () => counted.most;
}

const token = (page: Page) => page.evaluate<string | null>(`localStorage.getItem("tokenUser")`);

/** Replaces the access token with one that the server refuses, as it does 15 minutes after sign-in. */
const expireToken = (page: Page) => page.evaluate(`localStorage.setItem("tokenUser", "expired")`);

const marketing = (page: Page) => page.getByRole("checkbox", { name: "Receive marketing emails" });

async function openAccount(page: Page) {
  await page.getByRole("button", { name: "Your account" }).click();
  await see(marketing(page)).toBeVisible();
}

describe("an access token that has expired", () => {
  test("an expired access token is renewed by one tab at a time when both need it, and both continue", async () => {
    const { context, tabs, refreshes } = await twoTabs();
    for (const tab of tabs) await openAccount(tab);
    const mostAtOnce = await refreshesAtOnce(context);
    await expireToken(tabs[0]);
    await see.poll(() => token(tabs[1])).toBe("expired");
    await Promise.all(tabs.map((tab) => marketing(tab).click()));
    for (const tab of tabs) await see(tab.getByText("Saved.")).toBeVisible();
    // The second tab uses the token that the first one renewed. If it hasn't seen that token yet, it renews
    // it once more.
    await see.poll(() => [...new Set(refreshes)]).toEqual([200]);
    expect(refreshes.length).toBeLessThanOrEqual(2);
    expect(mostAtOnce()).toBe(1);
    await see.poll(() => token(tabs[0])).not.toBe("expired");
    for (const tab of tabs) {
      await tab.reload();
      await see(selectionHeading(tab)).toBeVisible();
    }
    await context.close();
  });
});

test("signing out in one tab signs out the other", async () => {
  const { context, tabs } = await twoTabs();
  await tabs[0].getByRole("button", { name: "Sign out" }).click();
  for (const tab of tabs) await see(signInHeading(tab)).toBeVisible();
  await see.poll(() => token(tabs[1])).toBeNull();
  await context.close();
});
