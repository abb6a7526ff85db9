import { beforeAll, describe, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** The comment dialog and the undo after it, by mouse and keyboard. */
const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(10));
});

const button = (name: string) => visitor.page.getByRole("button", { name, exact: true });
const dialog = () => visitor.page.getByRole("dialog");
const comment = () => dialog().getByLabel("Comment");
async function openDialog(pin: string) {
  await visitBackOffice(visitor.page, it.url, `table-pins?query=${pin}`);
  await button(`Deactivate ${pin}`).click();
  await see(comment()).toBeFocused();
}

describe("the comment dialog", () => {
  test("the comment dialog opens in the comment, Escape asks before it is discarded, and Ctrl+Enter confirms", async () => {
    const { page } = visitor;
    const pin = demoPin(2);
    await openDialog(pin);
    await page.keyboard.type("Reported stolen");
    await page.keyboard.press("Escape");
    await see(dialog().getByRole("group", { name: "Discard your comment?" })).toBeVisible();
    await see(button("Keep writing")).toBeFocused();
    await page.keyboard.press("Enter");
    await see(comment()).toBeFocused();
    await see(comment()).toHaveValue("Reported stolen");
    await page.keyboard.press("Control+Enter");
    await see(dialog()).toHaveCount(0);
    await see(button(`Activate ${pin}`)).toBeFocused();
  });

  test("a deactivation is undone with the keyboard, and the PIN's history has both acts", async () => {
    const { page } = visitor;
    const pin = demoPin(5);
    await openDialog(pin);
    await page.keyboard.type("Reported stolen");
    await page.keyboard.press("Control+Enter");
    const toast = page.getByRole("status").filter({ hasText: "was deactivated. Press Ctrl+Z to undo." });
    await see(toast).toBeVisible();
    await see(button(`Activate ${pin}`)).toBeFocused();
    await page.keyboard.press("Control+z");
    await see(page.getByText(`The deactivation of ${pin} is undone.`)).toBeVisible();
    await see(button(`Deactivate ${pin}`)).toBeFocused();
    await visitBackOffice(page, it.url, `pin/${pin}`);
    const history = page.getByRole("region", { name: "History" });
    await see(history.getByText("Undone: Reported stolen")).toBeVisible();
    await see(history.getByText("Reported stolen", { exact: true })).toBeVisible();
  });

  test("a press outside the comment dialog asks before it closes, and Discard closes it", async () => {
    const { page } = visitor;
    const pin = demoPin(3);
    await openDialog(pin);
    await comment().fill("Reported stolen");
    await page.mouse.click(5, 5);
    await see(button("Keep writing")).toBeFocused();
    await button("Discard").click();
    await see(dialog()).toHaveCount(0);
    await see(button(`Deactivate ${pin}`)).toBeFocused();
  });
});
