import { beforeAll, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
const pins = 300;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(pins));
});

const button = (name: string | RegExp) => visitor.page.getByRole("button", { name });
const dialog = () => visitor.page.getByRole("dialog");

async function confirmWith(comment: string, verb: RegExp) {
  await dialog().getByLabel("Comment").fill(comment);
  await dialog().getByRole("button", { name: verb }).click();
  await see(dialog()).toHaveCount(0);
}

test("two chosen PINs and then all of the batch are deactivated after a preview, the log unfolds the entry, and the undo changes back what it changed", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, "table-pins?batch=Winter+2026");
  await page.getByRole("checkbox", { name: `Choose ${demoPin(1)}` }).check();
  await page.getByRole("checkbox", { name: `Choose ${demoPin(2)}` }).check();
  await button("Deactivate…").click();
  await see(dialog().getByText("2 PINs will be deactivated.")).toBeVisible();
  await confirmWith("Stolen from the shop", /^Deactivate 2 PINs$/);
  await see(page.getByText("Completed: 2 deactivated")).toBeVisible();
  await see(button(`Activate ${demoPin(1)}`)).toBeVisible();

  await button(`Choose all ${pins} PINs of batch Winter 2026`).click();
  await button("Deactivate…").click();
  await see(
    dialog().getByText(`${pins - 2} PINs will be deactivated. 2 are deactivated already.`),
  ).toBeVisible();
  await confirmWith("Stolen from the lorry", /^Deactivate 298 PINs$/);
  await see(page.getByText("Completed: 298 deactivated, 2 were deactivated before")).toBeVisible();

  await visitBackOffice(page, it.url, "log?group=pins");
  const entry = page.getByRole("row", { name: /298 of 300 PINs of Winter 2026/ });
  await entry.getByRole("button", { name: /^Details of: / }).click();
  await see(entry.getByText("Completed: 298 deactivated, 2 were deactivated before")).toBeVisible();
  await entry.getByRole("button", { name: /^Undo: / }).click();
  await see(dialog().getByText("298 PINs will be activated.")).toBeVisible();
  await confirmWith("They were found", /^Change 298 PINs back$/);

  // The log shows the end of the undo by itself.
  await see(
    page.getByRole("row", { name: /Undo of .*: 298 PINs of Winter 2026: They were found/ }),
  ).toBeVisible();

  await visitBackOffice(page, it.url, `pin/${demoPin(3)}`);
  await button(/^History/)
    .first()
    .click();
  await see(page.getByRole("link", { name: "With 297 other PINs" })).toHaveCount(2);
  await visitBackOffice(page, it.url, "table-pins?filter=blocked");
  await see(page.getByRole("button", { name: /^Activate WNTR/ })).toHaveCount(2);
  expect(page.url()).toContain("filter=blocked");
});
