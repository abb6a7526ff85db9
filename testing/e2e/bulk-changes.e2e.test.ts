import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { adminEmail } from "@ornament/testing/product/running-product";
import { signInAsAdmin, visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";
import { step } from "@ornament/testing/suites/step";

/** An IT Admin imports a file of PINs, deactivates all of its batch, and changes them back. */
const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
const pins = 300;

const button = (name: string | RegExp) => visitor.page.getByRole("button", { name });
const dialog = () => visitor.page.getByRole("dialog");

async function confirmWith(comment: string, verb: RegExp) {
  await dialog().getByLabel("Comment").fill(comment);
  await dialog().getByRole("button", { name: verb }).click();
  await see(dialog()).toHaveCount(0);
}

test("a file of PINs is imported without its bad rows, two chosen PINs and then all of the batch are deactivated after a preview, the log unfolds the entry, and the undo changes back what it changed", async () => {
  const { page } = visitor;
  await step("the file is imported, and the history has its refused rows", async () => {
    await signInAsAdmin(page, it.url);
    await see(page.getByText("There are no PINs yet. An IT Admin imports them in Settings.")).toBeVisible();
    await page.getByRole("link", { name: "Settings" }).click();
    const file = { name: "winter.csv", mimeType: "text/csv", buffer: Buffer.from(pinFile(pins)) };
    await page.getByLabel("CSV file").setInputFiles(file);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const firstRows = dialog().getByLabel("The first 5 of 303 rows");
    await see(firstRows.getByText(/^Line \d+$/)).toHaveCount(5);
    await see(firstRows).toContainText("new, in the batch Winter 2026");
    await see(dialog().getByLabel("Verdicts")).toContainText("twice in the file1");
    await dialog().getByRole("button", { name: "Add 300 PINs" }).click();
    await see(dialog().getByText("300 PINs added, 1 duplicate, 2 bad rows")).toBeVisible({ timeout: 30_000 });
    const leftOut = dialog().getByRole("list", { name: "Rows left out" });
    for (const line of ["Line 303", "Line 304"]) await see(leftOut).toContainText(line);
    await dialog().getByRole("button", { name: "Close" }).last().click();
    const row = page.getByRole("table", { name: "History of imports" }).getByRole("row").nth(1);
    for (const text of ["winter.csv", adminEmail, "300 added"]) await see(row).toContainText(text);
    const download = page.waitForEvent("download");
    await row.getByRole("button", { name: "Download 3 refused rows of winter.csv" }).click();
    expect(readFileSync(await (await download).path(), "utf8").replace(/^\ufeff/, "")).toMatch(
      /^Line,Text,Reason\r\n\d+,.*,twice in this file\r\n303,.*\r\n304,.*\r\n$/,
    );
    await row.getByRole("link", { name: "Winter 2026" }).click();
    await see(page.getByText("Showing 1 to 10 of 300 entries").first()).toBeVisible();
  });
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
