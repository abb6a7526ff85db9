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
const support = { email: "support.agent@example.com", password: "Reindeer-2026", firstName: "Sue" };

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
  await it.api.call("POST", "/api/admin/registration", {
    token: admin,
    body: { ...support, role: "MEMBER" },
  });
  for (let n = 0; n < 11; n += 1)
    await it.api.call("POST", "/api/user/login", { body: { email: parent.email, password: "Wrong-2026" } });
});

const visitor = visitorOfEachTest(it, "desk");
const dialog = (page: Page) => page.getByRole("dialog");

async function open(page: Page, screen: string) {
  await visitBackOffice(page, it.url, screen);
  await see(page.locator(".o-panel, .o-table-frame").first()).toBeVisible();
  await see(page.locator("[aria-busy=true], .o-skeleton")).toHaveCount(0);
}
/** Opens a screen, presses the button that asks a question, and waits for the dialog. */
async function ask(page: Page, screen: string, button: string | RegExp) {
  await open(page, screen);
  await page.getByRole("button", { name: button }).first().click();
  await see(dialog(page)).toBeVisible();
  await see(dialog(page).locator("[aria-busy=true], .o-skeleton")).toHaveCount(0);
}
const profile = () => `user-profile/${parent.id}`;

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
  "chosen pins": async (page) => {
    await openTable(page, "table-pins");
    await page.getByRole("checkbox", { name: `Choose ${demoPin(1)}` }).check();
    await page.getByRole("button", { name: /^Choose all/ }).click();
  },
  "deactivation of all pins": async (page) => {
    await openTable(page, "table-pins");
    await page.getByRole("checkbox", { name: `Choose ${demoPin(1)}` }).check();
    await page.getByRole("button", { name: /^Choose all/ }).click();
    await page.getByRole("button", { name: "Deactivate…" }).click();
    await see(dialog(page).getByText(/PINs will be deactivated/)).toBeVisible();
  },
  "release of a pin": (page) => ask(page, profile(), `Release ${demoPin(1)}`),
  "end of a pause": (page) => ask(page, profile(), "End the pause…"),
  "reset code": (page) => ask(page, profile(), "Send a reset code…"),
  "erasure of a consumer": (page) => ask(page, profile(), "Erase consumer…"),
  "copy of the data": (page) => ask(page, profile(), "Copy of the data…"),
  "import, first rows": async (page) => {
    await open(page, "controls");
    const buffer = Buffer.from(`Serial;Batch\r\nGOOD-001;Winter 2026\r\nX\r\n${demoPin(1)};Winter 2026\r\n`);
    await page.getByLabel("CSV file").setInputFiles({ name: "winter.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await see(dialog(page).getByRole("button", { name: "Add 1 PIN" })).toBeVisible();
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

  test("axe finds nothing in the view of Customer support: request to an IT Admin", async () => {
    const { page, context } = visitor;
    await context.clearCookies();
    await visitBackOffice(page, it.url, profile(), support);
    await page.getByRole("button", { name: "Ask an IT Admin…" }).click();
    await see(dialog(page)).toBeVisible();
    await takePictures(page, "desk request to an IT Admin");
    expect(await accessibilityFindings(page)).toEqual([]);
  });

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
