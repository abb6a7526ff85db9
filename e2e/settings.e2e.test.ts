import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { setDeviceLimit } from "@ornament/testing/people/ornaments";
import { bodyRows, goTo, pageHeading, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** Device limit, import of PINs and player link, as an IT Admin sets them. */
const it = visitedProduct();
let token: string;
const visitor = visitorOfEachTest(it, "desk");

beforeAll(async () => {
  token = await it.api.signInAdmin();
});

const visitSettings = async () => {
  await visitBackOffice(visitor.page, it.url, "controls");
  await see(visitor.page.getByLabel("Number of devices")).not.toHaveValue("");
};
const card = (name: string) => visitor.page.getByRole("region", { name });
const button = (name: string) => visitor.page.getByRole("button", { name, exact: true });
const dialog = (name: string | RegExp) => visitor.page.getByRole("dialog", { name });

async function settings(): Promise<Record<string, unknown>> {
  const { body } = await it.api.call("GET", "/api/admin/controls", { token });
  return Object.fromEntries(
    body.rows.map(({ name, value }: { name: string; value: unknown }) => [name, value]),
  );
}

describe("the limit of devices", () => {
  const limit = () => visitor.page.getByRole("textbox", { name: "Number of devices" });
  const question = () => dialog("Are you sure you want to change the number of devices?");

  beforeEach(visitSettings);

  test("the device limit changes after a confirmation, whose dialog says what happens to devices above the limit", async () => {
    const before = Number(await limit().inputValue());
    await limit().fill("2");
    await button("Change limit").click();
    await see(question()).toContainText(`From ${before} to 2 devices per ornament.`);
    await see(question()).toContainText("A lower limit removes no devices");
    await question().getByRole("button", { name: "Cancel" }).click();
    await see(question()).toBeHidden();
    expect(await settings()).toMatchObject({ numberDevices: before });
    await button("Change limit").click();
    await question().getByRole("button", { name: "Change" }).click();
    await see(
      card("Limit of devices per user (PIN)").getByText("The limit of devices was changed."),
    ).toBeVisible();
    await see(limit()).toHaveValue("2");
    await see.poll(settings).toMatchObject({ numberDevices: 2 });
  });
});

describe("the import of PINs", () => {
  const file = () => visitor.page.getByLabel("CSV file");
  const question = () => dialog(/^Add the PINs of .*\?$/);
  const add = () => question().getByRole("button", { name: /^Add / });
  const choose = (name: string, text: string | Buffer, mimeType = "text/csv") =>
    file().setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

  beforeEach(visitSettings);

  async function checkFile(name: string, text: string | Buffer) {
    await choose(name, text);
    await button("Import").click();
  }

  async function close() {
    await question().getByRole("button", { name: "Close" }).last().click();
    await see(question()).toBeHidden();
  }

  /** Delays the next import. Until it begins, the page is told that it is half done. */
  async function heldBack(fileName: string): Promise<() => Promise<void>> {
    const { page } = visitor;
    let begin: () => void = () => undefined;
    const mayBegin = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const counts = { rows: 6_000, added: 5_990, duplicates: 10, bad: 0, bytes: 96_000 };
    const started = { startedBy: null, startedAt: new Date().toISOString() };
    await page.route("**/api/admin/import/csv", async (route) => {
      await mayBegin;
      await route.continue();
    });
    await page.route("**/api/admin/import/latest", (route) =>
      route.fulfill({
        json: { import: { importId: "half-done", fileName, state: "running", ...counts, ...started } },
      }),
    );
    return async () => {
      await page.unroute("**/api/admin/import/latest");
      begin();
    };
  }

  test("an import shows its progress, and can't be started twice", async () => {
    const begin = await heldBack("big.csv");
    const codes = Array.from(
      { length: 2_000 },
      (_, n) => `BIG${n.toString(36).toUpperCase().padStart(4, "0")}`,
    );
    await checkFile("big.csv", codes.join("\r\n"));
    await question().getByRole("button", { name: "Add 2,000 PINs" }).click();
    await see(question()).toContainText("big.csv is processing. Please stand by!");
    await see(add()).toBeDisabled();
    await see(question().getByRole("button", { name: "Close" }).last()).toBeFocused();
    await see(question()).toContainText("6,000 rows read, 5,990 PINs added so far");
    await begin();
    await see(question()).toContainText("Processing complete!");
    await see(question()).toContainText("2,000 PINs added");
    await close();
    await see(card("Import of PINs")).toContainText("Processing complete!");
  });

  test("a file whose PINs were added after its check adds nothing, and the result says so as an error", async () => {
    const text = "pin\r\nAGA0000\r\nAGA0001\r\n";
    await checkFile("again.csv", text);
    await see(question().getByRole("button", { name: "Add 2 PINs" })).toBeEnabled();
    await it.api.importPins(token, text);
    await question().getByRole("button", { name: "Add 2 PINs" }).click();
    await see(question().locator(".alert-danger")).toContainText("Processing complete!");
    await see(question()).toContainText("0 PINs added, 2 duplicates");
    await see(question()).toContainText("2 of the 2 new PINs of the check were added by somebody else");
    await see(question().getByRole("list", { name: "Rows left out" }).getByRole("listitem")).toHaveCount(2);
    await close();
  });
});

describe("the player link", () => {
  const link = () => visitor.page.getByLabel("Player link");
  const question = () => dialog("Are you sure you want to change the player url?");

  beforeEach(visitSettings);

  test("the player link changes after a confirmation", async () => {
    const before = String((await settings()).playerUrl);
    await link().fill("https://player.example.com/watch?lang=en");
    await button("Change link").click();
    await see(question()).toContainText(`From${before}Tohttps://player.example.com/watch?lang=en`);
    await question().getByRole("button", { name: "Change" }).click();
    await see(
      card("Video player redirection link")
        .getByRole("status")
        .filter({ hasText: /changed/ }),
    ).toBeVisible();
    await see.poll(settings).toMatchObject({ playerUrl: "https://player.example.com/watch?lang=en" });
  });
});

test("a changed setting is shown on return, in the Pins Table and in the System action log", async () => {
  const { page } = visitor;
  await it.api.importPins(token, "pin\r\nSEEN001\r\n");
  await setDeviceLimit(it.api, token, 3);
  const playerUrl = "https://player.example.com/seen";
  const { position } = await it.api.call("POST", "/api/admin/update-setting", {
    token,
    body: { name: "playerUrl", value: playerUrl },
  });
  for (const list of ["controls", "table/pins?page=1&limit=10", "action-logs"])
    await it.api.call("GET", `/api/admin/${list}`, { token, readAfter: position });
  await visitSettings();
  await see(page.getByLabel("Number of devices")).toHaveValue("3");
  await see(page.getByLabel("Player link")).toHaveValue(playerUrl);
  await goTo(page, "Pins");
  await see(page.getByText("Used 0 of 3").first()).toBeVisible();
  await goTo(page, "System action Log");
  await see(pageHeading(page, "System action log")).toBeVisible();
  await page.getByRole("searchbox").fill("Setting changed");
  const log = bodyRows(page.getByRole("table", { name: "System action log" }));
  await see(log.first()).toContainText(playerUrl);
});
