import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent } from "@ornament/testing/people/parents";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { newVisitor } from "@ornament/testing/screens/browser";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** The comment dialog, the undo after it, unsaved text and tooltips, by mouse, keyboard and touch. */
const it = visitedProduct();
const visitor = visitorOfEachTest(it, "desk");
const owned = demoPin(1);
let profile: string;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(10));
  const parent = await newParent(it.api, it.url, "nora.parent@example.com");
  await addOrnaments(it.api, parent, [{ pin: owned, name: "Fir tree" }]);
  profile = `user-profile/${parent.id}`;
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
    await page.keyboard.press("Tab");
    await see(button("Undo")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
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

  test("a typed comment is kept when the page is reloaded", async () => {
    const pin = demoPin(4);
    await openDialog(pin);
    await comment().fill("Reported stolen");
    await openDialog(pin);
    await see(comment()).toHaveValue("Reported stolen");
    await visitor.page.keyboard.press("Escape");
    await button("Discard").click();
    await see(dialog()).toHaveCount(0);
  });
});

test("a link and Back ask before a name that is being typed is lost", async () => {
  const { page } = visitor;
  await visitBackOffice(page, it.url, "table-users");
  await page.getByRole("link", { name: "View profile of nora.parent@example.com" }).click();
  await button(`Edit PIN name of ${owned}`).click();
  const field = page.getByRole("textbox", { name: `PIN name of ${owned}` });
  await field.fill("Left behind");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  for (const leave of [
    () => page.getByRole("link", { name: "Back to consumers" }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await see(question).toContainText(`PIN name of ${owned}`);
    await button("Stay").click();
    await see(question).toHaveCount(0);
    await see(field).toHaveValue("Left behind");
  }
  await page.goBack();
  await button("Leave").click();
  await see(page.getByRole("table", { name: "Users Table" })).toBeVisible();
});

describe("tooltips", () => {
  const tip = () => visitor.page.getByRole("tooltip");
  const time = () => visitor.page.getByRole("list", { name: "Account" }).locator("time").first();

  test("Escape closes a tooltip and leaves the field around it open, and the mouse can be on the tooltip", async () => {
    const { page } = visitor;
    await visitBackOffice(page, it.url, profile);
    await button(`Edit PIN name of ${owned}`).click();
    const field = page.getByRole("textbox", { name: `PIN name of ${owned}` });
    await see(field).toBeFocused();
    await time().hover();
    await see(tip()).toBeVisible();
    await tip().hover();
    await see(tip()).toBeVisible();
    await page.keyboard.press("Escape");
    await see(tip()).toHaveCount(0);
    await see(field).toBeFocused();
    await page.keyboard.press("Escape");
    await see(field).toHaveCount(0);
  });

  test("a tap opens a tooltip and a second tap closes it", async () => {
    const phone = await newVisitor(it.browser, "phone");
    await visitBackOffice(phone.page, it.url, profile);
    const shown = phone.page.getByRole("tooltip");
    const registered = phone.page.getByRole("list", { name: "Account" }).locator("time").first();
    await registered.tap();
    await see(shown).toBeVisible();
    await registered.tap();
    await see(shown).toHaveCount(0);
    expect(phone.troubles).toEqual([]);
    await phone.context.close();
  });
});
