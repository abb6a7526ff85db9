import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { newVisitor, type Visitor } from "./product/browser.ts";
import { landingHeading, signIn } from "./product/consumer-site.ts";
import { addOrnaments } from "./product/ornaments.ts";
import { newParent, type Parent, parentPassword } from "./product/parents.ts";
import { demoPin, pinFile } from "./product/pin-file.ts";
import { see } from "./product/see.ts";
import { visitedProduct } from "./product/visited-product.ts";

/** Nobody loses the place on the consumer site: the focus stays on what is there, and a press meets what it was meant for. */
const it = visitedProduct();
let visitor: Visitor;
let parent: Parent;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile());
  parent = await newParent(it.api, it.url, "tab.parent@example.com");
  await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Emma" }]);
  visitor = await newVisitor(it.browser, "desk");
});

afterEach(() => {
  expect(visitor.troubles).toEqual([]);
});

const focusInDialog = () =>
  visitor.page.evaluate<boolean>(
    `document.querySelector('[role="dialog"]').contains(document.activeElement)`,
  );

describe("on the landing page", () => {
  test("a dialog that leads to another keeps the focus inside, and gives it back at the end", async () => {
    const { page } = visitor;
    await page.goto(it.url);
    await page.getByRole("link", { name: "Support" }).press("Enter");
    await page.getByRole("link", { name: "questions and answers" }).press("Enter");
    await see(page.getByRole("dialog", { name: "Questions and answers" })).toBeVisible();
    await see.poll(focusInDialog).toBe(true);
    await page.keyboard.press("Escape");
    await see(page.getByRole("dialog")).toBeHidden();
    await see(page.getByRole("link", { name: "Support" })).toBeFocused();
  });

  test("the story keeps it at both ends", async () => {
    const { page } = visitor;
    await page.getByRole("link", { name: "How it works" }).press("Enter");
    const next = page.getByRole("button", { name: "Next" });
    const back = page.getByRole("button", { name: "Back" });
    await see(back).toBeDisabled();
    for (let scene = 2; scene <= 5; scene++) {
      await next.press("Enter");
      await see(page.getByText(`Step ${scene} of 5`)).toBeAttached();
    }
    await see(next).toBeDisabled();
    await see(next).toBeFocused();
    await page.keyboard.press("Enter");
    await see(page.getByText("Step 5 of 5")).toBeAttached();
    await page.keyboard.press("Escape");
    await see(landingHeading(page)).toBeVisible();
  });
});

describe("on the registration screen", () => {
  test("a press on what a new message moves away is not missed", async () => {
    const { page } = visitor;
    await page.goto(`${it.url}/verify-age`);
    await page.getByLabel("Birth month").selectOption({ label: "May" });
    await page.getByLabel("Birth year").selectOption("1988");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Password", { exact: true }).fill(parentPassword);
    await page.getByLabel("Confirm password", { exact: true }).fill(`${parentPassword}0`);
    const terms = page.getByRole("checkbox", { name: /I agree to the Terms of use/ });
    await terms.click();
    await see(page.getByText("Password mismatch")).toBeVisible();
    await see(terms).toBeChecked();
  });
});

describe("on the code's screen", () => {
  test("sending again keeps it on the button, which then rests", async () => {
    const { page } = visitor;
    await page.goto(`${it.url}/verify-code?email=${encodeURIComponent(parent.email)}`);
    const again = page.getByRole("button", { name: "Send again" });
    await again.press("Enter");
    await see(page.getByText("A new code is on its way.")).toBeVisible();
    await see(again).toBeDisabled();
    await see(again).toBeFocused();
  });
});

describe("signed in", () => {
  test("the marketing consent is answered at once and keeps it", async () => {
    const { page } = visitor;
    await signIn(page, it.url, parent.email, parentPassword);
    await page.getByRole("button", { name: "Your account" }).press("Enter");
    const consent = page.getByRole("checkbox", { name: "Receive marketing emails" });
    await consent.press("Space");
    await see(consent).toBeChecked();
    await see(page.getByText("Saved.")).toBeVisible();
    await see(consent).toBeChecked();
    await see(consent).toBeFocused();
  });

  test("keeping the account gives it back, with dialogs that fade too", async () => {
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.getByRole("button", { name: "Delete account" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Delete your account?" });
    await question.getByRole("button", { name: "Keep it" }).press("Enter");
    await see(page.getByRole("dialog")).toHaveCount(0);
    await see(page.getByRole("button", { name: "Your account" })).toBeFocused();
  });

  test("removing one ornament's fields after another leads to the first PIN each time", async () => {
    const { page } = visitor;
    await page.getByRole("link", { name: "Add ornament" }).click();
    const more = page.getByRole("button", { name: "Add another ornament" });
    await more.press("Enter");
    await more.press("Enter");
    const first = page.getByRole("textbox", { name: "PIN" }).first();
    await page.getByRole("button", { name: "Remove ornament 3" }).press("Enter");
    await see(first).toBeFocused();
    await page.getByRole("button", { name: "Remove ornament 2" }).press("Enter");
    await see(first).toBeFocused();
  });
});
