import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  addOrnaments,
  bindDevice,
  deactivatePin,
  devices,
  setDeviceLimit,
} from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { bodyRows, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { sizes } from "@ornament/testing/screens/browser";
import { see } from "@ornament/testing/screens/see";
import { accessibilityFindings, takePictures } from "@ornament/testing/screens/shown-screen";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import type { Locator, Page } from "playwright";

/** Every view of the back office without a finding of axe; and its tables in a window of 1280 pixels, and on a phone. */
const it = visitedProduct();
let parent: Parent;
const support = { email: "support.agent@example.com", password: "Reindeer-2026", firstName: "Sue" };

const pinCount = 120;
const pin = (row: number) => `LAYO-${String(row).padStart(3, "0")}`;
const longEmail = "a.parent.with.a.long.address@example.com";
const shortBatch = "North";
const longBatch = "A batch with quite a long name";

beforeAll(async () => {
  const admin = await it.api.signInAdmin();
  const rows = Array.from({ length: pinCount }, (_, index) => {
    return `${pin(index + 1)},${index === 0 ? longBatch : shortBatch}`;
  });
  await it.api.importPins(admin, `pin,batch\r\n${rows.join("\r\n")}\r\n`);
  parent = await newParent(it.api, it.url, longEmail);
  const ids = await addOrnaments(it.api, parent, [
    { pin: pin(1), name: "Fir tree in the hall" },
    { pin: pin(2), name: "Emma" },
  ]);
  // The widest number of devices is one over a limit of two digits.
  await setDeviceLimit(it.api, admin, 11);
  for (let device = 0; device < 11; device += 1)
    await bindDevice(it.api, parent, ids[pin(1)] ?? 0, devices.iPad.userAgent);
  await setDeviceLimit(it.api, admin, 10);
  await deactivatePin(it.api, admin, ids[pin(1)] ?? 0);
  for (const account of [
    support,
    { email: `another.${longEmail}`, firstName: "Wilhelmina", lastName: "Featherstonehaugh" },
  ])
    await it.api.call("POST", "/api/admin/registration", {
      token: admin,
      body: { ...account, role: "MEMBER" },
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
  "pins, none found": (page) => openFiltered(page, "table-pins"),
  "pin page": (page) => open(page, `pin/${pin(1)}`),
  "deactivation of a pin": async (page) => {
    await openTable(page, "table-pins");
    await page.getByRole("button", { name: `Deactivate ${pin(2)}` }).click();
    await see(dialog(page)).toBeVisible();
  },
  "chosen pins": async (page) => {
    await openTable(page, "table-pins");
    await page.getByRole("checkbox", { name: `Choose ${pin(1)}` }).check();
    await page.getByRole("button", { name: /^Choose all/ }).click();
  },
  "deactivation of all pins": async (page) => {
    await openTable(page, "table-pins");
    await page.getByRole("checkbox", { name: `Choose ${pin(1)}` }).check();
    await page.getByRole("button", { name: /^Choose all/ }).click();
    await page.getByRole("button", { name: "Deactivate…" }).click();
    await see(dialog(page).getByText(/PINs will be deactivated/)).toBeVisible();
  },
  "release of a pin": (page) => ask(page, profile(), `Release ${pin(2)}`),
  "erasure of a consumer": (page) => ask(page, profile(), "Erase consumer…"),
  "copy of the data": (page) => ask(page, profile(), "Copy of the data…"),
  "import, first rows": async (page) => {
    await open(page, "controls");
    const buffer = Buffer.from(`Serial;Batch\r\nGOOD-001;Winter 2026\r\nX\r\n${pin(1)};Winter 2026\r\n`);
    await page.getByLabel("CSV file").setInputFiles({ name: "winter.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await see(dialog(page).getByRole("button", { name: "Add 1 PIN" })).toBeVisible();
  },
  "consumer profile": (page) => open(page, `user-profile/${parent.id}`),
  "new admin": (page) => open(page, "registration"),
  settings: (page) => open(page, "controls"),
  changes: (page) => open(page, "changes/pins"),
  "read models": (page) => open(page, "read-models"),
  "own profile": (page) => open(page, "profile"),
};

const signedOutViews: Record<string, string> = {
  "sign-in": "login",
  "forgotten password": "forgot-password",
  "new password": "reset-password/1/wrong",
};

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

const table = (page: Page) => page.getByRole("table");
const row = (page: Page, code: string) => bodyRows(table(page)).filter({ hasText: code });
/** Columns without a value in any row, and how far the table reaches beyond its frame, in pixels. */
const columnsOf = (page: Page) =>
  page.evaluate<{ blank: string[]; overflow: number }>(`(() => {
    const frame = document.querySelector(".o-table-frame");
    const cells = (row) => [...row.children].filter((cell) => cell.textContent !== "" || cell.querySelector("input"));
    const filled = [...frame.querySelectorAll("tbody tr")].flatMap((row) => cells(row).map((cell) => cell.cellIndex));
    return {
      blank: [...frame.querySelectorAll("th")].filter((_, at) => !filled.includes(at)).map((head) => head.textContent),
      overflow: frame.scrollWidth - frame.clientWidth,
    };
  })()`);
const widths = (page: Page) =>
  page.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
/** Higher than one line and lower than two. */
const oneLineHigh = 30;

const screens = [
  ["table-pins", "a[href*='user-profile'], time"],
  ["table-users", "td:first-child .o-cut"],
  ["table-admins", "td:nth-child(2) .o-cut"],
  ["log", "time"],
] as const;

describe("in a window of 1280 pixels with the sidebar open", () => {
  test.each(screens)(
    "axe finds nothing, email addresses and dates are on one line, and with every column filled no table is wider than its frame: %s",
    async (screen, oneLine) => {
      const { page } = visitor;
      await openTable(page, screen);
      await see(page.getByRole("button", { name: "Collapse sidebar" })).toBeVisible();
      const texts = table(page).locator("tbody").locator(oneLine);
      await see(texts.first()).toBeVisible();
      for (const text of await texts.all())
        expect((await text.boundingBox())?.height).toBeLessThan(oneLineHigh);
      expect(await columnsOf(page)).toEqual({ blank: [], overflow: 0 });
      const [content, view] = await widths(page);
      expect(content).toBeLessThanOrEqual(view);
      await takePictures(page, `desk ${screen}`);
      expect(await accessibilityFindings(page)).toEqual([]);
    },
  );

  test("the whole page scrolls, and the header of the table stays below the top bar", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, "table-pins?limit=100");
    await see(bodyRows(table(page))).toHaveCount(100);
    await row(page, pin(90)).scrollIntoViewIfNeeded();
    await see(row(page, pin(90))).toBeInViewport();
    await see(row(page, pin(1))).not.toBeInViewport();
    const header = page.getByRole("columnheader", { name: "PIN Status" });
    const [bar, head] = [await page.getByRole("banner").boundingBox(), await header.boundingBox()];
    expect(head?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0));
    await header.getByRole("button").click();
    await see(header).toHaveAttribute("aria-sort", "ascending");
  });

  test("only a text that is cut off is a Tab stop, and its tooltip shows all of it", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, "table-pins");
    await see(row(page, pin(2)).getByText(shortBatch)).toBeVisible();
    await see(row(page, pin(2)).getByRole("button", { name: shortBatch })).toHaveCount(0);
    const cut = row(page, pin(1)).getByRole("button", { name: longBatch });
    await cut.hover();
    await see(page.getByRole("tooltip")).toHaveText(longBatch);
    await page.setViewportSize({ width: 2200, height: 900 });
    await see(cut).toHaveCount(0);
    await see(row(page, pin(1)).getByText(longBatch)).toBeVisible();
  });
});

describe("on a phone", () => {
  const phone = visitorOfEachTest(it, "phone");

  test.each(screens.map(([screen]) => screen))("nothing is wider than the window: %s", async (screen) => {
    const { page } = phone;
    await visitBackOffice(page, it.url, screen);
    await see(bodyRows(table(page)).first()).toBeVisible();
    const [content, view] = await widths(page);
    expect(content).toBeLessThanOrEqual(view);
  });

  test("a row is a card with its name, state and action on the first line, and the cards are sorted behind Filters", async () => {
    const { page } = phone;
    await visitBackOffice(page, it.url, "table-pins");
    const card = row(page, pin(1));
    await see(card.getByRole("cell", { name: longEmail })).toBeVisible();
    const labels = await page.evaluate<string[]>(`[...document.querySelectorAll("tbody tr:first-child td")]
      .filter((cell) => cell.offsetHeight > 0)
      .map((cell) => getComputedStyle(cell, "::before").content)`);
    expect(labels).toEqual(
      expect.arrayContaining(['"PIN"', '"Email Address"', '"PIN Status"', '"Devices"', '"Activation date"']),
    );
    const action = card.getByRole("button", { name: `Activate ${pin(1)}` });
    await action.scrollIntoViewIfNeeded();
    await see(action).toBeInViewport();
    await see(card.getByRole("checkbox", { name: `Choose ${pin(1)}` })).toBeInViewport();
    await see(page.getByRole("columnheader")).toHaveCount(0);
    const middle = async (part: Locator) => {
      const box = await part.boundingBox();
      return box ? box.y + box.height / 2 : 0;
    };
    const name = await middle(card.getByRole("link", { name: pin(1) }));
    expect(Math.abs((await middle(card.getByText("Not Registered"))) - name)).toBeLessThan(oneLineHigh / 2);
    expect(
      Math.abs((await middle(card.getByRole("button", { name: `Activate ${pin(1)}` }))) - name),
    ).toBeLessThan(oneLineHigh / 2);
    const first = await bodyRows(table(page)).first().boundingBox();
    expect(first?.y).toBeLessThan(sizes.phone.height / 2);
    await see(page.getByRole("navigation", { name: "Pages" })).toContainText(`1 of ${pinCount / 10}`);
    await see(page.getByLabel("Sort by")).toHaveCount(1);
    await see(page.getByLabel("Sort by")).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).tap();
    await page.getByLabel("Sort by").selectOption("PIN, descending");
    await see(bodyRows(table(page)).first()).toContainText(pin(pinCount));
    await see(page).toHaveURL(/fieldName=pin&direction=DESC/);
  });

  test("the number of chosen PINs and what can be done with them stay on one line at the bottom of the window", async () => {
    const { page } = phone;
    await visitBackOffice(page, it.url, "table-pins?limit=25");
    await page.getByRole("checkbox", { name: `Choose ${pin(3)}` }).check();
    await page.getByRole("checkbox", { name: `Choose ${pin(4)}` }).check();
    const bar = page.getByRole("region", { name: "Chosen PINs" });
    const parts = [
      bar.getByText("2 PINs chosen"),
      ...["Deactivate…", "Activate…", "Choose none"].map((name) =>
        bar.getByRole("button", { name, exact: true }),
      ),
    ];
    for (const code of [pin(1), pin(25)]) {
      await row(page, code).scrollIntoViewIfNeeded();
      for (const part of parts) {
        await see(part).toBeInViewport();
        expect((await part.boundingBox())?.y).toBeGreaterThan(sizes.phone.height - 80);
      }
    }
    const [content, view] = await widths(page);
    expect(content).toBeLessThanOrEqual(view);
  });

  test("the PINs of one consumer are one card under one email, which is the only link to the profile", async () => {
    const { page } = phone;
    await visitBackOffice(page, it.url, `table-users?query=${encodeURIComponent(longEmail)}`);
    await see(row(page, pin(1))).toBeVisible();
    await see(page.getByRole("link", { name: longEmail }).filter({ visible: true })).toHaveCount(1);
    await see(row(page, pin(2)).getByText("Emma")).toBeVisible();
    await see(page.getByRole("link", { name: /^View profile/ }).filter({ visible: true })).toHaveCount(0);
  });
});
