import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, deactivatePin, devices } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { accessibilityFindings, takePictures } from "@ornament/testing/screens/shown-screen";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Page } from "playwright";

/** Every view of the back office without a finding of axe. */
const it = visitedProduct();
let parent: Parent;

beforeAll(async () => {
  const admin = await it.api.signInAdmin();
  await it.api.importPins(admin, pinFile(60));
  parent = await newParent(it.api, it.url, "a.parent.with.a.long.address@example.com");
  const ids = await addOrnaments(it.api, parent, [
    { pin: demoPin(1), name: "Emma" },
    { pin: demoPin(2), name: "Fir tree in the hall" },
  ]);
  await bindDevice(it.api, parent, ids[demoPin(1)] ?? 0, devices.iPad.userAgent);
  await deactivatePin(it.api, admin, ids[demoPin(2)] ?? 0);
});

const visitor = visitorOfEachTest(it, "desk");
const dialog = (page: Page) => page.getByRole("dialog");

async function open(page: Page, screen: string) {
  await visitBackOffice(page, it.url, screen);
  await see(page.locator(".o-panel, .o-table-frame").first()).toBeVisible();
  await see(page.locator("[aria-busy=true], .o-skeleton")).toHaveCount(0);
}
async function openTable(page: Page, screen: string) {
  await open(page, screen);
  await see(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
}
async function openFiltered(page: Page, screen: string) {
  await openTable(page, screen);
  await page.getByRole("searchbox").first().fill("no such row anywhere");
  await see(page.getByText(/^No /).first()).toBeVisible();
}

const views: Record<string, (page: Page) => Promise<unknown>> = {
  pins: (page) => openTable(page, "table-pins"),
  "pins, none found": (page) => openFiltered(page, "table-pins"),
  "pin page": (page) => open(page, `pin/${demoPin(1)}`),
  "deactivation of a pin": async (page) => {
    await openTable(page, "table-pins");
    await page.getByRole("button", { name: `Deactivate ${demoPin(1)}` }).click();
    await see(dialog(page)).toBeVisible();
  },
  consumers: (page) => openTable(page, "table-users"),
  "consumer profile": (page) => open(page, `user-profile/${parent.id}`),
  admins: (page) => openTable(page, "table-admins"),
  "new admin": (page) => open(page, "registration"),
  settings: (page) => open(page, "controls"),
  log: (page) => openTable(page, "log"),
  changes: (page) => open(page, "changes/pins"),
  "read models": (page) => open(page, "read-models"),
  "own profile": (page) => open(page, "profile"),
};

const signedOutViews: Record<string, string> = {
  "sign-in": "login",
  "forgotten password": "forgot-password",
  "new password": "reset-password/1/wrong",
};

describe("axe", () => {
  test.each(Object.entries(views))(
    "axe finds nothing in the view of the back office: %s",
    async (name, show) => {
      const { page } = visitor;
      await show(page);
      await takePictures(page, `desk ${name}`);
      expect(await accessibilityFindings(page)).toEqual([]);
    },
  );

  test.each(Object.entries(signedOutViews))(
    "axe finds nothing in the signed-out view of the back office: %s",
    async (name, path) => {
      const { page, context } = visitor;
      await context.clearCookies();
      await page.goto(`${it.url}/admin/${path}`);
      await see(pageHeading(page, /./)).toBeVisible();
      await takePictures(page, `desk ${name}`);
      expect(await accessibilityFindings(page)).toEqual([]);
    },
  );
});
